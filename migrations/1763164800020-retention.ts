import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sharedTable } from './tools';

/** BRIN indexes to find expired history, which is stored in time order, without scanning the rest; and the time of the last run. */
export class Retention1763164800020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX observation_action_age_idx ON observation_action USING brin (organization_id, occurred_at)`);
    await runner.query(
      `CREATE INDEX security_event_impact_change_age_idx ON security_event_impact_change USING brin (organization_id, occurred_at)`,
    );
    await runner.query(`CREATE INDEX party_score_day_age_idx ON party_score_day USING brin (organization_id, day)`);
    await runner.query(`CREATE TABLE scheduled_run (name text PRIMARY KEY, started_at timestamptz(3) NOT NULL)`);
    await sharedTable(runner, 'scheduled_run');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
