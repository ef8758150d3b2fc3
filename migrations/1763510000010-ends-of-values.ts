import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PARTS_OF_A_VALUE, SEARCHED_VALUES, VALUE_PARTS } from './observation-search.sql';
import { buildIndex, OWN_ROWS } from './tools';

const INDEX = 'observation_value_parts_idx';
const REPLACED = 'observation_value_grams_idx';

/**
 * The index over parts of values also has their ends. Without them, a rule on the end of a URL compares every URL that contains
 * the same letters anywhere. What the previous version looks for is still in the index.
 */
export class EndsOfValues1763510000010 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(VALUE_PARTS);
    const options = 'WITH (fastupdate = on, gin_pending_list_limit = 512)';
    await buildIndex(runner, INDEX, `ON observation_value USING gin (${PARTS_OF_A_VALUE}) ${options} WHERE ${SEARCHED_VALUES}`);
    await runner.query(`ALTER INDEX ${INDEX} ALTER COLUMN 1 SET STATISTICS 0`);
    await runner.query(`GRANT vendor_risk_search TO CURRENT_USER`);
    await runner.query(`
      CREATE OR REPLACE VIEW observation_value_search AS
      SELECT organization_id, view, field, value, open_count, closed_count, ${PARTS_OF_A_VALUE} AS grams, first_day, last_day
        FROM observation_value WHERE ${OWN_ROWS}`);
    await runner.query(`REVOKE vendor_risk_search FROM CURRENT_USER`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${REPLACED}`);
    await runner.query(`RESET lock_timeout`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
