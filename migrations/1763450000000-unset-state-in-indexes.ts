import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes, type ReplacedIndex } from './tools';

const LISTED = 'organization_id, view, is_open, is_listed';

/** The indexes of due dates and assignees now include observations without one, so that filters find these too. */
const INDEXES: readonly ReplacedIndex[] = [
  ['observation_state_by_due_idx', `ON observation_state (${LISTED}, due_at)`, ['observation_state_due_idx']],
  ['observation_state_by_assignee_idx', `ON observation_state (${LISTED}, assignee_word)`, ['observation_state_assignee_idx']],
];

export class UnsetStateInIndexes1763450000000 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, INDEXES);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
