import { SqlParams } from '#platform/database/sql-params';
import type { Place } from '#platform/paging/cursor';
import type { ObservationMode } from '#vocabulary/observation.enums';
import type { Selection } from '../observation-query';
import type { Ids } from '../search/outlook';
import type { Period } from '../search/sort-days';
import type { State } from '../search/source';
import { sortKeys, type ObservationSort } from './observation-sorts';
import { classesOf, timeRange } from './sort-range';

/** A sorted list: a scan of the index of its sort, or of two, because open and closed observations have one each. */
export interface Walk {
  selection: Selection;
  mode: ObservationMode;
  sort: ObservationSort;
  descending: boolean;
  fetched: number;
  /** Maximum number of rows to check before the walk gives up. */
  reach?: number | undefined;
  /** The period of the sorted time that contains all matches; within each class, if the sort has classes. */
  period?: Period | undefined;
  /** The ids of all matches by state, where an index lists them: rows are compared with these instead of the filter. */
  listed?: Readonly<Partial<Record<State, Ids>>> | undefined;
  /** For a filter on severity alone: whether to find nothing if few rows match, because the walk would read the whole index for them. */
  onlyMany?: boolean;
}

export type Direction = 'ASC' | 'DESC';

/**
 * A walk without a reach has this limit. PostgreSQL cannot see the number and expects to need a tenth of the rows, for which it
 * walks the index. If it expected to need all of them, it would read and sort the whole organization.
 */
const NO_REACH = `(SELECT 9223372036854775807)`;

/** Where a scan begins, and what its rows have to meet besides the filter. */
export interface Start {
  place?: Place | undefined;
  condition?: string | undefined;
}

/** The row comparison that leaves what comes after a place. */
export function isAfter(
  columns: readonly { sql: string; type: string }[],
  values: readonly string[],
  order: Direction,
  params: SqlParams,
): string {
  const placeholders = columns.map(({ type }, index) => params.add(values[index], type));
  return `(${columns.map(({ sql }) => sql).join(', ')}) ${order === 'DESC' ? '<' : '>'} (${placeholders.join(', ')})`;
}

/** The columns of the index of a sort. */
export function indexKeys({ stateKey, ...sort }: ObservationSort): { sql: string; type: string }[] {
  const id = { sql: stateKey === undefined ? 'o.id' : 's.observation_id', type: 'uuid' };
  return [...sortKeys(sort).map(({ sql, type }) => ({ sql: stateKey ?? sql, type })), id];
}

export function orderBy(keys: readonly { sql: string }[], direction: Direction): string {
  return `ORDER BY ${keys.map(({ sql }) => `${sql} ${direction}`).join(', ')}`;
}

/** Whether the filter leaves only a part of each class, or only some classes. */
export function isByClass({ selection: { filter }, sort, period }: Walk): boolean {
  if (!sort.classes) return false;
  return classesOf(filter, sort) !== undefined || timeRange(filter, sort, period, undefined, new SqlParams()).length > 0;
}

/** The rows of a state along the index of the sort, from a place to the reach. The filter is not checked here. */
export function entries(
  walk: Walk,
  state: string,
  order: Direction,
  { place, condition }: Start,
  columns: string,
  params: SqlParams,
): string {
  const { selection, sort, period, reach = NO_REACH } = walk;
  const keys = indexKeys(sort);
  const from =
    sort.stateKey === undefined
      ? `observation o WHERE ${selection.scope} AND ${state}`
      : `observation_state s WHERE s.organization_id = $1 AND s.view = $2 AND s.is_listed AND ${state.replace('o.', 's.')}`;
  const part = (ordered: typeof keys, conditions: readonly string[]) =>
    `SELECT ${columns} FROM ${[from, ...(condition ? [condition] : []), ...conditions].join(' AND ')} ` +
    `${orderBy(ordered, order)} LIMIT ${reach}`;
  const within = (after?: Direction) => timeRange(selection.filter, sort, period, after, params);

  if (!sort.classes || !isByClass(walk))
    return part(keys, [...(place ? [isAfter(keys, place, order, params)] : []), ...(sort.classes ? [] : within(place && order))]);

  // Class by class: each is a range of the index, and what lies between the ranges is not read.
  const inClass = keys.slice(1);
  const all = classesOf(selection.filter, sort) ?? sort.classes.keys;
  const begun = place && Number(place[0]);
  const isAhead = (key: number) => begun === undefined || (order === 'DESC' ? key < begun : key > begun);
  const ahead = all.filter(isAhead).sort((a, b) => (order === 'DESC' ? b - a : a - b));
  const rest = `SELECT k.* FROM unnest(${params.add(ahead, `${sort.type}[]`)}) AS c (class) CROSS JOIN LATERAL (${part(inClass, [`${sort.key} = c.class`, ...within()])}) k LIMIT ${reach}`;
  if (!place) return rest;
  const ofClass = [`${sort.key} = ${params.add(begun, sort.type)}`, isAfter(inClass, place.slice(1), order, params), ...within(order)];
  return `SELECT k.* FROM ((${part(inClass, ofClass)}) UNION ALL (${rest})) k LIMIT ${reach}`;
}
