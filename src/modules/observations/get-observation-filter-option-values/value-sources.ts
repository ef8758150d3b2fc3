import type { Enumeration } from '#platform/fields/enumeration';
import {
  APPROVAL_STATUS,
  ASSET_IP_PORT_PROTOCOL,
  ASSET_TYPE,
  CVSS_SCORE_SEVERITY,
  OBSERVATION_CATEGORY,
  OBSERVATION_CONFIDENCE,
  OBSERVATION_SEVERITY,
} from '#shared/observation.enums';

/** Enumeration fields: their stored numbers become members with a display name. */
export const ENUMERATED: Readonly<Record<string, Enumeration>> = {
  CATEGORY: OBSERVATION_CATEGORY,
  SEVERITY: OBSERVATION_SEVERITY,
  CONFIDENCE: OBSERVATION_CONFIDENCE,
  APPROVAL_STATUS: APPROVAL_STATUS,
  ASSET_TYPE: ASSET_TYPE,
  ASSET_PROTOCOL: ASSET_IP_PORT_PROTOCOL,
  CVSS_SEVERITY: CVSS_SCORE_SEVERITY,
};

/** As in observation_words. */
const UNSET = `E'\\x02'`;

const counted = (field: string) =>
  `SELECT v.value, v.value AS display, v.open_count, v.closed_count FROM observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = '${field}' AND v.value <> ${UNSET}`;

const VENDOR_COUNTS = `observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'VENDOR'`;

const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** Values that differ only in case are one. */
const MERGED = `SELECT lower(v.value) AS value, min(v.value) AS display, sum(v.open_count)::bigint AS open_count, sum(v.closed_count)::bigint AS closed_count
  FROM observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'ASSIGNEE' AND v.value <> ${UNSET} GROUP BY 1`;

/**
 * The statement that reads the values of a field with their counts: value, display, open_count, closed_count. $1 is the
 * organization, $2 the view.
 */
export const VALUE_SOURCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'SUBJECT_DOMAIN',
      'OBSERVATION_TYPE',
      'ASSET_PORT',
      'CVE',
      'CWE',
      'KNOWN_EXPLOITED',
      'RANSOMWARE_USE',
      'SOURCE',
      'TAG',
      'IS_FLAGGED',
      ...Object.keys(ENUMERATED),
    ].map((field) => [field, counted(field)]),
  ),
  VENDOR: `SELECT v.value, coalesce(d.company_name, v.value) AS display, v.open_count, v.closed_count
             FROM (SELECT * FROM ${VENDOR_COUNTS}) v LEFT JOIN vendor d ON d.organization_id = $1 AND d.domain_name = v.value`,
  VENDOR_ID: `SELECT d.id::text AS value, d.company_name AS display, v.open_count, v.closed_count
                FROM (SELECT * FROM ${VENDOR_COUNTS}) v JOIN vendor d ON d.organization_id = $1 AND d.domain_name = v.value`,
  VENDOR_GROUP: `SELECT g.id::text AS value, g.name AS display, sum(v.open_count)::bigint AS open_count, sum(v.closed_count)::bigint AS closed_count
                   FROM (SELECT * FROM ${VENDOR_COUNTS}) v
                   JOIN vendor d ON d.organization_id = $1 AND d.domain_name = v.value
                   JOIN vendor_group_member m ON m.organization_id = $1 AND m.vendor_id = d.id
                   JOIN vendor_group g ON g.organization_id = $1 AND g.id = m.group_id AND g.archived_at IS NULL
                  GROUP BY g.id, g.name`,
  GROUP: `SELECT g.group_key AS value, CASE WHEN g.group_key LIKE 'CVE-%' THEN g.group_key ELSE g.title END AS display, g.open_count, g.closed_count
            FROM observation_group g WHERE g.organization_id = $1 AND g.view = $2`,
  ASSIGNEE: MERGED,
  // Only the systems; there are too many keys to choose from. They are counted in lower case.
  EXTERNAL_REFERENCE: `SELECT v.value, coalesce((SELECT r.system FROM observation_reference r WHERE r.organization_id = $1 AND r.system_word = v.value LIMIT 1), v.value) AS display,
                              v.open_count, v.closed_count
                         FROM (${counted('TICKET_SYSTEM')}) v`,
  // Counted by day; today's observations are counted one by one.
  OVERDUE: `SELECT f.value, f.value AS display, f.open_count, f.closed_count
              FROM (SELECT coalesce(sum(v.open_count) FILTER (WHERE v.field = 'SEVERITY'), 0)::bigint AS open_all,
                           coalesce(sum(v.closed_count) FILTER (WHERE v.field = 'SEVERITY'), 0)::bigint AS closed_all,
                           coalesce(sum(v.open_count) FILTER (WHERE v.field = 'DUE_DAY' AND v.value::int < ${TODAY} - '1970-01-01'::date), 0)::bigint AS overdue_before
                      FROM observation_value v
                     WHERE v.organization_id = $1 AND v.view = $2 AND v.field IN ('SEVERITY', 'DUE_DAY') AND v.value <> ${UNSET}) s
             CROSS JOIN (SELECT count(*) AS overdue FROM observation_state x
                          WHERE x.organization_id = $1 AND x.view = $2 AND x.is_listed AND x.is_open AND x.due_at < now() AND x.due_at >= ${TODAY} AT TIME ZONE 'UTC') t
             CROSS JOIN LATERAL (VALUES ('true', s.overdue_before + t.overdue, 0::bigint),
                                        ('false', s.open_all - s.overdue_before - t.overdue, s.closed_all)) f(value, open_count, closed_count)`,
};
