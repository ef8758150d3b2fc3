import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EACH_DAY_FUNCTIONS } from './observation-rollup-functions';
import { GRAMS_OF_A_VALUE, KEEP_DAYS_OF_WORDS, valueSearch } from './observation-search.sql';

/**
 * Records, for each value, the first and the last day on which observations with it were first seen. A list whose matches are all old
 * begins there. The range only widens. Existing values, and those of other tables, have the widest range.
 */
export class DaysOfKeptValues1763490000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE observation_value ADD COLUMN first_day integer NOT NULL DEFAULT 0, ADD COLUMN last_day integer NOT NULL DEFAULT 2147483647`);
    for (const statement of [...EACH_DAY_FUNCTIONS, KEEP_DAYS_OF_WORDS, ...valueSearch(GRAMS_OF_A_VALUE)]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
