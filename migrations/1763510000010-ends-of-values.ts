import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PARTS_OF_A_VALUE, SEARCHED_VALUES, VALUE_PARTS, valueSearch } from './observation-search.sql';
import { buildIndex } from './tools';

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
    for (const statement of valueSearch(PARTS_OF_A_VALUE)) await runner.query(statement);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${REPLACED}`);
    await runner.query(`RESET lock_timeout`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
