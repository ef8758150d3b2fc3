import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sharedTable, tenantTable } from './tools';

/** Observations, their history, and the shared catalogues that enrich them. */
export class Observations1763164800002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Fields that are filtered, sorted or changed are columns; the others are stored as rendered JSON in body and enrichment.
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
        cvss_base_score numeric(3,1),
        -- To sort by: unscored ones below all others. An integer, as row-level security keeps comparisons of numeric away from indexes.
        cvss_rank smallint NOT NULL GENERATED ALWAYS AS (coalesce((cvss_base_score * 10)::smallint, -1)) STORED,
        cvss_severity smallint,
        epss_score numeric(7,6),
        epss_percentile numeric(7,6),
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

    // A list is a scan of one of these indexes, mostly backwards: new rows are appended at the end, so index pages fill up
    // before they split. Severity as the last key is checked within the index.
    for (const [state, condition] of [
      ['open', 'is_open'],
      ['closed', 'NOT is_open'],
    ] as const) {
      const where = `WHERE ${condition} AND is_listed`;
      await runner.query(
        `CREATE INDEX observation_${state}_first_seen_idx ON observation (organization_id, view, first_seen, id, severity) ${where}`,
      );
      await runner.query(`CREATE INDEX observation_${state}_last_seen_idx ON observation (organization_id, view, last_seen, id) ${where}`);
      await runner.query(`CREATE INDEX observation_${state}_updated_idx ON observation (organization_id, view, updated_at, id) ${where}`);
      await runner.query(`CREATE INDEX observation_${state}_severity_idx ON observation (organization_id, view, severity, id) ${where}`);
      await runner.query(`CREATE INDEX observation_${state}_cvss_idx ON observation (organization_id, view, cvss_rank, id) ${where}`);
    }
    // Few distinct keys each, which B-tree deduplication stores as posting lists: small and cheap to insert into.
    await runner.query(`CREATE INDEX observation_group_idx ON observation (organization_id, view, group_key)`);
    await runner.query(
      `CREATE INDEX observation_category_idx ON observation (organization_id, view, category, group_key, severity) WHERE is_open AND is_listed`,
    );
    await runner.query(`CREATE INDEX observation_party_idx ON observation (organization_id, view, party_domain, first_seen, id, severity)`);
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

    // The flag is its own history entry, so flagging a hundred thousand observations only inserts.
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
        epss_score numeric(7,6),
        epss_percentile numeric(7,6),
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
    for (const statement of [UUID_V7, ENRICHMENT, SIDE_TABLES]) await runner.query(statement);
    await runner.query(`
      CREATE TRIGGER observation_sides_added AFTER INSERT ON observation
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_sides()`);
    await runner.query(`
      CREATE TRIGGER observation_sides_changed AFTER UPDATE ON observation
      REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_sides()`);
    await runner.query(`
      CREATE TRIGGER observation_sides_removed AFTER DELETE ON observation
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_sides()`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

/** Time-ordered ids for rows created by set-based statements, like those the service generates. */
const UUID_V7 = `
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
           placing substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$`;

/** The data of the shared catalogues about an observation's CVEs and CWEs, and its rendered JSON fragment. */
const ENRICHMENT = `
CREATE FUNCTION observation_enrichment(cves text[], cwes text[], own_epss numeric, own_percentile numeric)
RETURNS TABLE (document text, epss numeric, percentile numeric, known_exploited boolean, ransomware boolean) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN coalesce(v.epss, own_epss) IS NOT NULL OR v.added IS NOT NULL OR c.capec IS NOT NULL THEN
           concat_ws(',',
             '"epss":' || json_build_object('score', coalesce(v.epss, own_epss), 'percentile', coalesce(v.percentile, own_percentile, 0)),
             '"knownExploited":' || json_strip_nulls(CASE WHEN v.added IS NOT NULL THEN
               json_build_object('dateAdded', v.added || 'T00:00:00.000Z', 'dueDate', v.due || 'T00:00:00.000Z', 'ransomwareUse', v.ransomware) END),
             '"capec":' || coalesce(c.capec, '[]'::json))
         END,
         coalesce(v.epss, own_epss), coalesce(v.percentile, own_percentile), v.added IS NOT NULL, v.ransomware
    FROM (SELECT max(epss_score) AS epss, max(epss_percentile) AS percentile, min(kev_date_added) AS added, min(kev_due_date) AS due,
                 coalesce(bool_or(ransomware_use), false) AS ransomware
            FROM vulnerability WHERE cve_id = ANY(cves)) v,
         (SELECT json_agg(json_build_object('capecId', p.capec_id, 'summary', p.summary, 'description', p.description) ORDER BY p.capec_id) AS capec
            FROM (SELECT DISTINCT capec_id, summary, description FROM weakness_capec WHERE cwe_id = ANY(cwes) ORDER BY capec_id LIMIT 10) p) c
$$`;

/**
 * Updates the CVE rows of changed observations, and deletes all dependent rows of deleted ones. Old and new rows are compared
 * as sets: a cached plan of a join, made for a few rows, would compare every pair of many.
 */
const SIDE_TABLES = `
CREATE FUNCTION observation_sides() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_cve (organization_id, cve_id, observation_id)
    SELECT DISTINCT organization_id, unnest(cve_ids), id FROM added WHERE cve_ids <> '{}' ORDER BY 1, 2, 3;
  ELSIF TG_OP = 'UPDATE' THEN
    DELETE FROM observation_cve c
     USING (SELECT organization_id, id, cve_ids FROM removed WHERE cve_ids <> '{}'
            EXCEPT SELECT organization_id, id, cve_ids FROM added WHERE cve_ids <> '{}') r
     WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
    INSERT INTO observation_cve (organization_id, cve_id, observation_id)
    SELECT organization_id, unnest(cve_ids), id
      FROM (SELECT organization_id, id, cve_ids FROM added WHERE cve_ids <> '{}'
            EXCEPT SELECT organization_id, id, cve_ids FROM removed WHERE cve_ids <> '{}') a
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM observation_cve c USING removed r WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
    DELETE FROM observation_action c USING removed r WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
  END IF;
  RETURN NULL;
END $$`;
