import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepFlaggedDays } from './observation-rollup-functions';
import { forEachOrganization } from './tools';

const CHANGES = 'change_beside_observation_update';

const EXISTING = `
      (SELECT o.organization_id, o.view, o.first_seen, f.flagged_at
         FROM observation_flag f JOIN observation o ON o.organization_id = own AND o.id = f.observation_id
        WHERE f.organization_id = own) e`;

/** Copies the flags that were there before. Nothing that is served changes, so the change feed does not show it. Writers wait meanwhile. */
export class ExistingFlagsInState1763500000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation_flag, observation_state IN SHARE ROW EXCLUSIVE MODE`);
    await runner.query(`ALTER TABLE observation_state DISABLE TRIGGER ${CHANGES}`);
    await runner.query(
      forEachOrganization(`
    UPDATE observation_state s SET flagged_at = f.flagged_at
      FROM observation_flag f
     WHERE f.organization_id = own AND s.organization_id = own AND s.observation_id = f.observation_id AND s.flagged_at IS DISTINCT FROM f.flagged_at;
    ${keepFlaggedDays(EXISTING)};`),
    );
    await runner.query(`ALTER TABLE observation_state ENABLE TRIGGER ${CHANGES}`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
