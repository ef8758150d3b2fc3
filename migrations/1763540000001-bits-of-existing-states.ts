import type { MigrationInterface, QueryRunner } from 'typeorm';
import { bitsOf } from './observation-bits.sql';
import { forEachOrganization } from './tools';

const BITS = bitsOf('o');

/** Nothing that is served changes, so no trigger runs for existing states. Writers wait meanwhile. */
export class BitsOfExistingStates1763540000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation, observation_state IN SHARE ROW EXCLUSIVE MODE`);
    await runner.query(`ALTER TABLE observation_state DISABLE TRIGGER USER`);
    await runner.query(
      forEachOrganization(`
    UPDATE observation_state s SET kind_bits = ${BITS.kind_bits}, name_bits = ${BITS.name_bits}
      FROM observation o
     WHERE s.organization_id = own AND o.organization_id = own AND o.id = s.observation_id;`),
    );
    await runner.query(`ALTER TABLE observation_state ENABLE TRIGGER USER`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
