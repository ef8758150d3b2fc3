import type { MigrationInterface, QueryRunner } from 'typeorm';
import { GRAMS_OF_A_VALUE, SEARCHED_VALUES, TERMS_OF_A_ROW } from './observation-search.sql';
import { buildIndex } from './tools';

const OPEN = 'is_open AND is_listed';
const CLOSED = 'NOT is_open AND is_listed';
/** Every search reads the whole list of pending entries, so the list is kept short. */
const GIN = `WITH (fastupdate = on, gin_pending_list_limit = 512)`;

const INDEXES: readonly (readonly [name: string, definition: string])[] = [
  ['observation_open_terms_idx', `ON observation USING gin (${TERMS_OF_A_ROW}) ${GIN} WHERE ${OPEN}`],
  ['observation_closed_terms_idx', `ON observation USING gin (${TERMS_OF_A_ROW}) ${GIN} WHERE ${CLOSED}`],
  ['observation_value_grams_idx', `ON observation_value USING gin (${GRAMS_OF_A_VALUE}) ${GIN} WHERE ${SEARCHED_VALUES}`],
  // All rows of an import share a time, which deduplication stores once.
  ['observation_open_created_idx', `ON observation (organization_id, view, created_at) WHERE ${OPEN}`],
  ['observation_closed_created_idx', `ON observation (organization_id, view, created_at) WHERE ${CLOSED}`],
  ['observation_resolved_idx', `ON observation (organization_id, view, resolved_at) WHERE ${CLOSED}`],
  ['observation_flag_time_idx', `ON observation_flag (organization_id, flagged_at)`],
];
/**
 * Without statistics, PostgreSQL expects few rows for every condition on terms or grams. The service uses such conditions only when that is
 * so.
 */
const UNKNOWN_TO_THE_PLANNER = ['observation_open_terms_idx', 'observation_closed_terms_idx', 'observation_value_grams_idx'];

/** The indexes of filters, built while the service runs. */
export class ObservationSearchIndexes1763310000001 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, definition] of INDEXES) await buildIndex(runner, name, definition);
    for (const name of UNKNOWN_TO_THE_PLANNER) await runner.query(`ALTER INDEX ${name} ALTER COLUMN 1 SET STATISTICS 0`);
    await runner.query(`RESET lock_timeout`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
