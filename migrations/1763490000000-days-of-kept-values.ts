import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EACH_DAY_FUNCTIONS } from './observation-rollup-functions';
import { GRAMS_OF_A_VALUE, KEEP_DAYS_OF_WORDS } from './observation-search.sql';
import { OWN_ROWS } from './tools';

/**
 * Records, for each value, the first and the last day on which observations with it were first seen. A list whose matches are all old
 * begins there. The range only widens. Existing values, and those of other tables, have the widest range.
 */
export class DaysOfKeptValues1763490000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE observation_value ADD COLUMN first_day integer NOT NULL DEFAULT 0, ADD COLUMN last_day integer NOT NULL DEFAULT 2147483647`);
    for (const statement of [...EACH_DAY_FUNCTIONS, KEEP_DAYS_OF_WORDS]) await runner.query(statement);
    await runner.query(`GRANT vendor_risk_search TO CURRENT_USER`);
    await runner.query(`
      CREATE OR REPLACE VIEW observation_value_search AS
      SELECT organization_id, view, field, value, open_count, closed_count, ${GRAMS_OF_A_VALUE} AS grams, first_day, last_day
        FROM observation_value WHERE ${OWN_ROWS}`);
    await runner.query(`REVOKE vendor_risk_search FROM CURRENT_USER`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
