import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FLAG_ROLLUP_WITH_DAYS } from './observation-rollup-functions';

/** A flag moves updated_at, and its time is copied there too. Look-ups by index, whatever the number of rows was when the plan was made. */
const FLAGGED = `
CREATE OR REPLACE FUNCTION observation_state_flagged() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  UPDATE observation_state s
     SET updated_at = greatest(s.updated_at, statement_timestamp()), flagged_at = CASE WHEN TG_OP = 'INSERT' THEN f.flagged_at END
    FROM touched_rows f WHERE s.organization_id = f.organization_id AND s.observation_id = f.observation_id;
  RETURN NULL;
END $$`;

/**
 * The state of an observation has the time of its flag, so that one index lists the flagged observations of a list. Of each day with
 * flags, it is kept on which days the flagged observations were first seen: a list sorted by time begins there.
 */
export class FlagsInState1763500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE observation_state ADD COLUMN flagged_at timestamptz(3)`);
    await runner.query(FLAGGED);
    await runner.query(FLAG_ROLLUP_WITH_DAYS);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
