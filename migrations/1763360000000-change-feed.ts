import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CHANGE_FUNCTIONS, CHANGE_RIGHTS } from './change-feed-functions';
import { onStatement, readOnlyTenantTable, sharedTable } from './tools';

/**
 * All changes of an organization in one order. An entry names the last set of changes that a resource was in. A set stands for a
 * transaction and gets its position at commit, so that a reader who continues from a position misses nothing. Triggers record what every
 * statement changed, at a cost proportional to the rows written.
 */
export class ChangeFeed1763360000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // forgotten_to: removals up to this position are no longer reported.
    await runner.query(`
      CREATE TABLE change_head (
        organization_id uuid PRIMARY KEY,
        position bigint NOT NULL,
        forgotten_to bigint NOT NULL DEFAULT 0
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE change_set (
        organization_id uuid NOT NULL,
        id bigint NOT NULL,
        position bigint,
        committed_at timestamptz(3),
        is_empty boolean NOT NULL DEFAULT false,
        PRIMARY KEY (organization_id, id)
      ) WITH (fillfactor = 70)`);
    await runner.query(`CREATE UNIQUE INDEX change_set_position_key ON change_set (organization_id, position)`);
    await runner.query(`CREATE INDEX change_set_filled_idx ON change_set (organization_id, position) WHERE NOT is_empty`);
    // resource_key: set for resources without a UUID; resource_id is then its hash. is_removed: no list shows the resource.
    await runner.query(`
      CREATE TABLE change (
        organization_id uuid NOT NULL,
        kind smallint NOT NULL,
        resource_id uuid NOT NULL,
        set_id bigint NOT NULL,
        is_removed boolean NOT NULL,
        resource_key text COLLATE "C",
        PRIMARY KEY (organization_id, kind, resource_id)
      ) WITH (fillfactor = 90)`);
    await runner.query(`CREATE INDEX change_feed_idx ON change (organization_id, set_id, kind, resource_id)`);
    await runner.query(`CREATE INDEX change_key_idx ON change (organization_id, kind, resource_key) WHERE resource_key IS NOT NULL`);
    await runner.query(`CREATE INDEX change_removed_idx ON change (organization_id, set_id) WHERE is_removed`);
    for (const table of ['change_head', 'change_set', 'change']) await readOnlyTenantTable(runner, table);
    // Part of every cursor. It is replaced after a restore from a backup, so that cursors of the lost history are refused.
    await runner.query(
      `CREATE TABLE change_history (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), id uuid NOT NULL DEFAULT gen_random_uuid())`,
    );
    await runner.query(`INSERT INTO change_history DEFAULT VALUES`);
    await sharedTable(runner, 'change_history');

    for (const statement of [...CHANGE_FUNCTIONS, CHANGE_RIGHTS]) await runner.query(statement);
    await runner.query(`
      CREATE CONSTRAINT TRIGGER change_set_number AFTER INSERT ON change_set
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_set_number()`);
    for (const [table, runs] of [
      ['observation', 'change_of_observation'],
      ['vendor', 'change_of_vendor'],
      ['vendor_group', 'change_of_vendor_group'],
      ['questionnaire', 'change_of_questionnaire'],
      ['fourth_party_relationship', 'change_of_fourth_party'],
      ['party_score', 'change_of_score'],
    ] as const) {
      await onStatement(runner, table, runs, 'INSERT', 'NEW TABLE AS added');
      await onStatement(runner, table, runs, 'UPDATE', 'OLD TABLE AS removed NEW TABLE AS added');
      await onStatement(runner, table, runs, 'DELETE', 'OLD TABLE AS removed');
    }
    for (const [table, runs] of [
      ['observation_flag', 'change_beside_observation'],
      ['vendor_group_member', 'change_beside_vendor'],
      ['security_event_feed', 'change_of_event_feed'],
      ['security_event_impact', 'change_of_impact'],
      ['vendor_statement', 'change_of_response'],
      ['vrm_request', 'change_of_request'],
      ['vendor_response_on_behalf', 'change_of_response_on_behalf'],
      ['organization_domain', 'change_of_own_domain'],
    ] as const) {
      await onStatement(runner, table, runs, 'INSERT', 'NEW TABLE AS touched_rows');
      await onStatement(runner, table, runs, 'UPDATE', 'NEW TABLE AS touched_rows');
      await onStatement(runner, table, runs, 'DELETE', 'OLD TABLE AS touched_rows');
    }
    const both = 'OLD TABLE AS removed NEW TABLE AS added';
    await onStatement(runner, 'fourth_party_sighting', 'change_beside_fourth_party', 'UPDATE', both);
    await onStatement(runner, 'security_event', 'change_of_event_audience', 'UPDATE', both);
    await onStatement(runner, 'organization', 'change_forget_organization', 'DELETE', 'OLD TABLE AS removed');
    await runner.query(`
      CREATE TRIGGER change_of_event_facts AFTER INSERT OR UPDATE ON security_event_progress
      FOR EACH ROW EXECUTE FUNCTION change_of_event_facts()`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
