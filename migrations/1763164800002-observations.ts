import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sharedTable, tenantTable } from './tools';

/** Observations, what happened to them, and the shared catalogues that enrich them. */
export class Observations1763164800002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // What is filtered, sorted or changes is a column; what is only shown lies rendered in body and enrichment.
    await runner.query(`
      CREATE TABLE observation (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        view smallint NOT NULL,
        party_domain text NOT NULL,
        vendor_id uuid,
        vendor_name text,
        subject_domain text NOT NULL,
        fingerprint bytea NOT NULL,
        group_key text NOT NULL,
        observation_type text NOT NULL,
        title text NOT NULL,
        category smallint NOT NULL,
        severity smallint NOT NULL,
        confidence smallint,
        approval_status smallint NOT NULL,
        is_open boolean NOT NULL GENERATED ALWAYS AS (approval_status < 4) STORED,
        is_listed boolean NOT NULL DEFAULT true,
        asset_type smallint,
        asset_ip text,
        asset_port integer,
        asset_protocol smallint,
        asset_domain text,
        asset_url text,
        cve_ids text[] NOT NULL DEFAULT '{}',
        cwe_ids text[] NOT NULL DEFAULT '{}',
        tags text[] NOT NULL DEFAULT '{}',
        cvss_base_score real,
        cvss_severity smallint,
        epss_score real,
        is_known_exploited boolean NOT NULL DEFAULT false,
        is_ransomware_used boolean NOT NULL DEFAULT false,
        source_name text NOT NULL,
        regression_count integer NOT NULL DEFAULT 0,
        first_seen timestamptz(3) NOT NULL,
        last_seen timestamptz(3) NOT NULL,
        resolved_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        body text NOT NULL,
        body_hash bytea NOT NULL,
        enrichment text,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT observation_fingerprint_key UNIQUE (organization_id, fingerprint)
      ) WITH (fillfactor = 90, toast_tuple_target = 8160)`);

    // A list is one walk along one of these; severity as a last key is checked inside the index.
    for (const [state, condition] of [
      ['open', 'is_open'],
      ['closed', 'NOT is_open'],
    ] as const) {
      const where = `WHERE ${condition} AND is_listed`;
      await runner.query(
        `CREATE INDEX observation_${state}_first_seen_idx ON observation (organization_id, view, first_seen DESC, id DESC, severity) ${where}`,
      );
      await runner.query(
        `CREATE INDEX observation_${state}_last_seen_idx ON observation (organization_id, view, last_seen DESC, id DESC, severity) ${where}`,
      );
      await runner.query(
        `CREATE INDEX observation_${state}_updated_idx ON observation (organization_id, view, updated_at DESC, id DESC, severity) ${where}`,
      );
      await runner.query(
        `CREATE INDEX observation_${state}_severity_idx ON observation (organization_id, view, severity DESC, id DESC) ${where}`,
      );
      await runner.query(
        `CREATE INDEX observation_${state}_cvss_idx ON observation (organization_id, view, (coalesce(cvss_base_score, -1::real)) DESC, id DESC, severity) ${where}`,
      );
    }
    await runner.query(`
      CREATE INDEX observation_group_idx ON observation (organization_id, view, group_key, party_domain)
      INCLUDE (severity, category, first_seen, last_seen, is_open, is_listed, cvss_base_score, is_known_exploited, id)`);
    await runner.query(
      `CREATE INDEX observation_party_idx ON observation (organization_id, view, party_domain, first_seen DESC, id DESC, severity)`,
    );
    await tenantTable(runner, 'observation');

    await runner.query(`
      CREATE TABLE observation_cve (
        organization_id uuid NOT NULL,
        observation_id uuid NOT NULL,
        cve_id text NOT NULL,
        PRIMARY KEY (organization_id, cve_id, observation_id)
      )`);
    await runner.query(`CREATE INDEX observation_cve_observation_idx ON observation_cve (organization_id, observation_id)`);
    await tenantTable(runner, 'observation_cve');

    // The flag is its own history entry: flagging a hundred thousand only inserts.
    await runner.query(`
      CREATE TABLE observation_flag (
        organization_id uuid NOT NULL,
        observation_id uuid NOT NULL,
        flagged_at timestamptz(3) NOT NULL,
        actor_type smallint NOT NULL,
        actor_id text,
        actor_name text NOT NULL,
        PRIMARY KEY (organization_id, observation_id)
      )`);
    await tenantTable(runner, 'observation_flag');

    await runner.query(`
      CREATE TABLE observation_action (
        organization_id uuid NOT NULL,
        observation_id uuid NOT NULL,
        id uuid NOT NULL,
        action_type smallint NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        actor_type smallint NOT NULL,
        actor_id text,
        actor_name text NOT NULL,
        from_status smallint,
        to_status smallint,
        comment text,
        PRIMARY KEY (organization_id, observation_id, id)
      )`);
    await tenantTable(runner, 'observation_action');

    await runner.query(`
      CREATE TABLE vulnerability (
        cve_id text PRIMARY KEY,
        epss_score real,
        epss_percentile real,
        kev_date_added date,
        kev_due_date date,
        ransomware_use boolean,
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await sharedTable(runner, 'vulnerability');
    await runner.query(`
      CREATE TABLE weakness_capec (
        cwe_id text NOT NULL,
        capec_id text NOT NULL,
        summary text NOT NULL,
        description text NOT NULL,
        PRIMARY KEY (cwe_id, capec_id)
      )`);
    await sharedTable(runner, 'weakness_capec');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
