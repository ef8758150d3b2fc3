export const CREATE_KEV = `CREATE TEMPORARY TABLE kev (cve text, added date, due date, ransomware boolean) ON COMMIT DROP`;
export const COPY_KEV = `COPY kev FROM STDIN`;
export const MERGE_KEV = `
  INSERT INTO vulnerability AS v (cve_id, kev_date_added, kev_due_date, ransomware_use)
  SELECT DISTINCT ON (cve) cve, added, due, ransomware FROM kev ORDER BY cve, added
  ON CONFLICT (cve_id) DO UPDATE
    SET kev_date_added = excluded.kev_date_added, kev_due_date = excluded.kev_due_date, ransomware_use = excluded.ransomware_use, updated_at = now()
  WHERE (v.kev_date_added, v.kev_due_date, v.ransomware_use) IS DISTINCT FROM (excluded.kev_date_added, excluded.kev_due_date, excluded.ransomware_use)`;
/** CVEs that were removed from the catalogue are no longer known to be exploited. */
export const WITHDRAW_KEV = `
  UPDATE vulnerability v SET kev_date_added = NULL, kev_due_date = NULL, ransomware_use = NULL, updated_at = now()
   WHERE v.kev_date_added IS NOT NULL AND NOT EXISTS (SELECT 1 FROM kev k WHERE k.cve = v.cve_id)`;

export const CREATE_EPSS = `CREATE TEMPORARY TABLE epss (cve text, score numeric(7,6), percentile numeric(7,6)) ON COMMIT DROP`;
export const COPY_EPSS = `COPY epss FROM STDIN`;
export const MERGE_EPSS = `
  INSERT INTO vulnerability AS v (cve_id, epss_score, epss_percentile)
  SELECT DISTINCT ON (cve) cve, score, percentile FROM epss ORDER BY cve, score DESC
  ON CONFLICT (cve_id) DO UPDATE SET epss_score = excluded.epss_score, epss_percentile = excluded.epss_percentile, updated_at = now()
  WHERE (v.epss_score, v.epss_percentile) IS DISTINCT FROM (excluded.epss_score, excluded.epss_percentile)`;

export const CREATE_CAPEC = `CREATE TEMPORARY TABLE capec (cwe text, capec text, summary text, description text) ON COMMIT DROP`;
export const COPY_CAPEC = `COPY capec FROM STDIN`;
export const MERGE_CAPEC = `
  INSERT INTO weakness_capec AS w (cwe_id, capec_id, summary, description)
  SELECT DISTINCT ON (cwe, capec) cwe, capec, summary, description FROM capec WHERE cwe IS NOT NULL ORDER BY cwe, capec
  ON CONFLICT (cwe_id, capec_id) DO UPDATE SET summary = excluded.summary, description = excluded.description
  WHERE (w.summary, w.description) IS DISTINCT FROM (excluded.summary, excluded.description)`;
/** Replaces the weaknesses of a pattern by those in the file. */
export const WITHDRAW_CAPEC = `
  DELETE FROM weakness_capec w
   WHERE w.capec_id IN (SELECT c.capec FROM capec c) AND NOT EXISTS (SELECT 1 FROM capec c WHERE c.capec = w.capec_id AND c.cwe = w.cwe_id)`;

/** The distinct CVEs of an organization's observations, by a loose index scan. */
export const OWN_CVES = `
  WITH RECURSIVE own AS (
    SELECT min(cve_id) AS id FROM observation_cve WHERE organization_id = $1
    UNION ALL
    SELECT (SELECT min(c.cve_id) FROM observation_cve c WHERE c.organization_id = $1 AND c.cve_id > own.id) FROM own WHERE own.id IS NOT NULL
  )
  SELECT id FROM own WHERE id IS NOT NULL`;
export const OWN_CWES = `
  SELECT DISTINCT w.id FROM observation o CROSS JOIN LATERAL unnest(o.cwe_ids) AS w (id) WHERE o.organization_id = $1 AND o.cwe_ids <> '{}'`;

/** Observations with a CVE of the list, and those marked as exploited, because the catalogue may have withdrawn that. */
export const BY_CVE = `
  SELECT c.observation_id AS id, true AS is_matched FROM observation_cve c WHERE c.organization_id = $1 AND c.cve_id = ANY ($2::text[])
  UNION ALL
  SELECT o.id, false FROM observation o WHERE o.organization_id = $1 AND o.is_known_exploited`;
/** All observations with a CWE, because patterns may also have been removed from one. */
export const BY_CWE = `
  SELECT o.id, o.cwe_ids && $2::text[] AS is_matched FROM observation o WHERE o.organization_id = $1 AND o.cwe_ids <> '{}'`;

/** Updates the enrichment of observations from the catalogues; unchanged rows are not written. $1 organization, $2 ids of the file. */
export function enrich(concerned: string): string {
  return `
    WITH concerned AS MATERIALIZED (
      SELECT id, bool_or(is_matched) AS is_matched FROM (${concerned}) c GROUP BY id
    ), said AS MATERIALIZED (
      SELECT o.id, o.cve_ids, o.cwe_ids, coalesce(o.epss_score, -1) AS epss_score, coalesce(o.epss_percentile, -1) AS epss_percentile
        FROM concerned c JOIN observation o ON o.organization_id = $1 AND o.id = c.id
    ), known AS MATERIALIZED (
      SELECT s.*, e.*
        FROM (SELECT DISTINCT cve_ids, cwe_ids, epss_score, epss_percentile FROM said) s
       CROSS JOIN LATERAL observation_enrichment(s.cve_ids, s.cwe_ids, nullif(s.epss_score, -1), nullif(s.epss_percentile, -1)) e
    ), updated AS (
      UPDATE observation o
         SET enrichment = k.document, epss_score = k.epss, epss_percentile = k.percentile, is_known_exploited = coalesce(k.known_exploited, false),
             is_ransomware_used = coalesce(k.ransomware, false), updated_at = now()
        FROM said s JOIN known k USING (cve_ids, cwe_ids, epss_score, epss_percentile)
       WHERE o.organization_id = $1 AND o.id = s.id
         AND (o.enrichment IS DISTINCT FROM k.document OR o.is_known_exploited <> coalesce(k.known_exploited, false)
              OR o.is_ransomware_used <> coalesce(k.ransomware, false))
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM concerned WHERE is_matched) AS matched, (SELECT count(*)::int FROM updated) AS updated`;
}
