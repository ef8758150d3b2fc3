import type { MigrationInterface, QueryRunner } from 'typeorm';

const LISTED = 'organization_id, view, is_open, is_listed';

/** The indexes of due dates and assignees now include observations without one, so that filters find these too. */
const INDEXES = [
  ['observation_state_due_idx', 'observation_state_by_due_idx', `(${LISTED}, due_at)`],
  ['observation_state_assignee_idx', 'observation_state_by_assignee_idx', `(${LISTED}, assignee_word)`],
] as const;

export class UnsetStateInIndexes1763450000000 implements MigrationInterface {
  /** CREATE INDEX CONCURRENTLY cannot run in a transaction. A second run rebuilds what the first one left incomplete. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = 0`);
    for (const [replaced, name, columns] of INDEXES) {
      const [broken] = (await runner.query(`SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid`, [
        name,
      ])) as object[];
      if (broken) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON observation_state ${columns}`);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${replaced}`);
    }
    await runner.query(`RESET lock_timeout`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
