import { EVERYTHING, requiredNodes, type FilterList, type FilterNode } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#shared/observation.enums';
import { GROUP_KEYS } from '../groups.sql';
import { onlySeverities } from '../observation-fields';
import type { Selection } from '../observation-query';
import type { FilterEstimate } from '../search/estimate';
import { areFewOfAll, everyMatch } from '../search/every-match';
import { statesOf, whereState } from '../states';
import { GROUP_COLUMNS, SEVERITIES } from './group-columns';

/** Above this share of all rows, reading a covering index is faster than looking up the rows. */
const SPARSE_SHARE = 0.02;

/** A WITH clause for m: the number of matches in each group, altogether and by severity. */
export interface GroupMatches {
  sql: string;
  params: unknown[];
}

/** Whether an index finds the rows: then each row is read once, with all its groups. */
export function isSparse(estimate: FilterEstimate): boolean {
  return areFewOfAll(estimate, SPARSE_SHARE);
}

/** Counts matches that an index finds. */
export function foundMatches(estimate: FilterEstimate, selection: Selection): GroupMatches {
  const { sql, params } = foundRows(estimate, selection);
  return { sql: `WITH ${counted('m', sql)}`, params };
}

/** A filter, split into the severities that match and the rows that its other rules exclude. */
export interface Exclusion {
  /** The severities of the matches. */
  severities: readonly number[];
  /** What the other rules leave out. The paths of the rules stay the same. */
  excluded: FilterList;
  /** Whether the other rules are all negations. */
  isNegation: boolean;
}

export function splitExclusion(filter: FilterList): Exclusion {
  const nodes = requiredNodes(filter);
  if (nodes.length === 0) return { severities: SEVERITIES, excluded: { ...filter, negated: !filter.negated }, isNegation: filter.negated };
  const isSeverity = (node: FilterNode) => onlySeverities(node) !== undefined;
  const severities = onlySeverities({ ...filter, nodes: nodes.filter(isSeverity) }) ?? SEVERITIES;
  return {
    severities,
    excluded: { ...filter, negated: true, nodes: nodes.map((node) => (isSeverity(node) ? EVERYTHING : node)) },
    isNegation: nodes.every((node) => isSeverity(node) || (node.negated && !isPresence(node))),
  };
}

/** Whether the field is set says nothing about how many rows match. */
function isPresence(node: FilterNode): boolean {
  return node.kind === 'rule' && node.conditions[0]?.operator === 'set';
}

/** Subtracts the rows that a filter excludes, which an index finds, from the roll-up. */
export function matchesButExcluded(
  estimate: FilterEstimate,
  excluded: Selection,
  severities: readonly number[],
  mode: ObservationMode,
): GroupMatches {
  const { sql, params } = foundRows(estimate, excluded);
  const kept = SEVERITIES.map(
    (severity) => `${severities.includes(severity) ? GROUP_COLUMNS[mode].bySeverity(severity) : '0::bigint'} AS s${severity}`,
  );
  const less = SEVERITIES.map((severity) => (severities.includes(severity) ? `-s${severity}` : '0'));
  const sums = SEVERITIES.map((severity) => `sum(s${severity})::bigint AS s${severity}`);
  const all = SEVERITIES.map((severity) => `s${severity}`).join(' + ');
  return {
    sql: `WITH ${counted('excluded', sql)},
      m AS MATERIALIZED (
        SELECT group_key, sum(${all})::bigint AS matching, ${sums.join(', ')}
          FROM (SELECT g.group_key, ${kept.join(', ')} FROM observation_group g WHERE g.organization_id = $1 AND g.view = $2
                UNION ALL
                SELECT group_key, ${less.join(', ')} FROM excluded) k
         GROUP BY group_key HAVING sum(${all}) > 0)`,
    params,
  };
}

/** Reads every row, by a covering index where one has what the filter compares. */
export function matchesAmongAll({ where, params }: Selection, mode: ObservationMode): GroupMatches {
  const parts = statesOf(mode).flatMap((state) => [
    `SELECT o.group_key, o.severity FROM observation o WHERE ${where} AND ${whereState(state)}`,
    // Counted separately from the first group, so that observations without further CVEs, which are most, need only the index.
    `SELECT c.cve_id, o.severity FROM observation_cve c JOIN observation o ON o.organization_id = c.organization_id AND o.id = c.observation_id
        WHERE c.organization_id = $1 AND c.is_further AND ${where} AND ${whereState(state)}`,
  ]);
  return { sql: `WITH ${counted('m', parts.join(' UNION ALL '))}`, params };
}

function foundRows(estimate: FilterEstimate, selection: Selection): { sql: string; params: unknown[] } {
  return everyMatch(estimate, selection, `unnest(${GROUP_KEYS}) AS group_key, o.severity`);
}

/** A part of a WITH clause that counts rows of group keys and severities. */
function counted(name: string, rows: string): string {
  const bySeverity = SEVERITIES.map((severity) => `count(*) FILTER (WHERE severity = ${severity}) AS s${severity}`).join(', ');
  return `${name} AS MATERIALIZED (SELECT group_key, count(*) AS matching, ${bySeverity} FROM (${rows}) r GROUP BY group_key)`;
}
