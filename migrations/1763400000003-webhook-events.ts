import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EVENT_FUNCTIONS, EVENT_TRIGGERS } from './webhook-event-functions';

/** Derives events for webhooks from the change feed, and from tables that say more about a change than the feed. */
export class WebhookEvents1763400000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX change_event_set_idx ON change_event (organization_id, set_id)`);
    for (const statement of EVENT_FUNCTIONS) {
      await runner.query(statement);
      const name = /CREATE FUNCTION (\w+)/.exec(statement)?.[1];
      await runner.query(`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`);
    }
    for (const [table, runs, on] of EVENT_TRIGGERS) {
      const rows = on === 'UPDATE' ? 'OLD TABLE AS removed NEW TABLE AS added' : 'NEW TABLE AS added';
      await runner.query(
        `CREATE TRIGGER ${runs}_${on.toLowerCase()} AFTER ${on} ON ${table} REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${runs}()`,
      );
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
