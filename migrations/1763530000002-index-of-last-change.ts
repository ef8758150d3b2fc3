import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes, type ReplacedIndex } from './tools';

const LISTED = 'organization_id, view, is_open, is_listed';

const INDEXES: readonly ReplacedIndex[] = [
  [
    'observation_state_last_change_idx',
    `ON observation_state (${LISTED}, updated_at, observation_id) INCLUDE (first_seen, flagged_at)`,
    ['observation_state_updated_idx'],
  ],
  [
    'observation_state_flag_idx',
    `ON observation_state (${LISTED}, flagged_at, observation_id) INCLUDE (updated_at) WHERE flagged_at IS NOT NULL`,
    ['observation_state_flagged_idx'],
  ],
  [
    'observation_state_due_date_idx',
    `ON observation_state (${LISTED}, due_at, observation_id) INCLUDE (updated_at) WHERE due_at IS NOT NULL`,
    ['observation_state_with_due_idx'],
  ],
  [
    'observation_state_owner_idx',
    `ON observation_state (${LISTED}, assignee_word, observation_id) INCLUDE (updated_at) WHERE assignee_word IS NOT NULL`,
    ['observation_state_assigned_idx'],
  ],
];

/** For lists by the last change: its index contains what rows are left out by, and other indexes contain the time to sort by. */
export class IndexOfLastChange1763530000002 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE observation_state ALTER COLUMN first_seen SET NOT NULL`);
    await replaceIndexes(runner, INDEXES);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
