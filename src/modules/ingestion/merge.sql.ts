import { ACTION, APPROVAL, OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { STAGED_COLUMNS } from './staged-row';

/** Indexed by severity number. */
const SEVERITY_NAMES = `ARRAY[${OBSERVATION_SEVERITY.short.map((name) => `'${name}'`).join(',')}]`;

const NAMES = STAGED_COLUMNS.map(([name]) => name);
const PLAIN = NAMES.filter((name) => !name.startsWith('epss'));
/** The columns that a later sighting may change; identity and first sighting stay. */
const CONTENT = PLAIN.filter((name) => !['id', 'view', 'fingerprint', 'first_seen', 'last_seen'].includes(name));

/**
 * Planner settings for imports. Batches are small compared to the table: index look-ups, no JIT, and enough memory for
 * roll-ups. Rows are not sorted for a join: in id order, most index entries are appended at the end. Generic plans: for a new
 * organization the statistics say that it has no rows, and then any index would seem good enough.
 */
export const TUNE = `SET LOCAL random_page_cost = 1.1; SET LOCAL jit = off; SET LOCAL enable_mergejoin = off; SET LOCAL work_mem = '64MB'; SET LOCAL plan_cache_mode = force_generic_plan`;
const STAGE_COLUMNS = STAGED_COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ');
/** Staging table for the new findings of one batch. */
export const CREATE_STAGE = `CREATE TEMPORARY TABLE import_stage (${STAGE_COLUMNS}) ON COMMIT DROP`;
/** Truncates it first, in the same message. */
export const FILL_STAGE = `TRUNCATE import_stage; COPY import_stage (${NAMES.join(', ')}) FROM STDIN (FORMAT binary)`;
/** Staging table for known findings that the file changes, with their own ids, until the last record of each is known. */
export const CREATE_CHANGED = `CREATE TEMPORARY TABLE import_changed (${STAGE_COLUMNS}, PRIMARY KEY (id)) ON COMMIT DROP`;
export const FILL_CHANGED = `COPY import_changed (${NAMES.join(', ')}) FROM STDIN (FORMAT binary)`;
/** The findings that the file reports or identifies; closeMissing resolves the others. */
export const CREATE_SEEN = `CREATE TEMPORARY TABLE import_seen (fingerprint bytea PRIMARY KEY) ON COMMIT DROP`;
/** The findings that their source reports as gone. */
export const CREATE_GONE = `CREATE TEMPORARY TABLE import_gone (fingerprint bytea PRIMARY KEY, reason text NOT NULL) ON COMMIT DROP`;

/** Splits $1 into fingerprints of 16 bytes each. */
const EACH_FINGERPRINT = `SELECT substring($1::bytea FROM place * 16 + 1 FOR 16) AS fingerprint, place FROM generate_series(0, length($1::bytea) / 16 - 1) AS place`;

/** $1 fingerprints. */
export const REMEMBER = `INSERT INTO import_seen SELECT fingerprint FROM (${EACH_FINGERPRINT}) p ON CONFLICT DO NOTHING`;

/** A later record of the same finding replaces an earlier one. $1 fingerprints, $2 reasons. */
export const NOTE_GONE = `
  INSERT INTO import_gone SELECT p.fingerprint, ($2::text[])[p.place + 1] FROM (${EACH_FINGERPRINT}) p
  ON CONFLICT (fingerprint) DO UPDATE SET reason = excluded.reason`;
/** $1 fingerprints that the file reports again. */
export const FORGET_GONE = `DELETE FROM import_gone WHERE fingerprint IN (SELECT fingerprint FROM (${EACH_FINGERPRINT}) p)`;
/** $1 ids of findings with a later record. */
export const FORGET_CHANGED = `DELETE FROM import_changed WHERE id = ANY($1::uuid[])`;

export const HAS_ANY = `SELECT 1 FROM observation WHERE organization_id = $1 LIMIT 1`;

export interface KnownRow {
  place: number;
  id: string;
  reopens: boolean;
  differs: boolean;
  later: boolean;
  /** This import has already created or changed it. */
  touched: boolean;
}

/** Rows that this transaction has written. */
const TOUCHED = `o.xmin = pg_current_xact_id()::xid`;

/**
 * Finds the known observations of a batch, and what changes about them. A resolved one is reopened only if it was seen after
 * it was resolved; an older sighting changes nothing. $1 organization, $2-$4 fingerprints, hashes (16 bytes each) and last
 * sightings.
 */
export const FIND_KNOWN = `
  SELECT place, id, reopens, touched, differs AND (reopens OR NOT resolved) AS differs, later AND (reopens OR NOT resolved) AS later
    FROM (
      SELECT p.place::int - 1 AS place, o.id, o.touched, o.approval_status = ${APPROVAL.RESOLVED} AS resolved,
             o.approval_status = ${APPROVAL.RESOLVED} AND p.last_seen > coalesce(o.resolved_at, '-infinity') AS reopens,
             o.body_hash <> substring($3::bytea FROM p.place::int * 16 - 15 FOR 16) AS differs, p.last_seen > o.last_seen AS later
        FROM unnest($4::timestamptz[]) WITH ORDINALITY AS p (last_seen, place)
       CROSS JOIN LATERAL (
         SELECT id, approval_status, body_hash, last_seen, resolved_at, ${TOUCHED} AS touched
           FROM observation o WHERE organization_id = $1 AND fingerprint = substring($2::bytea FROM p.place::int * 16 - 15 FOR 16) OFFSET 0) o
    ) known`;

/** Inserts the new observations of the staging table. Many share their CVEs, so each CVE is looked up once. $1 organization, $2 now. */
export const INSERT_NEW = `
  WITH known AS MATERIALIZED (
    SELECT k.*, e.*
      FROM (SELECT DISTINCT cve_ids, cwe_ids, epss_score, epss_percentile FROM import_stage
             WHERE cve_ids <> '{}' OR cwe_ids <> '{}' OR epss_score IS NOT NULL) k
     CROSS JOIN LATERAL observation_enrichment(k.cve_ids, k.cwe_ids, k.epss_score, k.epss_percentile) e
  )
  INSERT INTO observation (organization_id, approval_status, created_at, updated_at, enrichment, is_known_exploited, is_ransomware_used,
                           ${PLAIN.join(', ')}, epss_score, epss_percentile)
  SELECT $1, ${APPROVAL.BACKLOG}, $2::timestamptz, $2::timestamptz, e.document, coalesce(e.known_exploited, false), coalesce(e.ransomware, false),
         ${PLAIN.map((name) => `s.${name}`).join(', ')}, coalesce(e.epss, s.epss_score), coalesce(e.percentile, s.epss_percentile)
    FROM import_stage s
    LEFT JOIN known e ON e.cve_ids = s.cve_ids AND e.cwe_ids = s.cwe_ids
                     AND e.epss_score IS NOT DISTINCT FROM s.epss_score AND e.epss_percentile IS NOT DISTINCT FROM s.epss_percentile`;

const REOPENING = `
           approval_status = CASE WHEN k.reopens THEN ${APPROVAL.BACKLOG} ELSE o.approval_status END,
           regression_count = o.regression_count + k.reopens::int,
           resolved_at = CASE WHEN k.reopens THEN NULL ELSE o.resolved_at END`;

const NEW_ACTION = `INSERT INTO observation_action (organization_id, observation_id, id, action_type, occurred_at, actor_type, actor_id, actor_name, from_status, to_status, comment)`;

const RECORD = `
  ${NEW_ACTION}
  SELECT $1, id, uuid_v7(), ${ACTION.REOPENED}, $2::timestamptz, $3::smallint, $4, $5, ${APPROVAL.RESOLVED}, ${APPROVAL.BACKLOG}, 'Observed again' FROM changed WHERE reopens
  UNION ALL
  SELECT $1, id, uuid_v7(), ${ACTION.SEVERITY_CHANGED}, $2::timestamptz, $3::smallint, $4, $5, NULL, NULL,
         format('Severity %s became %s', (${SEVERITY_NAMES})[old_severity], (${SEVERITY_NAMES})[severity])
    FROM changed WHERE old_severity <> severity`;

/**
 * Updates known observations that were seen again unchanged. RESOLVED ones return to BACKLOG, EXCLUDED ones stay. A later
 * sighting alone does not count as a change. $1 organization, $2 now, $3-$5 actor, $6-$8 ids, last sightings and whether each
 * reopens.
 */
export const SEE_AGAIN = `
  WITH changed AS (
    UPDATE observation o SET last_seen = greatest(o.last_seen, k.last_seen), updated_at = CASE WHEN k.reopens THEN $2 ELSE o.updated_at END,${REOPENING}
      FROM unnest($6::uuid[], $7::timestamptz[], $8::boolean[]) AS k (id, last_seen, reopens)
     WHERE o.organization_id = $1 AND o.id = k.id
    RETURNING o.id, k.reopens, o.severity AS old_severity, o.severity
  )${RECORD}`;

/**
 * Updates known observations that the file changes: import_changed has the last record of each. One that this import created
 * or already counted is not counted again, and severity changes within the file are not recorded in the history. $1
 * organization, $2 now, $3-$5 actor.
 */
export const REWRITE = `
  WITH old AS MATERIALIZED (
    SELECT o.id, o.severity, o.approval_status = ${APPROVAL.RESOLVED} AS reopens, ${TOUCHED} AS touched, ${TOUCHED} AND o.created_at = $2::timestamptz AS created
      FROM import_changed s JOIN observation o ON o.organization_id = $1 AND o.id = s.id
  ), changed AS (
    UPDATE observation o
       SET ${CONTENT.map((name) => `${name} = s.${name}`).join(', ')},
           last_seen = greatest(o.last_seen, s.last_seen), updated_at = $2, enrichment = e.document,
           epss_score = coalesce(e.epss, s.epss_score), epss_percentile = coalesce(e.percentile, s.epss_percentile),
           is_known_exploited = coalesce(e.known_exploited, false), is_ransomware_used = coalesce(e.ransomware, false),${REOPENING}
      FROM import_changed s
      JOIN old k ON k.id = s.id
      LEFT JOIN LATERAL observation_enrichment(s.cve_ids, s.cwe_ids, s.epss_score, s.epss_percentile) e ON true
     WHERE o.organization_id = $1 AND o.id = s.id
    RETURNING o.id, k.reopens, k.touched, CASE WHEN k.created THEN o.severity ELSE k.severity END AS old_severity, o.severity
  ), recorded AS (${RECORD}
  )
  SELECT count(*) FILTER (WHERE reopens AND NOT touched)::int AS reopened, count(*) FILTER (WHERE NOT reopens AND NOT touched)::int AS reobserved
    FROM changed`;

const RESOLVING = `
    UPDATE observation o SET approval_status = ${APPROVAL.RESOLVED}, resolved_at = $2, updated_at = $2`;

/** Resolves open observations that their source reports as gone, each with its reason. $1 organization, $2 now, $3-$5 actor. */
export const CLOSE_GONE = `
  WITH old AS MATERIALIZED (
    SELECT o.id, o.approval_status, g.reason
      FROM import_gone g JOIN observation o ON o.organization_id = $1 AND o.fingerprint = g.fingerprint
     WHERE o.is_open
  ), closed AS (${RESOLVING}
      FROM old WHERE o.organization_id = $1 AND o.id = old.id
    RETURNING o.id, old.approval_status AS old_status, old.reason
  ), recorded AS (
    ${NEW_ACTION}
    SELECT $1, id, uuid_v7(), ${ACTION.RESOLVED}, $2::timestamptz, $3::smallint, $4, $5, old_status, ${APPROVAL.RESOLVED}, reason FROM closed
  )
  SELECT count(*)::int AS resolved FROM closed`;

/**
 * Resolves observations that the same sources reported earlier about the same parties and that this file neither reports nor
 * identifies. Triples of view, party and source are matched against a list rather than joined: one pass, even while the table
 * has no statistics. For sources with records that match no party, findings about a party as a whole stay open, because such
 * a record may be about them. $1 organization, $2 now, $3-$5 actor, $6 covered parties, $7 the triples, $8 sources of records
 * that match no party.
 */
export const CLOSE_MISSING = `
  WITH old AS MATERIALIZED (
    SELECT o.id, o.approval_status, o.subject_domain = o.party_domain AND o.source_name = ANY($8::text[]) AS held_back
      FROM observation o
     WHERE o.organization_id = $1 AND o.is_open AND o.party_domain = ANY($6::text[])
       AND o.view || ' ' || o.party_domain || ' ' || o.source_name = ANY($7::text[])
       AND NOT EXISTS (SELECT 1 FROM import_seen s WHERE s.fingerprint = o.fingerprint)
  ), closed AS (${RESOLVING}
      FROM old WHERE o.organization_id = $1 AND o.id = old.id AND NOT old.held_back
    RETURNING o.id, old.approval_status AS old_status
  ), recorded AS (
    ${NEW_ACTION}
    SELECT $1, id, uuid_v7(), ${ACTION.RESOLVED}, $2::timestamptz, $3::smallint, $4, $5, old_status, ${APPROVAL.RESOLVED}, 'No longer reported by its source' FROM closed
  )
  SELECT (SELECT count(*) FROM closed)::int AS resolved, (SELECT count(*) FROM old WHERE held_back)::int AS "heldBack"`;

/** Gives every examined party a score, even when nothing was found. $1 organization, $2 views, $3 parties. */
export const NOTE_PARTIES = `
  INSERT INTO party_score (organization_id, view, party_domain)
  SELECT DISTINCT $1::uuid, p.view, p.party FROM unnest($2::smallint[], $3::text[]) AS p (view, party)
  ON CONFLICT DO NOTHING`;
