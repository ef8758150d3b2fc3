import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forEachOrganization } from './tools';

/** Nothing that is served changes, so no trigger runs for existing states. Writers wait meanwhile. */
export class FirstSeenOfExistingStates1763530000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation, observation_state IN SHARE ROW EXCLUSIVE MODE`);
    await runner.query(`ALTER TABLE observation_state DISABLE TRIGGER USER`);
    await runner.query(
      forEachOrganization(`
    UPDATE observation_state s SET first_seen = o.first_seen
      FROM observation o
     WHERE s.organization_id = own AND s.first_seen IS NULL AND o.organization_id = own AND o.id = s.observation_id;`),
    );
    await runner.query(`ALTER TABLE observation_state ENABLE TRIGGER USER`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
