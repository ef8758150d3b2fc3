import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './tools';

const LISTED = 'organization_id, view, is_open, is_listed';

/** Each index with what it replaces. */
const INDEXES = [
  [
    'observation_state_last_change_idx',
    `(${LISTED}, updated_at, observation_id) INCLUDE (first_seen, flagged_at)`,
    'observation_state_updated_idx',
  ],
  [
    'observation_state_flag_idx',
    `(${LISTED}, flagged_at, observation_id) INCLUDE (updated_at) WHERE flagged_at IS NOT NULL`,
    'observation_state_flagged_idx',
  ],
  [
    'observation_state_due_date_idx',
    `(${LISTED}, due_at, observation_id) INCLUDE (updated_at) WHERE due_at IS NOT NULL`,
    'observation_state_with_due_idx',
  ],
  [
    'observation_state_owner_idx',
    `(${LISTED}, assignee_word, observation_id) INCLUDE (updated_at) WHERE assignee_word IS NOT NULL`,
    'observation_state_assigned_idx',
  ],
] as const;

/** For lists by the last change: its index contains what rows are left out by, and other indexes contain the time to sort by. */
export class IndexOfLastChange1763530000002 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`ALTER TABLE observation_state ALTER COLUMN first_seen SET NOT NULL`);
    for (const [name, definition, replaced] of INDEXES) {
      await buildIndex(runner, name, `ON observation_state ${definition}`);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${replaced}`);
    }
    await runner.query(`RESET lock_timeout`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
