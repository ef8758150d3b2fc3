import { correctHeldExtremes, LEFT_COLUMNS } from './group-extremes.sql';
import { DATED, daysOfValues, UNDATED, type Dating } from './kept-values.sql';

/** How groups follow from a row, and what depends on that. Released functions are never changed: a later edition replaces them. */
interface Edition {
  create: 'CREATE FUNCTION' | 'CREATE OR REPLACE FUNCTION';
  /** A condition: the row was in a group before (r) that it is no longer in (a). */
  changesGroup: string;
  /** What is selected of a row that left a group; the prefix names the row. */
  gone: (prefix: string) => string;
  variables: string;
  /** After a statement. */
  correct: readonly string[];
  /** At the end of a transaction with deferred roll-ups. */
  settle: readonly string[];
  /** For statements that may have touched flagged rows. */
  marks: string;
  settledMarks: string;
}

/** Only the counted columns: rows are wide, and these are materialized to be read more than once. */
const grouped = (groupKey: string) =>
  `organization_id, id, view, ${groupKey}, party_domain, observation_type, title, category, severity, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited`;
const VALUED = `organization_id, view, is_open, party_domain, subject_domain, observation_type, category, severity, confidence, approval_status, asset_type, asset_port, asset_protocol, cvss_severity, is_known_exploited, is_ransomware_used, source_name, cve_ids, cwe_ids, tags`;
const TALLIED = `organization_id, view, party_domain, category, severity, is_known_exploited, is_ransomware_used`;
const COUNTED = [...new Set(`${grouped('group_key')}, ${VALUED}, ${TALLIED}`.split(', '))];

/** A condition: the row may have held an extreme of its group before (r), and no longer does (a). */
const leaves = ({ changesGroup }: Edition) => `(NOT a.is_listed OR a.is_open <> r.is_open OR ${changesGroup}
                OR a.cvss_base_score IS DISTINCT FROM r.cvss_base_score OR a.is_known_exploited < r.is_known_exploited OR a.last_seen < r.last_seen)`;

/**
 * delta selects the added (+1) and removed (-1) rows; %1$s stands for its columns and %2$s for a further condition. It corrects the sums.
 * Extremes (first and last seen, highest CVSS, known exploited) are only widened here, by added rows. Upserts run in key order, so that two
 * writers lock rows in the same order.
 */
const CORRECT_GROUPS = `
  EXECUTE format($sql$
    WITH delta AS (%s),
    pair AS (
      SELECT organization_id, view, group_key, party_domain,
             coalesce(sum(sign) FILTER (WHERE is_open), 0) AS open, coalesce(sum(sign) FILTER (WHERE NOT is_open), 0) AS closed
        FROM delta WHERE view = 1
       GROUP BY 1, 2, 3, 4
    ),
    paired AS (
      INSERT INTO observation_group_vendor AS v (organization_id, view, group_key, party_domain, open_count, closed_count)
      SELECT organization_id, view, group_key, party_domain, open, closed FROM pair WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, view, group_key, party_domain)
      DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count
      RETURNING organization_id, view, group_key, party_domain, open_count, closed_count
    ),
    vendors AS (
      SELECT organization_id, view, group_key,
             sum((v.open_count > 0)::int - (v.open_count - p.open > 0)::int) AS open,
             sum((v.closed_count > 0)::int - (v.closed_count - p.closed > 0)::int) AS closed,
             sum((v.open_count + v.closed_count > 0)::int - (v.open_count - p.open + v.closed_count - p.closed > 0)::int) AS either
        FROM paired v JOIN pair p USING (organization_id, view, group_key, party_domain)
       GROUP BY 1, 2, 3
    ),
    sums AS (
      SELECT d.organization_id, d.view, d.group_key,
             min(d.observation_type) AS observation_type, min(d.title) AS title, min(d.category) AS category,
             coalesce(sum(d.sign) FILTER (WHERE d.is_open), 0) AS open, coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open), 0) AS closed,
             ARRAY[coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 1), 0), coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 2), 0),
                   coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 3), 0), coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 4), 0),
                   coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 5), 0)] AS open_by_severity,
             ARRAY[coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 1), 0), coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 2), 0),
                   coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 3), 0), coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 4), 0),
                   coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 5), 0)] AS closed_by_severity,
             coalesce(sum(%s) FILTER (WHERE d.is_open), 0) AS open_flagged, coalesce(sum(%s) FILTER (WHERE NOT d.is_open), 0) AS closed_flagged,
             min(d.first_seen) FILTER (WHERE d.sign = 1 AND d.is_open) AS open_first_seen, max(d.last_seen) FILTER (WHERE d.sign = 1 AND d.is_open) AS open_last_seen,
             min(d.first_seen) FILTER (WHERE d.sign = 1 AND NOT d.is_open) AS closed_first_seen, max(d.last_seen) FILTER (WHERE d.sign = 1 AND NOT d.is_open) AS closed_last_seen,
             max(d.cvss_base_score) FILTER (WHERE d.sign = 1 AND d.is_open) AS open_max_cvss, max(d.cvss_base_score) FILTER (WHERE d.sign = 1 AND NOT d.is_open) AS closed_max_cvss,
             coalesce(bool_or(d.is_known_exploited) FILTER (WHERE d.sign = 1 AND d.is_open), false) AS open_known_exploited,
             coalesce(bool_or(d.is_known_exploited) FILTER (WHERE d.sign = 1 AND NOT d.is_open), false) AS closed_known_exploited
        FROM delta d %s
       GROUP BY 1, 2, 3
    )
    INSERT INTO observation_group AS g (
      organization_id, view, group_key, observation_type, title, category, open_count, closed_count, open_by_severity, closed_by_severity,
      open_flagged, closed_flagged, open_vendors, closed_vendors, all_vendors, open_first_seen, open_last_seen, closed_first_seen, closed_last_seen,
      open_max_cvss, closed_max_cvss, open_known_exploited, closed_known_exploited)
    SELECT s.organization_id, s.view, s.group_key, s.observation_type, s.title, s.category, s.open, s.closed, s.open_by_severity, s.closed_by_severity,
           s.open_flagged, s.closed_flagged, coalesce(v.open, 0), coalesce(v.closed, 0), coalesce(v.either, 0),
           s.open_first_seen, s.open_last_seen, s.closed_first_seen, s.closed_last_seen,
           s.open_max_cvss, s.closed_max_cvss, s.open_known_exploited, s.closed_known_exploited
      FROM sums s LEFT JOIN vendors v USING (organization_id, view, group_key)
     ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, group_key) DO UPDATE SET
      open_count = g.open_count + excluded.open_count,
      closed_count = g.closed_count + excluded.closed_count,
      open_by_severity = ARRAY[g.open_by_severity[1] + excluded.open_by_severity[1], g.open_by_severity[2] + excluded.open_by_severity[2],
        g.open_by_severity[3] + excluded.open_by_severity[3], g.open_by_severity[4] + excluded.open_by_severity[4], g.open_by_severity[5] + excluded.open_by_severity[5]],
      closed_by_severity = ARRAY[g.closed_by_severity[1] + excluded.closed_by_severity[1], g.closed_by_severity[2] + excluded.closed_by_severity[2],
        g.closed_by_severity[3] + excluded.closed_by_severity[3], g.closed_by_severity[4] + excluded.closed_by_severity[4], g.closed_by_severity[5] + excluded.closed_by_severity[5]],
      open_flagged = g.open_flagged + excluded.open_flagged,
      closed_flagged = g.closed_flagged + excluded.closed_flagged,
      open_vendors = g.open_vendors + excluded.open_vendors,
      closed_vendors = g.closed_vendors + excluded.closed_vendors,
      all_vendors = g.all_vendors + excluded.all_vendors,
      open_first_seen = least(g.open_first_seen, excluded.open_first_seen),
      open_last_seen = greatest(g.open_last_seen, excluded.open_last_seen),
      closed_first_seen = least(g.closed_first_seen, excluded.closed_first_seen),
      closed_last_seen = greatest(g.closed_last_seen, excluded.closed_last_seen),
      open_max_cvss = greatest(g.open_max_cvss, excluded.open_max_cvss),
      closed_max_cvss = greatest(g.closed_max_cvss, excluded.closed_max_cvss),
      open_known_exploited = g.open_known_exploited OR excluded.open_known_exploited,
      closed_known_exploited = g.closed_known_exploited OR excluded.closed_known_exploited
  $sql$, format(delta, grouped, ''), flagged, flagged, flags);`;

/** Groups that lost a row: their extremes are recalculated from their members. `members` is a FROM clause for one row of gone. */
const correctExtremes = (members: string) => `
  IF gone IS NOT NULL THEN
    EXECUTE format($sql$
      WITH gone AS (%s)
      UPDATE observation_group g
         SET open_first_seen = r.open_first_seen, open_last_seen = r.open_last_seen,
             closed_first_seen = r.closed_first_seen, closed_last_seen = r.closed_last_seen,
             open_max_cvss = r.open_max_cvss, closed_max_cvss = r.closed_max_cvss,
             open_known_exploited = r.open_known_exploited, closed_known_exploited = r.closed_known_exploited
        FROM gone CROSS JOIN LATERAL (
          SELECT min(first_seen) FILTER (WHERE is_open) AS open_first_seen, max(last_seen) FILTER (WHERE is_open) AS open_last_seen,
                 min(first_seen) FILTER (WHERE NOT is_open) AS closed_first_seen, max(last_seen) FILTER (WHERE NOT is_open) AS closed_last_seen,
                 max(cvss_base_score) FILTER (WHERE is_open) AS open_max_cvss, max(cvss_base_score) FILTER (WHERE NOT is_open) AS closed_max_cvss,
                 coalesce(bool_or(is_known_exploited) FILTER (WHERE is_open), false) AS open_known_exploited,
                 coalesce(bool_or(is_known_exploited) FILTER (WHERE NOT is_open), false) AS closed_known_exploited
            FROM ${members}) r
       WHERE g.organization_id = gone.organization_id AND g.view = gone.view AND g.group_key = gone.group_key
    $sql$, gone);
  END IF;`;

/** Values are counted in two steps, because many rows share a few combinations. */
const correctValues = ({ day, by, columns, update, isChanged }: Dating) => {
  const nothing = by && ' HAVING sum(open) <> 0 OR sum(closed) <> 0';
  const total =
    by &&
    `,
    total AS (${daysOfValues('changed')}
    )`;
  return `
  EXECUTE format($sql$
    WITH delta AS (SELECT d.*${day}, CASE WHEN is_open THEN sign ELSE 0 END AS open, CASE WHEN is_open THEN 0 ELSE sign END AS closed FROM (%s) d),
    kind AS (
      SELECT organization_id, view, observation_type, category, severity, confidence, approval_status, asset_type, asset_port, asset_protocol, cvss_severity,
             is_known_exploited, is_ransomware_used, source_name${by}, sum(open) AS open, sum(closed) AS closed
        FROM delta
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14${by}${nothing}
    ),
    scalar AS (
      SELECT organization_id, view,
             CASE GROUPING(observation_type, category, severity, confidence, approval_status, asset_type, asset_port, asset_protocol, cvss_severity,
                           is_known_exploited, is_ransomware_used, source_name)
               WHEN 2047 THEN 'OBSERVATION_TYPE' WHEN 3071 THEN 'CATEGORY' WHEN 3583 THEN 'SEVERITY' WHEN 3839 THEN 'CONFIDENCE' WHEN 3967 THEN 'APPROVAL_STATUS'
               WHEN 4031 THEN 'ASSET_TYPE' WHEN 4063 THEN 'ASSET_PORT' WHEN 4079 THEN 'ASSET_PROTOCOL' WHEN 4087 THEN 'CVSS_SEVERITY'
               WHEN 4091 THEN 'KNOWN_EXPLOITED' WHEN 4093 THEN 'RANSOMWARE_USE' WHEN 4094 THEN 'SOURCE' END AS field,
             coalesce(observation_type, category::text, severity::text, confidence::text, approval_status::text, asset_type::text,
                      asset_port::text, asset_protocol::text, cvss_severity::text, is_known_exploited::text, is_ransomware_used::text, source_name) AS value,
             sum(open) AS open, sum(closed) AS closed${by}
        FROM kind
       GROUP BY organization_id, view, GROUPING SETS ((observation_type${by}), (category${by}), (severity${by}), (confidence${by}), (approval_status${by}),
                (asset_type${by}), (asset_port${by}), (asset_protocol${by}), (cvss_severity${by}), (is_known_exploited${by}), (is_ransomware_used${by}), (source_name${by}))${nothing}
    ),
    host AS (
      SELECT organization_id, view, party_domain, subject_domain${by}, sum(open) AS open, sum(closed) AS closed FROM delta GROUP BY 1, 2, 3, 4${by}${nothing}
    ),
    list AS (
      SELECT organization_id, view, 'CVE' AS field, cve_ids AS members${by}, sum(open) AS open, sum(closed) AS closed FROM delta WHERE cve_ids <> '{}' GROUP BY 1, 2, 4${by}${nothing}
      UNION ALL SELECT organization_id, view, 'CWE', cwe_ids${by}, sum(open), sum(closed) FROM delta WHERE cwe_ids <> '{}' GROUP BY 1, 2, 4${by}${nothing}
      UNION ALL SELECT organization_id, view, 'TAG', tags${by}, sum(open), sum(closed) FROM delta WHERE tags <> '{}' GROUP BY 1, 2, 4${by}${nothing}
    ),
    listed AS (SELECT organization_id, view, field, unnest(members) AS value${by}, open, closed FROM list),
    changed AS (
      SELECT * FROM scalar WHERE value IS NOT NULL
      UNION ALL SELECT organization_id, view, 'VENDOR', party_domain, sum(open), sum(closed)${by} FROM host GROUP BY 1, 2, 4${by}${nothing}
      UNION ALL SELECT organization_id, view, 'SUBJECT_DOMAIN', subject_domain, sum(open), sum(closed)${by} FROM host GROUP BY 1, 2, 4${by}${nothing}
      UNION ALL SELECT organization_id, view, field, value, sum(open), sum(closed)${by} FROM listed GROUP BY 1, 2, 3, 4${by}${nothing}
    )${total}
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count${columns})
    SELECT organization_id, view, field, value, open, closed${columns} FROM ${by ? 'total' : 'changed'} WHERE ${isChanged} ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count${update}
  $sql$, format(delta, valued, ''));`;
};

const CORRECT_TALLIES = `
  EXECUTE format($sql$
    WITH delta AS (%s),
    changed AS (
      SELECT organization_id, view, party_domain, category, severity, sum(sign) AS open,
             coalesce(sum(sign) FILTER (WHERE is_known_exploited), 0) AS known_exploited, coalesce(sum(sign) FILTER (WHERE is_ransomware_used), 0) AS ransomware
        FROM delta
       GROUP BY 1, 2, 3, 4, 5
    ),
    tallied AS (
      INSERT INTO party_tally AS t (organization_id, view, party_domain, category, severity, open_count, known_exploited_count, ransomware_count)
      SELECT organization_id, view, party_domain, category, severity, open, known_exploited, ransomware
        FROM changed WHERE open <> 0 OR known_exploited <> 0 OR ransomware <> 0 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (organization_id, view, party_domain, category, severity)
      DO UPDATE SET open_count = t.open_count + excluded.open_count, known_exploited_count = t.known_exploited_count + excluded.known_exploited_count,
                    ransomware_count = t.ransomware_count + excluded.ransomware_count
      RETURNING organization_id, view, party_domain
    )
    INSERT INTO party_score AS s (organization_id, view, party_domain)
    SELECT DISTINCT organization_id, view, party_domain FROM tallied ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET is_stale = true WHERE NOT s.is_stale
  $sql$, format(delta, tallied, ' AND is_open'));`;

const CORRECT_VALUES = `${correctValues(UNDATED)}
${CORRECT_TALLIES}`;

const variables = (groupKey: string, valued = VALUED) => `
  delta text;
  flags text := '';
  flagged text := '0';
  gone text;
  grouped text := '${grouped(groupKey)}';
  valued text := '${valued}';
  tallied text := '${TALLIED}';`;

const RELEASED_STEPS = [
  CORRECT_GROUPS,
  correctExtremes(`observation o
           WHERE o.organization_id = gone.organization_id AND o.view = gone.view AND o.group_key = gone.group_key AND o.is_listed`),
  CORRECT_VALUES,
];

/** Release 1.0.0: a row is in the group of its first CVE, or else of its type. */
const FIRST_CVE: Edition = {
  create: 'CREATE FUNCTION',
  gone: (prefix) => `DISTINCT ${prefix}organization_id, ${prefix}view, ${prefix}group_key`,
  changesGroup: 'a.group_key <> r.group_key',
  variables: variables('group_key'),
  correct: RELEASED_STEPS,
  settle: RELEASED_STEPS,
  marks: '',
  settledMarks: '',
};

/** Usually there is one group, and an array of one element is cheap. */
const eachGroup = (prefix: string) =>
  `unnest(CASE WHEN cardinality(${prefix}cve_ids) > 1 THEN ${prefix}cve_ids ELSE ARRAY[${prefix}group_key] END) AS group_key`;

/** The members of a group, which a row of this name tells. */
const membersOf = (group: string) => `(
              SELECT o.is_open, o.first_seen, o.last_seen, o.cvss_base_score, o.is_known_exploited
                FROM observation o
               WHERE o.organization_id = ${group}.organization_id AND o.view = ${group}.view AND o.group_key = ${group}.group_key AND o.is_listed
              UNION ALL
              SELECT o.is_open, o.first_seen, o.last_seen, o.cvss_base_score, o.is_known_exploited
                FROM observation_cve c JOIN observation o ON o.organization_id = c.organization_id AND o.id = c.observation_id
               WHERE c.organization_id = ${group}.organization_id AND c.cve_id = ${group}.group_key AND c.is_further AND o.view = ${group}.view
                 AND o.group_key <> ${group}.group_key AND ${group}.group_key = ANY (o.cve_ids) AND o.is_listed) o`;

const EXTREMES_OF_ALL_MEMBERS = correctExtremes(membersOf('gone'));

/** Counts flagged rows. A row can be in several groups, so the sum over groups would be too high. */
const CORRECT_FLAGGED = `
  IF marks IS NOT NULL THEN
    EXECUTE format($sql$
      WITH delta AS (%s),
      changed AS (
        SELECT d.organization_id, d.view, coalesce(sum(d.sign) FILTER (WHERE d.is_open), 0) AS open, coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open), 0) AS closed
          FROM delta d %s
         GROUP BY 1, 2
      )
      INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
      SELECT organization_id, view, 'IS_FLAGGED', 'true', open, closed FROM changed WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2
      ON CONFLICT (organization_id, view, field, value)
      DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count
    $sql$, format(delta, 'organization_id, id, view, is_open', ''), marks);
  END IF;`;

/**
 * A row is in the group of each of its CVEs, or else of its type. Right after a statement, observation_cve does not have the CVEs of that
 * statement yet, so extremes are recalculated first and then widened by added rows. At the end of a transaction it has all of them, but
 * rows may have been added and removed again: so extremes are recalculated last.
 */
const EACH_CVE: Edition = {
  create: 'CREATE OR REPLACE FUNCTION',
  gone: (prefix) => `DISTINCT ${prefix}organization_id, ${prefix}view, ${eachGroup(prefix)}`,
  changesGroup: 'a.group_key <> r.group_key OR a.cve_ids <> r.cve_ids',
  variables: `${variables(eachGroup(''))}
  marks text;`,
  correct: [EXTREMES_OF_ALL_MEMBERS, CORRECT_GROUPS, CORRECT_FLAGGED, CORRECT_VALUES],
  settle: [CORRECT_GROUPS, EXTREMES_OF_ALL_MEMBERS, CORRECT_FLAGGED, CORRECT_VALUES],
  marks: `
    marks := 'JOIN observation_flag f ON f.organization_id = d.organization_id AND f.observation_id = d.id';`,
  settledMarks: `
  marks := 'WHERE d.flagged';`,
};

const CORRECT_DATED_VALUES = `${correctValues(DATED)}
${CORRECT_TALLIES}`;

/** The same, and records the days on which the rows of each value were first seen. */
const EACH_DAY: Edition = {
  ...EACH_CVE,
  variables: `${variables(eachGroup(''), `${VALUED}, first_seen`)}
  marks text;`,
  correct: [EXTREMES_OF_ALL_MEMBERS, CORRECT_GROUPS, CORRECT_FLAGGED, CORRECT_DATED_VALUES],
  settle: [CORRECT_GROUPS, EXTREMES_OF_ALL_MEMBERS, CORRECT_FLAGGED, CORRECT_DATED_VALUES],
};

/** Corrects the roll-ups after every statement. If the transaction has deferred them, only records what to correct. */
const onWrite = (edition: Edition) => `
${edition.create} observation_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE${edition.variables}
BEGIN
  IF TG_OP <> 'DELETE' AND current_setting('app.rollups', true) = 'deferred' THEN
    IF TG_OP = 'INSERT' THEN
      EXECUTE 'INSERT INTO pg_temp.observation_delta SELECT 1, false, false, ${COUNTED.join(', ')} FROM added WHERE is_listed';
    ELSE
      EXECUTE 'INSERT INTO pg_temp.observation_delta
               SELECT d.sign, f.observation_id IS NOT NULL, d.leaves, ${COUNTED.map((column) => `d.${column}`).join(', ')}
                 FROM (SELECT 1 AS sign, false AS leaves, a.* FROM added a
                       UNION ALL
                       SELECT -1, ${leaves(edition)}, r.* FROM removed r JOIN added a ON a.organization_id = r.organization_id AND a.id = r.id) d
                 LEFT JOIN observation_flag f ON f.organization_id = d.organization_id AND f.observation_id = d.id
                WHERE d.is_listed';
    END IF;
    RETURN NULL;
  END IF;

  IF TG_OP = 'INSERT' THEN
    delta := 'SELECT 1 AS sign, %1$s FROM added WHERE is_listed%2$s';
  ELSE
    flags := 'LEFT JOIN observation_flag f ON f.organization_id = d.organization_id AND f.observation_id = d.id';
    flagged := '(f.observation_id IS NOT NULL)::int * d.sign';${edition.marks}
    IF TG_OP = 'UPDATE' THEN
      delta := 'SELECT 1 AS sign, %1$s FROM added WHERE is_listed%2$s UNION ALL SELECT -1 AS sign, %1$s FROM removed WHERE is_listed%2$s';
      gone := 'SELECT ${edition.gone('r.')}
                 FROM removed r JOIN added a ON a.organization_id = r.organization_id AND a.id = r.id
                WHERE r.is_listed AND ${leaves(edition)}';
    ELSE
      delta := 'SELECT -1 AS sign, %1$s FROM removed WHERE is_listed%2$s';
      gone := 'SELECT ${edition.gone('')} FROM removed WHERE is_listed';
    END IF;
  END IF;
${edition.correct.join('\n')}

  IF TG_OP = 'DELETE' THEN
    DELETE FROM observation_flag f USING removed r WHERE f.organization_id = r.organization_id AND f.observation_id = r.id;
  END IF;
  RETURN NULL;
END $$`;

/** For a transaction that writes many observations in many statements: defers roll-ups until observation_rollup_settle(). */
const defer = (create: Edition['create'], more = '') => `
${create} observation_rollup_defer() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.rollups', 'deferred', true);
  CREATE TEMPORARY TABLE observation_delta ON COMMIT DROP AS
    SELECT 1 AS sign, false AS flagged, false AS leaves, ${COUNTED.join(', ')} FROM observation WITH NO DATA;${more}
END $$`;

/** Corrects the roll-ups by everything that was recorded. */
const settle = (edition: Edition) => `
${edition.create} observation_rollup_settle() RETURNS void LANGUAGE plpgsql AS $$
DECLARE${edition.variables}
BEGIN
  delta := 'SELECT sign, flagged, %1$s FROM pg_temp.observation_delta WHERE true%2$s';
  flagged := 'd.flagged::int * d.sign';${edition.settledMarks}
  gone := 'SELECT ${edition.gone('')} FROM pg_temp.observation_delta WHERE leaves';
${edition.settle.join('\n')}

  TRUNCATE pg_temp.observation_delta;
END $$`;

export const ROLLUP_FUNCTIONS = [onWrite(FIRST_CVE), defer('CREATE FUNCTION'), settle(FIRST_CVE)];

const FLAGGED_ROWS = `flagged AS MATERIALIZED (
    SELECT o.organization_id, o.view, o.is_open, o.group_key, o.cve_ids
      FROM added f JOIN observation o ON o.organization_id = f.organization_id AND o.id = f.observation_id
     WHERE o.is_listed
  )`;

const dayOf = (time: string) => `((${time} AT TIME ZONE 'UTC')::date - '1970-01-01'::date)`;

/** Keeps the first and the last day on which the observations flagged on a day were first seen. Their number is not kept. */
export const keepFlaggedDays = (flags: string): string => `
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count, first_day, last_day)
    SELECT organization_id, view, 'FLAGGED_DAY', ${dayOf('flagged_at')}::text, 0, 0, min(${dayOf('first_seen')}), max(${dayOf('first_seen')})
      FROM ${flags}
     GROUP BY 1, 2, 4 ORDER BY 1, 2, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET first_day = least(v.first_day, excluded.first_day), last_day = greatest(v.last_day, excluded.last_day)
     WHERE excluded.first_day < v.first_day OR excluded.last_day > v.last_day`;

const FLAGGED_ROWS_AND_DAYS = `every AS MATERIALIZED (
    SELECT o.organization_id, o.view, o.is_open, o.is_listed, o.group_key, o.cve_ids, o.first_seen, f.flagged_at
      FROM added f JOIN observation o ON o.organization_id = f.organization_id AND o.id = f.observation_id
  ), flagged AS (
    SELECT * FROM every WHERE is_listed
  ), dated AS (${keepFlaggedDays('every')}
  )`;

/** A flag counts in every group of its observation. */
const flagRollup = (rows: string) => `
CREATE OR REPLACE FUNCTION observation_flag_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH ${rows}, grouped AS (
    UPDATE observation_group g
       SET open_flagged = g.open_flagged + c.open, closed_flagged = g.closed_flagged + c.closed
      FROM (SELECT organization_id, view, group_key, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT f.organization_id, f.view, f.is_open, ${eachGroup('f.')} FROM flagged f) m
             GROUP BY 1, 2, 3) c
     WHERE g.organization_id = c.organization_id AND g.view = c.view AND g.group_key = c.group_key
  )
  INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
  SELECT organization_id, view, 'IS_FLAGGED', 'true', count(*) FILTER (WHERE is_open), count(*) FILTER (WHERE NOT is_open) FROM flagged GROUP BY 1, 2
  ON CONFLICT (organization_id, view, field, value)
  DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
  RETURN NULL;
END $$`;

/** These functions replace those of 1.0.0. What a transaction records while roll-ups are deferred stays the same. */
export const EACH_GROUP_FUNCTIONS = [onWrite(EACH_CVE), settle(EACH_CVE), flagRollup(FLAGGED_ROWS)];

export const FLAG_ROLLUP_WITH_DAYS = flagRollup(FLAGGED_ROWS_AND_DAYS);

/** These functions replace those of EACH_GROUP_FUNCTIONS. */
export const EACH_DAY_FUNCTIONS = [onWrite(EACH_DAY), settle(EACH_DAY)];

/** The table in which a transaction that defers roll-ups collects how many observations each statement opened. */
export const OPENED = 'pg_temp.observation_opened';

const SETTLE_OPENED = `
  IF to_regclass('${OPENED}') IS NOT NULL THEN
    EXECUTE 'INSERT INTO party_score AS s (organization_id, view, party_domain, opened_count)
             SELECT organization_id, view, party_domain, sum(opened) FROM ${OPENED} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
             ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET opened_count = s.opened_count + excluded.opened_count';
    EXECUTE 'TRUNCATE ${OPENED}';
  END IF;`;

/** These functions replace those of EACH_DAY_FUNCTIONS: what new observations open is settled with the roll-ups. */
export const OPENED_FUNCTIONS = [
  defer(
    'CREATE OR REPLACE FUNCTION',
    `
  CREATE TEMPORARY TABLE observation_opened (organization_id uuid, view smallint, party_domain text, opened bigint) ON COMMIT DROP;`,
  ),
  settle({ ...EACH_DAY, settle: [...EACH_DAY.settle, SETTLE_OPENED] }),
];

/** The same as EACH_DAY, but reads all members of a group only to replace an extreme that is not found otherwise. */
const EACH_HELD: Edition = {
  ...EACH_DAY,
  gone: (prefix) =>
    [
      ...['organization_id', 'view'].map((key) => `${prefix}${key}`),
      eachGroup(prefix),
      ...LEFT_COLUMNS.map((column) => `${prefix}${column}`),
    ].join(', '),
  correct: [correctHeldExtremes(membersOf('h'), 'beforeCounting'), CORRECT_GROUPS, CORRECT_FLAGGED, CORRECT_DATED_VALUES],
  settle: [CORRECT_GROUPS, correctHeldExtremes(membersOf('h'), 'afterCounting'), CORRECT_FLAGGED, CORRECT_DATED_VALUES, SETTLE_OPENED],
};

/** These functions replace those of EACH_DAY_FUNCTIONS and OPENED_FUNCTIONS. */
export const HELD_FUNCTIONS = [onWrite(EACH_HELD), settle(EACH_HELD)];

/** Counts existing rows: flagged observations, and observations in the groups of their further CVEs. Writers must be locked out. */
export const COUNT_FURTHER_GROUPS = `
DO $do$
DECLARE${variables('unnest(cve_ids[2:]) AS group_key')}
  own uuid;
BEGIN
  flags := 'LEFT JOIN observation_flag f ON f.organization_id = d.organization_id AND f.observation_id = d.id';
  flagged := '(f.observation_id IS NOT NULL)::int * d.sign';
  FOR own IN SELECT id FROM organization ORDER BY id LOOP
    PERFORM set_config('app.organization_id', own::text, true);
    INSERT INTO observation_value (organization_id, view, field, value, open_count, closed_count)
    SELECT own, o.view, 'IS_FLAGGED', 'true', count(*) FILTER (WHERE o.is_open), count(*) FILTER (WHERE NOT o.is_open)
      FROM observation_flag f JOIN observation o ON o.organization_id = own AND o.id = f.observation_id
     WHERE f.organization_id = own AND o.is_listed
     GROUP BY o.view;

    UPDATE observation_cve c SET is_further = true
      FROM observation o
     WHERE c.organization_id = own AND o.organization_id = own AND o.id = c.observation_id AND o.group_key <> c.cve_id;
    CONTINUE WHEN NOT FOUND;
    delta := format('SELECT 1 AS sign, %%1$s FROM observation WHERE organization_id = %1$L AND is_listed
                        AND id IN (SELECT observation_id FROM observation_cve WHERE organization_id = %1$L AND is_further)%%2$s', own);
${CORRECT_GROUPS}
  END LOOP;
END $do$`;
