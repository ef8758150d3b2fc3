import type { ObservationMode } from '#vocabulary/observation.enums';
import type { Selection } from '../observation-query';
import type { GroupSort } from './get-observation-groups.dto';
import type { GroupMatches } from './group-matches';
import { KEPT, SEVERITIES } from './kept-columns';

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
 * Without a filter, or with one on severity alone, the roll-up answers. For any other filter, the matches of each group are counted; the
 * fields of the group itself come from the roll-up in both cases.
 */
export function groupStatement(
  { severities, params }: Selection,
  matches: GroupMatches | undefined,
  mode: ObservationMode,
  sort: GroupSort,
): GroupStatement {
  const kept = KEPT[mode];
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
  if (!matches) {
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
      params: params.slice(0, 2),
    };
  }
  const from = `m JOIN observation_group g ON g.organization_id = $1 AND g.view = $2 AND g.group_key = m.group_key WHERE true`;
  return {
    isKept: false,
    source: matches.sql,
    from,
    counted: 'm',
    isOrderedByMatches: sortKey === 'm.matching',
    columns,
    sortKey,
    sortType,
    params: matches.params,
  };
}
