import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './tools';

const LISTED = 'organization_id, view, is_open, is_listed';

/** The indexes of due dates and assignees now include observations without one, so that filters find these too. */
const INDEXES = [
  ['observation_state_due_idx', 'observation_state_by_due_idx', `(${LISTED}, due_at)`],
  ['observation_state_assignee_idx', 'observation_state_by_assignee_idx', `(${LISTED}, assignee_word)`],
] as const;

export class UnsetStateInIndexes1763450000000 implements MigrationInterface {
  /** See buildIndex. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = 0`);
    for (const [replaced, name, columns] of INDEXES) {
      await buildIndex(runner, name, `ON observation_state ${columns}`);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${replaced}`);
    }
    await runner.query(`RESET lock_timeout`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
