import { isoTimeSql } from '#platform/database/iso-time';
import { CVSS_SCORE_SEVERITY, OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '#shared/observation.enums';

const sqlArray = (members: readonly string[]) => `ARRAY[${members.map((member) => `'${member}'`).join(',')}]`;

/** How many vendors INSERT_VENDORS would add. */
export const COUNT_NEW_VENDORS = `
  SELECT count(*)::int AS needed FROM generate_series(1, $2::int) n
   WHERE NOT EXISTS (SELECT FROM vendor v WHERE v.organization_id = $1 AND v.domain_name = 'load-' || n || '.com')`;

const FINGERPRINT = (salt: string, n: string) => `decode(md5(${salt} || ${n}), 'hex')`;

/**
 * Whether the organization has any of the observations that would be inserted: $1 organization, $2 their number, $3 salt of the
 * fingerprints. One look-up in the index each, and no number is kept: a join depends on statistics, which may be outdated.
 */
export const FIND_OBSERVATIONS = `
  SELECT EXISTS (SELECT FROM (SELECT generate_series(1, $2::int) AS n) numbers
                  WHERE (SELECT true FROM observation WHERE organization_id = $1 AND fingerprint = ${FINGERPRINT('$3', 'n')})) AS found`;

/** Vendors load-1.com, load-2.com, ...; existing ones stay unchanged. */
export const INSERT_VENDORS = `
  INSERT INTO vendor (organization_id, id, domain_name, company_name, is_monitored, monitored_since, lifecycle_status, risk_level, business_impact, created_at, updated_at)
  SELECT $1, uuid_v7(), 'load-' || n || '.com', 'Load ' || n, true, now(), 2, 1 + n % 4, 1 + n % 5, now() - n * interval '1 second', now()
    FROM generate_series(1, $2::int) n
  ON CONFLICT (organization_id, domain_name) DO NOTHING`;

/**
 * Findings with a realistic distribution: 300 CVEs and 120 types, few critical, seven in ten open, over one year and roughly
 * in chronological order, as from scans. $1 organization, $2 first number, $3 last, $4 vendors, $5 salt of the fingerprints,
 * $6 total.
 */
export const INSERT_OBSERVATIONS = `
  INSERT INTO observation (
    organization_id, id, view, party_domain, vendor_id, vendor_name, subject_domain, fingerprint, group_key, observation_type, title, category, severity, confidence,
    approval_status, asset_type, asset_ip, asset_port, asset_protocol, cve_ids, cwe_ids, tags, cvss_base_score, cvss_severity, source_name,
    first_seen, last_seen, resolved_at, created_at, updated_at, body, body_hash)
  SELECT $1, uuid_v7(), 1, v.domain_name, v.id, v.company_name, f.host || '.' || v.domain_name, ${FINGERPRINT('$5', 'f.n')},
         coalesce(f.cve, f.type), f.type, f.title, f.category, f.severity, 1 + f.n % 3,
         CASE WHEN f.open THEN 1 + f.n % 3 ELSE 4 + f.n % 2 END, 1, f.ip, f.port, 1,
         CASE WHEN f.cve IS NULL THEN '{}' ELSE ARRAY[f.cve] END, ARRAY[f.cwe], ARRAY[f.tag], f.cvss, f.cvss_severity, 'load',
         f.seen, f.seen + interval '2 days', CASE WHEN f.open THEN NULL ELSE f.seen + interval '9 days' END, now(), f.seen + interval '9 days',
         format('"title":"%s","description":"%s","observationType":"%s","category":"%s","severity":"%s","subjectDomain":"%s","assetType":"ASSET_TYPE_IP_PORT","asset":{"ipPort":{"address":"%s","port":"%s","protocol":"ASSET_IP_PORT_PROTOCOL_TCP"}},"cveIds":[%s],"cweIds":["%s"],"references":["https://example.com/advisories/%s"],"tags":["%s"],"evidence":["Banner of port %s"],"remediation":"Update the affected component to its current release.","source":{"name":"load"},"cvssScores":[%s]',
                f.title, 'The component answers with a version that is known to be affected. An attacker who reaches it over the network can use the weakness.', f.type,
                (${sqlArray(OBSERVATION_CATEGORY.members)})[f.category], (${sqlArray(OBSERVATION_SEVERITY.members)})[f.severity], f.host || '.' || v.domain_name,
                f.ip, f.port, coalesce('"' || f.cve || '"', ''), f.cwe, f.n % 300, f.tag, f.port,
                CASE WHEN f.cvss IS NULL THEN '' ELSE format('{"version":"CVSS_SCORE_VERSION_V3_1","baseScore":%s,"baseSeverity":"%s","cvssVector":"","scoreSource":"load","firstSeen":"%s"}',
                  f.cvss, (${sqlArray(CVSS_SCORE_SEVERITY.members)})[f.cvss_severity], ${isoTimeSql('f.seen')}) END),
         decode(md5('b' || f.n), 'hex')
    FROM (
      SELECT *, CASE WHEN cvss = 0 THEN 1 WHEN cvss < 4 THEN 2 WHEN cvss < 7 THEN 3 WHEN cvss < 9 THEN 4 WHEN cvss <= 10 THEN 5 END AS cvss_severity FROM (
      SELECT n, 'load-' || (1 + floor(pick * $4))::int || '.com' AS vendor, seen, open,
             CASE WHEN kind < 0.4 THEN 'CVE-' || (2010 + n % 15) || '-' || (1000 + (kind * 750)::int) END AS cve,
             'type_' || n % 120 AS type, 'Finding of type ' || n % 120 AS title, 1 + n % 14 AS category,
             CASE WHEN level < 0.1 THEN 1 WHEN level < 0.3 THEN 2 WHEN level < 0.65 THEN 3 WHEN level < 0.95 THEN 4 ELSE 5 END AS severity,
             (ARRAY['www', 'mail', 'vpn', 'shop', 'api'])[1 + n % 5] AS host, '198.51.100.' || n % 254 AS ip, (ARRAY[443, 80, 22, 8443, 3389])[1 + n % 5] AS port,
             'CWE-' || 20 + n % 60 AS cwe, 'tag' || n % 30 AS tag, CASE WHEN kind < 0.4 THEN round((level * 10)::numeric, 1) END AS cvss
        FROM (SELECT n, random() AS pick, random() AS kind, random() AS level, random() < 0.7 AS open, date_trunc('milliseconds', now() - interval '365 days' * (1 - (n - random() * $6 / 500) / $6)) AS seen
                FROM generate_series($2::int, $3::int) n) r
      ) scored
    ) f JOIN vendor v ON v.organization_id = $1 AND v.domain_name = f.vendor`;
