import { SqlParams } from '#platform/database/sql-params';
import type { Place } from '#platform/paging/cursor';
import type { ObservationMode } from '#shared/observation.enums';
import type { Selection } from '../observation-query';
import type { Days, Ids } from '../search/estimate';
import type { Period } from '../search/sort-days';
import { startOf } from '../search/spans';
import { whereState, type State } from '../states';
import { sortKeys, type ObservationSort } from './observation-sorts';
import { classesOf, timeRange } from './sort-range';
import { conditionsOnState, listedStates, STATE_COLUMNS } from './state-rules';

/** A scan along the index of the sort, or along two, because open and closed observations have one each. */
export interface Walk {
  selection: Selection;
  mode: ObservationMode;
  sort: ObservationSort;
  descending: boolean;
  fetched: number;
  /** Maximum number of rows to check before the walk gives up. */
  reach?: number | undefined;
  /** Where the index itself leaves rows out: how many of its entries to read, if more than the reach. */
  entries?: number | undefined;
  /** The period of the sorted time that contains all matches; within each class, if the sort has classes. */
  period?: Period | undefined;
  /** The days on which all matches were first seen. Only the index of the last change contains that time beside its own. */
  firstSeen?: Days | undefined;
  /** Conditions on the bits in the same index, if few rows match. */
  onBits?: readonly ((params: SqlParams) => string)[] | undefined;
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

/** What to read along the index: of which state, in which order, from where, and which columns. */
interface Scan {
  state: State;
  order: Direction;
  start: Start;
  columns: string;
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

/** The rows of a state along the index of the sort, from a place to the reach. Of the filter, only what the index tells is checked. */
export function entries(walk: Walk, scan: Scan, params: SqlParams): string {
  const { sort, reach = NO_REACH } = walk;
  const { order, columns } = scan;
  const conditions = checkedInIndex(walk, params);
  if (conditions.length === 0) return indexRange(walk, { ...scan, limit: reach }, params);
  const most = walk.reach === undefined ? NO_REACH : Math.max(walk.reach, walk.entries ?? 0);
  const range = indexRange(walk, { ...scan, columns: STATE_COLUMNS, limit: most }, params);
  return `SELECT ${columns} FROM (${range}) s WHERE ${conditions.join(' AND ')} ${orderBy(indexKeys(sort), order)} LIMIT ${reach}`;
}

/**
 * Whether the kept days tell that a walk after a cursor comes to the end of the index. They were read in an earlier statement, so there have
 * to be half as many rows as the walk reads.
 */
export function isKnownToEnd(walk: Walk & { reach: number }): boolean {
  const { period, firstSeen, reach, entries: most = 0 } = walk;
  if (!period?.ahead) return false;
  const { rows, firstSeen: onDays } = period.ahead;
  if (checkedInIndex(walk, new SqlParams()).length === 0) return 2 * rows <= reach;
  return 2 * rows <= Math.max(reach, most) && 2 * (firstSeen ? onDays : rows) <= reach;
}

/** Selects whether a walk to its reach comes to the end of the index. */
export function isAtEnd(
  walk: Walk & { reach: number },
  states: readonly State[],
  order: Direction,
  start: Start,
  params: SqlParams,
): string {
  const conditions = checkedInIndex(walk, params);
  const most = conditions.length === 0 ? walk.reach : Math.max(walk.reach, walk.entries ?? 0);
  const columns = conditions.length === 0 ? '1' : STATE_COLUMNS;
  const ahead = states
    .map((state) => `(${indexRange(walk, { state, order, start, columns, limit: most + 1 }, params)})`)
    .join(' UNION ALL ');
  const isChecked = conditions.length === 0 ? '' : ` AND count(*) FILTER (WHERE ${conditions.join(' AND ')}) <= ${walk.reach}`;
  return `SELECT count(*) <= ${most}${isChecked} FROM (${ahead}) s`;
}

/** Conditions that each match meets, and that an entry of the index can tell. */
function checkedInIndex({ selection: { filter }, sort, firstSeen, onBits = [] }: Walk, params: SqlParams): string[] {
  if (sort.stateKey === undefined) return [];
  const isWithin = firstSeen && [
    `s.first_seen >= ${params.add(startOf(firstSeen.first), 'timestamptz')}`,
    `s.first_seen < ${params.add(startOf(firstSeen.last + 1), 'timestamptz')}`,
  ];
  return [...conditionsOnState(filter, params), ...(isWithin ?? []), ...onBits.map((write) => write(params))];
}

/** A range of the index of the sort. The filter is checked only where it is on the sort keys. */
function indexRange(walk: Walk, { state, order, start, columns, limit }: Scan & { limit: number | string }, params: SqlParams): string {
  const { selection, sort, period } = walk;
  const { place, condition } = start;
  const keys = indexKeys(sort);
  const from = sort.stateKey === undefined ? `observation o WHERE ${selection.scope} AND ${whereState(state)}` : listedStates(state);
  const part = (ordered: typeof keys, conditions: readonly string[]) =>
    `SELECT ${columns} FROM ${[from, ...(condition ? [condition] : []), ...conditions].join(' AND ')} ` +
    `${orderBy(ordered, order)} LIMIT ${limit}`;
  const within = (after?: Direction) => timeRange(selection.filter, sort, period, after, params);

  if (!sort.classes || !isByClass(walk))
    return part(keys, [...(place ? [isAfter(keys, place, order, params)] : []), ...(sort.classes ? [] : within(place && order))]);

  // Class by class: each is a range of the index, and what lies between the ranges is not read.
  const inClass = keys.slice(1);
  const all = classesOf(selection.filter, sort) ?? sort.classes.keys;
  const begun = place && Number(place[0]);
  const isAhead = (key: number) => begun === undefined || (order === 'DESC' ? key < begun : key > begun);
  const ahead = all.filter(isAhead).sort((a, b) => (order === 'DESC' ? b - a : a - b));
  const rest = `SELECT k.* FROM unnest(${params.add(ahead, `${sort.type}[]`)}) AS c (class) CROSS JOIN LATERAL (${part(inClass, [`${sort.key} = c.class`, ...within()])}) k LIMIT ${limit}`;
  // A cursor may lie in a class that the filter leaves out.
  if (!place || begun === undefined || !all.includes(begun)) return rest;
  const ofClass = [`${sort.key} = ${params.add(begun, sort.type)}`, isAfter(inClass, place.slice(1), order, params), ...within(order)];
  return `SELECT k.* FROM ((${part(inClass, ofClass)}) UNION ALL (${rest})) k LIMIT ${limit}`;
}
