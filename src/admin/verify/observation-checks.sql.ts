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
           open_vendors, closed_vendors, all_vendors, known_exploited_count, first_seen, last_seen, max_cvss
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
           count(*) FILTER (WHERE o.is_known_exploited) AS known_exploited_count,
           min(o.first_seen) AS first_seen, max(o.last_seen) AS last_seen, max(o.cvss_base_score) AS max_cvss
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

const values: Derived = {
  name: 'filter values of observations',
  key: ['view', 'field', 'value'],
  stored: `
    SELECT view, field, value, open_count, closed_count
      FROM observation_value WHERE organization_id = $1 AND (open_count, closed_count) <> (0, 0)`,
  recounted: `
    SELECT view, split_part(word, '=', 1) AS field, substr(word, strpos(word, '=') + 1) AS value,
           count(*) FILTER (WHERE is_open) AS open_count, count(*) FILTER (WHERE NOT is_open) AS closed_count
      FROM (SELECT o.view, o.is_open, unnest(observation_words(o)) AS word ${LISTED}
            UNION ALL
            SELECT s.view, s.is_open, unnest(observation_state_words(s)) FROM observation_state s WHERE s.organization_id = $1 AND s.is_listed) w
     GROUP BY 1, 2, 3`,
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
  stored: `
    SELECT observation_id, view, is_open, is_listed, first_seen, created_at, severity, due_at, flagged_at, ticket_systems, ticket_keys
      FROM observation_state WHERE organization_id = $1`,
  recounted: `
    SELECT o.id AS observation_id, o.view, o.is_open, o.is_listed, o.first_seen, o.created_at, o.severity,
           coalesce(s.set_due_at, observation_due(p.days, o.severity, o.first_seen, o.is_known_exploited, o.enrichment))::timestamptz(3) AS due_at, f.flagged_at,
           coalesce(r.systems, '{}') AS ticket_systems, coalesce(r.keys, '{}') AS ticket_keys
      FROM observation o
      LEFT JOIN observation_state s ON s.organization_id = $1 AND s.observation_id = o.id
      LEFT JOIN remediation_policy p ON p.organization_id = $1
      LEFT JOIN observation_flag f ON f.organization_id = $1 AND f.observation_id = o.id
      LEFT JOIN (SELECT observation_id, array_agg(DISTINCT system_word) AS systems, array_agg(DISTINCT key_word) AS keys
                   FROM observation_reference WHERE organization_id = $1 GROUP BY 1) r ON r.observation_id = o.id
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

export const OBSERVATION_ROLLUPS = [groups, groupVendors, values, tallies, cves, states];
export const OBSERVATION_CHECKS = [...OBSERVATION_ROLLUPS, listed];
