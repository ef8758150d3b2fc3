import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sharedTable, tenantTable } from './tools';

const CALLER = `nullif(current_setting('app.organization_id', true), '')::uuid`;

/** Security events, their impact on each organization, and the requests and responses about them. */
export class SecurityEvents1763164800010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Facts shared by all organizations. Fields that are filtered or sorted are columns; body is the rendered JSON of the rest.
    // published_at never changes: it is the order of the feed.
    await runner.query(`
      CREATE TABLE security_event (
        event_id text PRIMARY KEY,
        title text NOT NULL,
        summary text NOT NULL,
        event_type smallint NOT NULL,
        severity smallint NOT NULL,
        status smallint NOT NULL,
        is_ransomware boolean NOT NULL,
        affected_products text[] NOT NULL,
        published_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        body text NOT NULL,
        content_hash bytea NOT NULL,
        revision bigint NOT NULL
      )`);
    await runner.query(`CREATE INDEX security_event_revision_idx ON security_event (revision)`);
    await sharedTable(runner, 'security_event');

    await runner.query(`
      CREATE TABLE security_event_victim (
        event_id text NOT NULL REFERENCES security_event (event_id),
        domain text NOT NULL,
        named_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (domain, event_id)
      )`);
    await runner.query(`CREATE INDEX security_event_victim_event_idx ON security_event_victim (event_id, domain)`);
    await sharedTable(runner, 'security_event_victim');

    await runner.query(`
      CREATE TABLE security_event_cve (
        event_id text NOT NULL REFERENCES security_event (event_id),
        cve_id text NOT NULL,
        PRIMARY KEY (cve_id, event_id)
      )`);
    await runner.query(`CREATE INDEX security_event_cve_event_idx ON security_event_cve (event_id, cve_id)`);
    await sharedTable(runner, 'security_event_cve');

    // The revision up to which an organization's impacts are derived. After an interrupted import, the next one continues.
    await runner.query(`CREATE TABLE security_event_progress (organization_id uuid PRIMARY KEY, revision bigint NOT NULL)`);
    await tenantTable(runner, 'security_event_progress');

    // impact is the derived one; NULL when nothing links the party to the event any more. The party's own response is in
    // vendor_statement and overrides it on read.
    await runner.query(`
      CREATE TABLE security_event_impact (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        party_domain text NOT NULL,
        event_id text NOT NULL,
        open_count integer NOT NULL DEFAULT 0,
        closed_count integer NOT NULL DEFAULT 0,
        is_named_victim boolean NOT NULL DEFAULT false,
        via_fourth_party_domain text,
        impact smallint,
        first_seen_at timestamptz(3),
        PRIMARY KEY (organization_id, view, party_domain, event_id)
      ) WITH (fillfactor = 80)`);
    await runner.query(
      `CREATE INDEX security_event_impact_event_idx ON security_event_impact (organization_id, view, event_id, party_domain)`,
    );
    await tenantTable(runner, 'security_event_impact');

    await runner.query(`
      CREATE TABLE security_event_impact_change (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        party_domain text NOT NULL,
        event_id text NOT NULL,
        id uuid NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        from_impact smallint,
        to_impact smallint,
        PRIMARY KEY (organization_id, view, party_domain, event_id, id)
      )`);
    await tenantTable(runner, 'security_event_impact_change');

    // One row per event that affects a party, with the number of parties per impact.
    await runner.query(`
      CREATE TABLE security_event_feed (
        organization_id uuid NOT NULL,
        view smallint NOT NULL,
        event_id text NOT NULL,
        published_at timestamptz(3) NOT NULL,
        confirmed integer NOT NULL,
        likely integer NOT NULL,
        possible integer NOT NULL,
        mitigated integer NOT NULL,
        PRIMARY KEY (organization_id, view, event_id)
      ) WITH (fillfactor = 80)`);
    await runner.query(
      `CREATE INDEX security_event_feed_newest_idx ON security_event_feed (organization_id, view, published_at, event_id)`,
    );
    await tenantTable(runner, 'security_event_feed');

    // An organization's response, one row per domain. Organizations with the domain in their directory may read it; only
    // the organization itself may write.
    await runner.query(`
      CREATE TABLE vendor_statement (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        domain text NOT NULL,
        event_id text NOT NULL REFERENCES security_event (event_id),
        response_status smallint NOT NULL,
        message text,
        expected_resolution_at timestamptz(3),
        evidence_urls text[] NOT NULL,
        recorded_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id, domain)
      )`);
    await runner.query(`CREATE INDEX vendor_statement_own_idx ON vendor_statement (organization_id, event_id, recorded_at, id)`);
    await runner.query(`CREATE INDEX vendor_statement_domain_idx ON vendor_statement (domain, event_id, recorded_at, id)`);
    await tenantTable(runner, 'vendor_statement');
    await runner.query(`
      CREATE POLICY of_a_vendor_in_the_directory ON vendor_statement FOR SELECT
      USING (EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = ${CALLER} AND v.domain_name = vendor_statement.domain AND v.lifecycle_status <> 4))`);

    for (const [name, write] of [
      ['says', 'INSERT'],
      ['corrects', 'UPDATE'],
    ] as const) {
      await runner.query(`
        CREATE POLICY ${name}_it_for_a_domain_of_ours ON vendor_statement AS RESTRICTIVE FOR ${write}
        WITH CHECK (domain IN (SELECT d.domain FROM organization_domain d WHERE d.organization_id = ${CALLER}))`);
    }

    // A request of an organization to a vendor. The organization that owns the domain may read it.
    await runner.query(`
      CREATE TABLE vrm_request (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id text NOT NULL REFERENCES security_event (event_id),
        vendor_domain text NOT NULL,
        message text,
        due_at timestamptz(3),
        sent_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await runner.query(`CREATE INDEX vrm_request_sent_idx ON vrm_request (organization_id, event_id, vendor_domain)`);
    await runner.query(`CREATE INDEX vrm_request_received_idx ON vrm_request (vendor_domain, event_id)`);
    await tenantTable(runner, 'vrm_request');
    await runner.query(`
      CREATE POLICY to_a_domain_of_ours ON vrm_request FOR SELECT
      USING (EXISTS (SELECT 1 FROM organization_domain d WHERE d.organization_id = ${CALLER} AND d.domain = vrm_request.vendor_domain))`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
