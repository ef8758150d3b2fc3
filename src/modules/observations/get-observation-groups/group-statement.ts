import { SqlParams } from '#platform/database/sql-params';
import type { ObservationMode } from '#vocabulary/observation.enums';
import { GROUP_KEYS } from '../groups.sql';
import { statesOf, withoutFilter, type Selection } from '../observation-query';
import { everyRow, type Ids, type Outlook } from '../search/outlook';
import { UNBOUNDED } from '../search/source';
import type { GroupSort } from './get-observation-groups.dto';

interface ModeColumns {
  count: string;
  bySeverity: (severity: number) => string;
  flagged: string;
  vendors: string;
  firstSeen: string;
  lastSeen: string;
  maxCvss: string;
  knownExploited: string;
}

const oneState = (state: 'open' | 'closed'): ModeColumns => ({
  count: `g.${state}_count`,
  bySeverity: (severity) => `g.${state}_by_severity[${severity}]`,
  flagged: `g.${state}_flagged`,
  vendors: `g.${state}_vendors`,
  firstSeen: `g.${state}_first_seen`,
  lastSeen: `g.${state}_last_seen`,
  maxCvss: `g.${state}_max_cvss`,
  knownExploited: `g.${state}_known_exploited`,
});

const MODES: Record<ObservationMode, ModeColumns> = {
  OBSERVATION_MODE_OPEN: oneState('open'),
  OBSERVATION_MODE_RESOLVED: oneState('closed'),
  OBSERVATION_MODE_ALL: {
    count: '(g.open_count + g.closed_count)',
    bySeverity: (severity) => `(g.open_by_severity[${severity}] + g.closed_by_severity[${severity}])`,
    flagged: '(g.open_flagged + g.closed_flagged)',
    vendors: 'g.all_vendors',
    firstSeen: 'least(g.open_first_seen, g.closed_first_seen)',
    lastSeen: 'greatest(g.open_last_seen, g.closed_last_seen)',
    maxCvss: 'greatest(g.open_max_cvss, g.closed_max_cvss)',
    knownExploited: '(g.open_known_exploited OR g.closed_known_exploited)',
  },
};

const SEVERITIES = [1, 2, 3, 4, 5];
/** Above this share of all rows, reading a covering index is faster than looking up the rows. */
const SPARSE_SHARE = 0.02;

export interface GroupStatement {
  /** Whether the roll-up alone answers the request. */
  isKept: boolean;
  /** A WITH clause, or empty. */
  source: string;
  /** FROM and WHERE over observation_group g and, for filters on more than severity, the matching rows m. */
  from: string;
  /** A cheaper FROM and WHERE with the same row count. */
  counted: string;
  /** Whether m alone contains the sort key: then only the groups of the page are joined. */
  isOrderedByMatches: boolean;
  /** The columns that renderGroup reads, then the sort key. */
  columns: string;
  sortKey: string;
  sortType: string;
  params: unknown[];
}

/**
 * Without a filter, or with one on severity alone, the roll-up answers. Any other filter counts the matching rows per group
 * with a covering index; the fields of the group itself come from the roll-up in both cases.
 */
export function groupStatement(selection: Selection, outlook: Outlook | undefined, mode: ObservationMode, sort: GroupSort): GroupStatement {
  const kept = MODES[mode];
  const { severities } = selection;
  const all = severities?.length === SEVERITIES.length;
  const counts = severities
    ? SEVERITIES.map((severity) => (severities.includes(severity) ? kept.bySeverity(severity) : '0::bigint'))
    : SEVERITIES.map((severity) => `m.s${severity}`);
  const count = severities ? (all ? kept.count : `(${severities.map(kept.bySeverity).join(' + ') || '0::bigint'})`) : 'm.matching';
  const maxSeverity = `CASE ${[5, 4, 3, 2, 1].map((severity) => `WHEN ${counts[severity - 1]} > 0 THEN ${severity}`).join(' ')} END`;
  const sorts: Record<GroupSort, [key: string, type: string]> = {
    observationCount: [count, 'bigint'],
    severity: [`(${maxSeverity})`, 'integer'],
    lastSeen: [kept.lastSeen, 'timestamptz'],
    vendorCount: [kept.vendors, 'bigint'],
  };
  const [sortKey, sortType] = sorts[sort];
  const columns = [
    'g.group_key',
    'g.observation_type',
    'g.title',
    'g.category',
    maxSeverity,
    ...counts,
    count,
    kept.vendors,
    kept.flagged,
    'g.flagged_at',
    kept.maxCvss,
    kept.knownExploited,
    kept.firstSeen,
    kept.lastSeen,
    sortKey,
  ].join(', ');
  if (severities) {
    const from = `observation_group g WHERE g.organization_id = $1 AND g.view = $2 AND ${count} > 0`;
    return {
      isKept: true,
      source: '',
      from,
      counted: from,
      isOrderedByMatches: false,
      columns,
      sortKey,
      sortType,
      params: selection.params.slice(0, 2),
    };
  }
  const rows = outlook && isSparse(outlook) ? groupsOfFound(outlook, selection) : groupsOfAll(outlook, selection, mode);
  const bySeverity = SEVERITIES.map((severity) => `count(*) FILTER (WHERE severity = ${severity}) AS s${severity}`).join(', ');
  const source = `WITH m AS MATERIALIZED (SELECT group_key, count(*) AS matching, ${bySeverity} FROM (${rows.sql}) r GROUP BY group_key)`;
  const from = `m JOIN observation_group g ON g.organization_id = $1 AND g.view = $2 AND g.group_key = m.group_key WHERE true`;
  return {
    isKept: false,
    source,
    from,
    counted: 'm',
    isOrderedByMatches: sortKey === 'm.matching',
    columns,
    sortKey,
    sortType,
    params: rows.params,
  };
}

/** Whether an index finds the rows: then each row is read once, with all its groups. */
function isSparse({ states }: Outlook): boolean {
  return states.every(({ bound, access, atLeast, total }) => bound === 0 || (access !== undefined && atLeast <= total * SPARSE_SHARE));
}

interface Rows {
  sql: string;
  params: unknown[];
}

function groupsOfFound(outlook: Outlook, selection: Selection): Rows {
  return everyRow(outlook, selection, `unnest(${GROUP_KEYS}) AS group_key, o.severity`);
}

function groupsOfAll(outlook: Outlook | undefined, selection: Selection, mode: ObservationMode): Rows {
  const ids = outlook && idsOfAll(outlook);
  const { where, params: values } = ids ? withoutFilter(selection) : selection;
  const params = new SqlParams(values);
  const parts = statesOf(mode).flatMap((state, index) => {
    const matching = () => (ids?.[index] ? ` JOIN (${ids[index](params)}) k ON k.observation_id = o.id` : '');
    return [
      `SELECT o.group_key, o.severity FROM observation o${matching()} WHERE ${where} AND ${state}`,
      // Counted separately from the first group, so that observations without further CVEs, which are most, need only the index.
      `SELECT c.cve_id, o.severity FROM observation_cve c JOIN observation o ON o.organization_id = c.organization_id AND o.id = c.observation_id${matching()}
        WHERE c.organization_id = $1 AND c.is_further AND ${where} AND ${state}`,
    ];
  });
  return { sql: parts.join(' UNION ALL '), params: params.values };
}

/** The ids of all matches in each state, however many, if indexes list them: joining them takes less time than checking each row on another table. */
function idsOfAll({ states }: Outlook): Ids[] | undefined {
  const ids = states.map(({ wide }) => wide?.ids);
  return ids.every((read) => read !== undefined) ? ids.map((read) => (params) => read(params, UNBOUNDED)) : undefined;
}
