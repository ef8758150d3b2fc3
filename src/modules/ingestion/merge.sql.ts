import { STAGED_COLUMNS } from './staged-row';

const NAMES = STAGED_COLUMNS.map(([name]) => name);
/** What a later sighting may change; identity, first sighting and vendor stay. */
const CONTENT = NAMES.filter(
  (name) => !['id', 'view', 'fingerprint', 'first_seen', 'last_seen', 'epss_score', 'epss_percentile'].includes(name),
);

export const CREATE_STAGE = `CREATE TEMPORARY TABLE import_stage (${STAGED_COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')}) ON COMMIT DROP`;
export const CREATE_SEEN = `CREATE TEMPORARY TABLE import_seen (fingerprint bytea PRIMARY KEY) ON COMMIT DROP`;
export const COPY_STAGE = `COPY import_stage (${NAMES.join(', ')}) FROM STDIN`;

/** Remembers what this file reported, for closing what it no longer reports. */
export const REMEMBER = `INSERT INTO import_seen SELECT fingerprint FROM import_stage ON CONFLICT DO NOTHING`;

/**
 * Known observations seen again. RESOLVED ones come back to BACKLOG, EXCLUDED ones stay; rows with nothing new are left
 * alone. $1 organization, $2 now, $3 actor type, $4 actor id, $5 actor name.
 */
export const MERGE_KNOWN = `
  WITH known AS MATERIALIZED (
    SELECT o.id AS known_id, o.approval_status AS old_status, o.severity AS old_severity,
           o.approval_status = 4 AS reopens, s.body_hash <> o.body_hash AS differs, s.last_seen > o.last_seen AS later, s.*
      FROM import_stage s JOIN observation o ON o.organization_id = $1 AND o.fingerprint = s.fingerprint
  ), touched AS (
    UPDATE observation o
       SET ${CONTENT.map((name) => `${name} = CASE WHEN k.differs THEN k.${name} ELSE o.${name} END`).join(', ')},
           last_seen = greatest(o.last_seen, k.last_seen),
           approval_status = CASE WHEN k.reopens THEN 1 ELSE o.approval_status END,
           regression_count = o.regression_count + k.reopens::int,
           resolved_at = CASE WHEN k.reopens THEN NULL ELSE o.resolved_at END,
           enrichment = CASE WHEN k.differs THEN e.document ELSE o.enrichment END,
           epss_score = CASE WHEN k.differs THEN e.epss ELSE o.epss_score END,
           epss_percentile = CASE WHEN k.differs THEN e.percentile ELSE o.epss_percentile END,
           is_known_exploited = CASE WHEN k.differs THEN coalesce(e.known_exploited, false) ELSE o.is_known_exploited END,
           is_ransomware_used = CASE WHEN k.differs THEN coalesce(e.ransomware, false) ELSE o.is_ransomware_used END,
           updated_at = $2
      FROM known k
      LEFT JOIN LATERAL observation_enrichment(k.cve_ids, k.cwe_ids, k.epss_score, k.epss_percentile) e ON k.differs
     WHERE o.organization_id = $1 AND o.id = k.known_id AND (k.reopens OR k.differs OR k.later)
    RETURNING o.id, k.reopens, k.old_severity, o.severity
  ), recorded AS (
    INSERT INTO observation_action (organization_id, observation_id, id, action_type, occurred_at, actor_type, actor_id, actor_name, from_status, to_status, comment)
    SELECT $1, id, uuid_v7(), 5, $2::timestamptz, $3::smallint, $4, $5, 4, 1, 'Observed again' FROM touched WHERE reopens
    UNION ALL
    SELECT $1, id, uuid_v7(), 6, $2::timestamptz, $3::smallint, $4, $5, NULL, NULL,
           format('Severity %s became %s', (ARRAY['INFO','LOW','MEDIUM','HIGH','CRITICAL'])[old_severity], (ARRAY['INFO','LOW','MEDIUM','HIGH','CRITICAL'])[severity])
      FROM touched WHERE old_severity <> severity
  )
  SELECT (SELECT count(*)::int FROM known) AS known, (SELECT count(*)::int FROM touched) AS touched,
         (SELECT count(*)::int FROM touched WHERE reopens) AS reopened`;

/** New observations. $1 organization, $2 now. */
export const INSERT_NEW = `
  INSERT INTO observation (organization_id, approval_status, created_at, updated_at, enrichment, is_known_exploited, is_ransomware_used,
                           ${NAMES.filter((name) => !name.startsWith('epss')).join(', ')}, epss_score, epss_percentile)
  SELECT $1, 1, $2::timestamptz, $2::timestamptz, e.document, coalesce(e.known_exploited, false), coalesce(e.ransomware, false),
         ${NAMES.filter((name) => !name.startsWith('epss'))
           .map((name) => `s.${name}`)
           .join(', ')}, coalesce(e.epss, s.epss_score), coalesce(e.percentile, s.epss_percentile)
    FROM import_stage s
    LEFT JOIN LATERAL observation_enrichment(s.cve_ids, s.cwe_ids, s.epss_score, s.epss_percentile) e
      ON s.cve_ids <> '{}' OR s.cwe_ids <> '{}' OR s.epss_score IS NOT NULL
  ON CONFLICT (organization_id, fingerprint) DO NOTHING`;

/**
 * Resolves what the same sources reported earlier about the same subjects and this file does not report.
 * $1 organization, $2 now, $3-$5 actor, $6-$8 views, subjects and sources that were reported on.
 */
export const CLOSE_MISSING = `
  WITH covered AS (
    SELECT DISTINCT * FROM unnest($6::smallint[], $7::text[], $8::text[]) AS c(view, subject_domain, source_name)
  ), old AS MATERIALIZED (
    SELECT o.id, o.approval_status
      FROM observation o JOIN covered c ON c.view = o.view AND c.subject_domain = o.subject_domain AND c.source_name = o.source_name
     WHERE o.organization_id = $1 AND o.is_open AND NOT EXISTS (SELECT 1 FROM import_seen s WHERE s.fingerprint = o.fingerprint)
  ), closed AS (
    UPDATE observation o SET approval_status = 4, resolved_at = $2, updated_at = $2
      FROM old WHERE o.organization_id = $1 AND o.id = old.id
    RETURNING o.id, old.approval_status AS old_status
  ), recorded AS (
    INSERT INTO observation_action (organization_id, observation_id, id, action_type, occurred_at, actor_type, actor_id, actor_name, from_status, to_status, comment)
    SELECT $1, id, uuid_v7(), 4, $2::timestamptz, $3::smallint, $4, $5, old_status, 4, 'No longer reported by its source' FROM closed
  )
  SELECT count(*)::int AS resolved FROM closed`;
