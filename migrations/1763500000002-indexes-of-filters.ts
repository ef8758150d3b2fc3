import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes, type ReplacedIndex } from './tools';

const LISTED = 'organization_id, view, is_open, is_listed';

const INDEXES: readonly ReplacedIndex[] = [
  [
    'observation_state_flagged_idx',
    `ON observation_state (${LISTED}, flagged_at, observation_id) WHERE flagged_at IS NOT NULL`,
    ['observation_flag_time_idx'],
  ],
  // What is unset has an index of its own, in which all entries are equal and so take little space.
  ['observation_state_without_due_idx', `ON observation_state (${LISTED}, due_at) WHERE due_at IS NULL`, []],
  [
    'observation_state_with_due_idx',
    `ON observation_state (${LISTED}, due_at, observation_id) WHERE due_at IS NOT NULL`,
    ['observation_state_by_due_idx'],
  ],
  ['observation_state_unassigned_idx', `ON observation_state (${LISTED}, assignee_word) WHERE assignee_word IS NULL`, []],
  [
    'observation_state_assigned_idx',
    `ON observation_state (${LISTED}, assignee_word, observation_id) WHERE assignee_word IS NOT NULL`,
    ['observation_state_by_assignee_idx'],
  ],
  [
    'observation_reference_by_system_idx',
    `ON observation_reference (${LISTED}, system_word, observation_id)`,
    ['observation_reference_system_idx'],
  ],
  ['observation_reference_by_key_idx', `ON observation_reference (${LISTED}, key_word, observation_id)`, ['observation_reference_key_idx']],
  // Lists by the time of the last change walk the index of states.
  [
    'observation_epss_idx',
    `ON observation (organization_id, view, is_open, epss_score, id) WHERE is_listed AND epss_score IS NOT NULL`,
    ['observation_open_updated_idx', 'observation_closed_updated_idx'],
  ],
];

/** Indexes that list the ids of observations by flag, due date, assignee, ticket and EPSS score. */
export class IndexesOfFilters1763500000002 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, INDEXES);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
