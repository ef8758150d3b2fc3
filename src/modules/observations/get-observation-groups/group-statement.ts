import type { ObservationMode } from '#shared/observation.enums';
import type { GroupSort } from './get-observation-groups.dto';
import type { GroupMatches } from './group-matches';
import { GROUP_COLUMNS, SEVERITIES } from './group-columns';

export interface GroupStatement {
  /** Whether the roll-up alone answers the request. */
  isRolledUp: boolean;
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

/** Without a filter, or with one on severity alone, the roll-up answers. `params` begins with the organization and the view. */
export function rollupStatement(
  severities: readonly number[],
  params: readonly unknown[],
  mode: ObservationMode,
  sort: GroupSort,
): GroupStatement {
  const { count: ofAll, bySeverity } = GROUP_COLUMNS[mode];
  const isAll = severities.length === SEVERITIES.length;
  const count = isAll ? ofAll : `(${severities.map(bySeverity).join(' + ') || '0::bigint'})`;
  const counts = SEVERITIES.map((severity) => (severities.includes(severity) ? bySeverity(severity) : '0::bigint'));
  const from = `observation_group g WHERE g.organization_id = $1 AND g.view = $2 AND ${count} > 0`;
  return {
    isRolledUp: true,
    source: '',
    from,
    counted: from,
    isOrderedByMatches: false,
    ...columnsOf(count, counts, mode, sort),
    params: params.slice(0, 2),
  };
}

/** For any other filter, the matches of each group are counted; the fields of the group itself come from the roll-up. */
export function matchesStatement({ sql, params }: GroupMatches, mode: ObservationMode, sort: GroupSort): GroupStatement {
  const count = 'm.matching';
  const counts = SEVERITIES.map((severity) => `m.s${severity}`);
  const columns = columnsOf(count, counts, mode, sort);
  return {
    isRolledUp: false,
    source: sql,
    from: `m JOIN observation_group g ON g.organization_id = $1 AND g.view = $2 AND g.group_key = m.group_key WHERE true`,
    counted: 'm',
    isOrderedByMatches: columns.sortKey === count,
    ...columns,
    params,
  };
}

/** `count`: how many observations of a group are shown; `counts`: those of each severity. */
function columnsOf(
  count: string,
  counts: readonly string[],
  mode: ObservationMode,
  sort: GroupSort,
): Pick<GroupStatement, 'columns' | 'sortKey' | 'sortType'> {
  const columnsOfMode = GROUP_COLUMNS[mode];
  const maxSeverity = `CASE ${[5, 4, 3, 2, 1].map((severity) => `WHEN ${counts[severity - 1]} > 0 THEN ${severity}`).join(' ')} END`;
  const sorts: Record<GroupSort, [key: string, type: string]> = {
    observationCount: [count, 'bigint'],
    severity: [`(${maxSeverity})`, 'integer'],
    lastSeen: ['g.last_seen', 'timestamptz'],
    vendorCount: [columnsOfMode.vendors, 'bigint'],
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
    columnsOfMode.vendors,
    columnsOfMode.flagged,
    'g.flagged_at',
    'g.max_cvss',
    'g.known_exploited_count > 0',
    'g.first_seen',
    'g.last_seen',
    sortKey,
  ].join(', ');
  return { columns, sortKey, sortType };
}
