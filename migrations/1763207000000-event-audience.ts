import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A subquery, so that the setting is read once per statement, not once per row. */
const CALLER = `(SELECT nullif(current_setting('app.organization_id', true), '')::uuid)`;

/**
 * Events for some organizations only, such as those of the demo. Impacts, feeds and counts are derived in the context of their
 * organization, so hiding an event there also hides what is derived from it. Without a context, as during an import, all events are
 * visible.
 */
export class EventAudience1763207000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['security_event', 'security_event_victim', 'security_event_cve']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN visible_to uuid[]`);
      await runner.query(
        `CREATE POLICY audience ON ${table} USING (visible_to IS NULL OR ${CALLER} IS NULL OR ${CALLER} = ANY (visible_to)) WITH CHECK (true)`,
      );
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
