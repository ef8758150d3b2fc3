import { GROUP_KEYS } from '#modules/observations/groups.sql';
import type { Derived } from './derived';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { VRM_VIEW } from '#shared/view';

const OPEN = 'o.is_open';
const CLOSED = 'NOT o.is_open';
const SEVERITIES = Object.values(OBSERVATION_SEVERITY.stored);

const bySeverity = (state: string) =>
  `ARRAY[${SEVERITIES.map((severity) => `count(*) FILTER (WHERE ${state} AND o.severity = ${severity})`).join(', ')}]`;

/** The observations that are listed. */
const LISTED = `FROM observation o WHERE o.organization_id = $1 AND o.is_listed`;

/** The group keys of an observation. */
const GROUPS = `unnest(${GROUP_KEYS}) AS g (group_key)`;

const groups: Derived = {
  name: 'observation groups',
  key: ['view', 'group_key'],
  stored: `
    SELECT view, group_key, open_count, closed_count, open_by_severity, closed_by_severity, open_flagged, closed_flagged,
           open_vendors, closed_vendors, all_vendors, open_first_seen, open_last_seen, closed_first_seen, closed_last_seen,
           open_max_cvss, closed_max_cvss, open_known_exploited, closed_known_exploited
      FROM observation_group
     WHERE organization_id = $1
       AND (open_count, closed_count, open_flagged, closed_flagged, open_vendors, closed_vendors, all_vendors) <> (0, 0, 0, 0, 0, 0, 0)`,
  recounted: `
    SELECT o.view, g.group_key,
           count(*) FILTER (WHERE ${OPEN}) AS open_count, count(*) FILTER (WHERE ${CLOSED}) AS closed_count,
           ${bySeverity(OPEN)} AS open_by_severity, ${bySeverity(CLOSED)} AS closed_by_severity,
           count(f.observation_id) FILTER (WHERE ${OPEN}) AS open_flagged, count(f.observation_id) FILTER (WHERE ${CLOSED}) AS closed_flagged,
           count(DISTINCT o.party_domain) FILTER (WHERE ${OPEN} AND o.view = ${VRM_VIEW.number}) AS open_vendors,
           count(DISTINCT o.party_domain) FILTER (WHERE ${CLOSED} AND o.view = ${VRM_VIEW.number}) AS closed_vendors,
           count(DISTINCT o.party_domain) FILTER (WHERE o.view = ${VRM_VIEW.number}) AS all_vendors,
           min(o.first_seen) FILTER (WHERE ${OPEN}) AS open_first_seen, max(o.last_seen) FILTER (WHERE ${OPEN}) AS open_last_seen,
           min(o.first_seen) FILTER (WHERE ${CLOSED}) AS closed_first_seen, max(o.last_seen) FILTER (WHERE ${CLOSED}) AS closed_last_seen,
           max(o.cvss_base_score) FILTER (WHERE ${OPEN}) AS open_max_cvss, max(o.cvss_base_score) FILTER (WHERE ${CLOSED}) AS closed_max_cvss,
           coalesce(bool_or(o.is_known_exploited) FILTER (WHERE ${OPEN}), false) AS open_known_exploited,
           coalesce(bool_or(o.is_known_exploited) FILTER (WHERE ${CLOSED}), false) AS closed_known_exploited
      FROM observation o CROSS JOIN LATERAL ${GROUPS} LEFT JOIN observation_flag f ON f.organization_id = o.organization_id AND f.observation_id = o.id
     WHERE o.organization_id = $1 AND o.is_listed
     GROUP BY 1, 2`,
};

const groupVendors: Derived = {
  name: 'vendors of observation groups',
  key: ['view', 'group_key', 'party_domain'],
  stored: `
    SELECT view, group_key, party_domain, open_count, closed_count
      FROM observation_group_vendor WHERE organization_id = $1 AND (open_count, closed_count) <> (0, 0)`,
  recounted: `
    SELECT o.view, g.group_key, o.party_domain, count(*) FILTER (WHERE ${OPEN}) AS open_count, count(*) FILTER (WHERE ${CLOSED}) AS closed_count
      FROM observation o CROSS JOIN LATERAL ${GROUPS}
     WHERE o.organization_id = $1 AND o.is_listed AND o.view = ${VRM_VIEW.number}
     GROUP BY 1, 2, 3`,
};

/** The days of times in UTC, as numbers. */
const days = (...times: string[]) =>
  `concat_ws(' ', ${times.map((time) => `(${time} AT TIME ZONE 'UTC')::date - '1970-01-01'::date`).join(', ')})`;

/** Each field with discrete values, with its SQL expression. */
const SCALARS: Readonly<Record<string, string>> = {
  VENDOR: 'o.party_domain',
  SUBJECT_DOMAIN: 'o.subject_domain',
  OBSERVATION_TYPE: 'o.observation_type',
  CATEGORY: 'o.category::text',
  SEVERITY: 'o.severity::text',
  CONFIDENCE: 'o.confidence::text',
  APPROVAL_STATUS: 'o.approval_status::text',
  SOURCE: 'o.source_name',
  ASSET_TYPE: 'o.asset_type::text',
  ASSET_IP: 'o.asset_ip',
  ASSET_PORT: 'o.asset_port::text',
  ASSET_PROTOCOL: 'o.asset_protocol::text',
  CVSS_SEVERITY: 'o.cvss_severity::text',
  KNOWN_EXPLOITED: 'o.is_known_exploited::text',
  RANSOMWARE_USE: 'o.is_ransomware_used::text',
  TITLE: 'observation_word(o.title)',
  ASSET_DOMAIN: 'o.asset_domain',
  ASSET_URL: 'observation_word(o.asset_url)',
  CVSS_BASE_SCORE: 'o.cvss_base_score::text',
  EPSS_STEP: 'trunc(o.epss_score, 2)::text',
  CRITICAL_SINCE: `CASE WHEN o.severity = ${OBSERVATION_SEVERITY.stored.CRITICAL} THEN (o.first_seen AT TIME ZONE 'UTC')::date::text END`,
  SEEN_DAYS: days('o.first_seen', 'o.created_at', 'o.last_seen', 'o.resolved_at'),
  PRESENCE: `observation_presence(o.vendor_id, o.confidence, o.asset_type, o.asset_ip, o.asset_port, o.asset_protocol, o.asset_domain, o.asset_url,
                                  o.cve_ids, o.cwe_ids, o.tags, o.cvss_base_score, o.cvss_severity, o.epss_score)::text`,
};
const LISTS: Readonly<Record<string, string>> = { CVE: 'o.cve_ids', CWE: 'o.cwe_ids', TAG: 'o.tags' };

/** A row for each value of each observation. */
const VALUES_OF_ROWS = `
  SELECT o.view, o.is_open, o.first_seen, v.field, v.value
    FROM observation o
   CROSS JOIN LATERAL (VALUES ${Object.entries(SCALARS)
     .map(([field, value]) => `('${field}', ${value})`)
     .join(', ')}) AS v (field, value)
   WHERE o.organization_id = $1 AND o.is_listed AND v.value IS NOT NULL
  ${Object.entries(LISTS)
    .map(([field, list]) => `UNION ALL SELECT o.view, o.is_open, o.first_seen, '${field}', unnest(${list}) ${LISTED}`)
    .join(' ')}`;

const values: Derived = {
  name: 'filter values of observations',
  key: ['view', 'field', 'value'],
  stored: `
    SELECT view, field, value, open_count, closed_count
      FROM observation_value WHERE organization_id = $1 AND (open_count, closed_count) <> (0, 0)`,
  recounted: `
    SELECT view, field, value, count(*) FILTER (WHERE is_open) AS open_count, count(*) FILTER (WHERE NOT is_open) AS closed_count
      FROM (SELECT r.view, r.is_open, r.field, r.value FROM (${VALUES_OF_ROWS}) r
            UNION ALL SELECT o.view, o.is_open, 'IS_FLAGGED', 'true' ${LISTED}
               AND EXISTS (SELECT 1 FROM observation_flag f WHERE f.organization_id = $1 AND f.observation_id = o.id)
            UNION ALL SELECT s.view, s.is_open, w.field, w.value
              FROM observation_state s
             CROSS JOIN LATERAL (VALUES ('ASSIGNEE', s.assignee_word), ('DUE_DAY', (s.due_at AT TIME ZONE 'UTC')::date::text)) AS w (field, value)
             WHERE s.organization_id = $1 AND s.is_listed AND w.value IS NOT NULL
            UNION ALL SELECT s.view, s.is_open, 'UPDATED_DAYS', ${days('o.first_seen', 'o.created_at', 's.updated_at')}
              FROM observation_state s JOIN observation o ON o.organization_id = $1 AND o.id = s.observation_id
             WHERE s.organization_id = $1 AND s.is_listed
            UNION ALL SELECT r.view, r.is_open, 'EXTERNAL_SYSTEM', r.system_word
              FROM (SELECT DISTINCT view, is_open, system_word, observation_id FROM observation_reference WHERE organization_id = $1 AND is_listed) r) c
     GROUP BY 1, 2, 3`,
};

/** Values stored before days were recorded have no last day. */
const DATED = `v.organization_id = $1 AND v.last_day < 2147483647`;

const valueDays: Derived = {
  name: 'days of filter values of observations',
  key: ['view', 'field', 'value'],
  stored: `
    SELECT view, field, value, true AS within FROM observation_value v WHERE ${DATED} AND (open_count, closed_count) <> (0, 0)`,
  recounted: `
    SELECT v.view, v.field, v.value, bool_and((r.first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date BETWEEN v.first_day AND v.last_day) AS within
      FROM (${VALUES_OF_ROWS}) r JOIN observation_value v ON v.view = r.view AND v.field = r.field AND v.value = r.value
     WHERE ${DATED}
     GROUP BY 1, 2, 3`,
};

/** The observations of each flag, with the day of the flag. */
const FLAGS = `
      SELECT o.view, (f.flagged_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date AS flagged, (o.first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date AS day
        FROM observation_flag f JOIN observation o ON o.organization_id = $1 AND o.id = f.observation_id
       WHERE f.organization_id = $1`;

const flagDays: Derived = {
  name: 'days of flagged observations',
  key: ['view', 'flagged'],
  stored: `SELECT view, flagged, true AS within FROM (${FLAGS}) r GROUP BY 1, 2`,
  recounted: `
    SELECT r.view, r.flagged, bool_and(coalesce(r.day BETWEEN v.first_day AND v.last_day, false)) AS within
      FROM (${FLAGS}) r
      LEFT JOIN observation_value v ON v.organization_id = $1 AND v.view = r.view AND v.field = 'FLAGGED_DAY' AND v.value = r.flagged::text
     GROUP BY 1, 2`,
};

const tallies: Derived = {
  name: 'open observations by party, category and severity',
  key: ['view', 'party_domain', 'category', 'severity'],
  stored: `
    SELECT view, party_domain, category, severity, open_count, known_exploited_count, ransomware_count
      FROM party_tally WHERE organization_id = $1 AND (open_count, known_exploited_count, ransomware_count) <> (0, 0, 0)`,
  recounted: `
    SELECT o.view, o.party_domain, o.category, o.severity, count(*) AS open_count,
           count(*) FILTER (WHERE o.is_known_exploited) AS known_exploited_count, count(*) FILTER (WHERE o.is_ransomware_used) AS ransomware_count
      ${LISTED} AND o.is_open
     GROUP BY 1, 2, 3, 4`,
};

const cves: Derived = {
  name: 'CVEs of observations',
  key: ['observation_id', 'cve_id'],
  stored: `SELECT observation_id, cve_id, is_further FROM observation_cve WHERE organization_id = $1`,
  recounted: `
    SELECT DISTINCT o.id AS observation_id, c.cve_id, c.cve_id <> o.group_key AS is_further
      FROM observation o CROSS JOIN LATERAL unnest(o.cve_ids) AS c (cve_id) WHERE o.organization_id = $1`,
};

/** The fields that an observation's state copies from it, and its due date. */
const states: Derived = {
  name: 'state of observations',
  key: ['observation_id'],
  stored: `SELECT observation_id, view, is_open, is_listed, first_seen, due_at, flagged_at, kind_bits, name_bits, url_bits FROM observation_state WHERE organization_id = $1`,
  recounted: `
    SELECT o.id AS observation_id, o.view, o.is_open, o.is_listed, o.first_seen,
           coalesce(s.set_due_at, observation_due(p.days, o.severity, o.first_seen, o.is_known_exploited, o.enrichment))::timestamptz(3) AS due_at, f.flagged_at,
           observation_kind_bits(o.category, o.severity, o.confidence, o.approval_status, o.asset_type, o.asset_protocol, o.cvss_severity, o.is_known_exploited,
                                 o.is_ransomware_used, o.cvss_base_score, o.epss_score, o.asset_port, o.source_name, o.cwe_ids) AS kind_bits,
           observation_name_bits(o.party_domain, o.subject_domain, o.observation_type, o.title, o.asset_ip, o.asset_domain, o.cve_ids, o.tags) AS name_bits,
           observation_url_bits(o.asset_url) AS url_bits
      FROM observation o
      LEFT JOIN observation_state s ON s.organization_id = $1 AND s.observation_id = o.id
      LEFT JOIN remediation_policy p ON p.organization_id = $1
      LEFT JOIN observation_flag f ON f.organization_id = $1 AND f.observation_id = o.id
     WHERE o.organization_id = $1`,
};

/** A vendor's observations are listed while it is monitored. */
const listed: Derived = {
  name: 'observations in lists',
  key: ['party_domain'],
  stored: `
    SELECT o.party_domain, count(*) FILTER (WHERE o.is_listed) AS listed
      FROM observation o WHERE o.organization_id = $1 AND o.view = ${VRM_VIEW.number} GROUP BY 1`,
  recounted: `
    SELECT o.party_domain, count(*) FILTER (WHERE v.is_monitored) AS listed
      FROM observation o LEFT JOIN vendor v ON v.organization_id = $1 AND v.domain_name = o.party_domain
     WHERE o.organization_id = $1 AND o.view = ${VRM_VIEW.number} GROUP BY 1`,
};

export const OBSERVATION_ROLLUPS = [groups, groupVendors, values, valueDays, flagDays, tallies, cves, states];
export const OBSERVATION_CHECKS = [...OBSERVATION_ROLLUPS, listed];
