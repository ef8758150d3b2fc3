import type { Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import type { View } from '#shared/view';
import { withoutFilter, type Selection } from '../observation-query';
import { whereState } from '../states';
import type { Access, FilterEstimate, RangeAccess, StateEstimate } from './estimate';
import { mapReadings } from './readings';
import { MAX_FETCHED } from './source';

/** Above this share of all rows, reading without an index over the filter is faster. */
const DENSE_SHARE = 0.1;

/** The estimate with an access for each range. */
export function withRanges(estimate: FilterEstimate): FilterEstimate {
  const states = estimate.states.map((state) => (state.range ? { ...state, access: accessToRange(state.bound, state.range) } : state));
  return { ...estimate, states };
}

function accessToRange(bound: number, range: RangeAccess): Access {
  const readings = mapReadings(range, (read) => (params: SqlParams) => read(params, MAX_FETCHED + 1));
  return { bound, reads: bound, intersects: false, write: range.write, ...readings };
}

/** Selects how many rows the ranges and accesses find; of each range, up to MAX_FETCHED + 1 are counted. */
export function sizeOfRanges({ states }: FilterEstimate, organizationId: string, view: View): Step {
  const params = new SqlParams<unknown>([organizationId, view.number]);
  const counts = states.flatMap(({ range }) => (range ? [`(${range.count(params)})`] : []));
  const found = states.reduce((sum, { access }) => sum + (access?.bound ?? 0), 0);
  return { sql: `SELECT ${[...counts, found].join(' + ')} AS size`, params: params.values };
}

/** The estimate for a statement that reads every match: with an access for each range, unless they have many rows. */
export function withFewRanges(estimate: FilterEstimate, size: number): FilterEstimate {
  return isFew(estimate, size) ? withRanges(estimate) : estimate;
}

/** Whether so many rows are few enough to look them up, if every match is read. */
export function isFew({ total }: FilterEstimate, size: number): boolean {
  return size <= Math.min(MAX_FETCHED, total * DENSE_SHARE);
}

/** Whether there are ranges, and an index finds the rows of every other state. Values that are too many for a page are ranges if every match is read. */
export function hasRanges({ states }: FilterEstimate, isEvery: boolean): boolean {
  const rangeOf = ({ range }: StateEstimate) => (range?.isForEvery && !isEvery ? undefined : range);
  return states.some(rangeOf) && states.every((state) => state.bound === 0 || (state.access ?? rangeOf(state)));
}

/** Selects the matches in one state, by index if there is an access; undefined if nothing can match. */
export function foundIn(
  { state, bound, access }: StateEstimate,
  { scope, where }: Selection,
  columns: string,
  params: SqlParams,
): string | undefined {
  if (bound === 0) return undefined;
  if (!access) return `SELECT ${columns} FROM observation o WHERE ${where} AND ${whereState(state)}`;
  // Terms contain the organization, and the view checks it. With that condition here, PostgreSQL would also scan an index for all rows of
  // the organization.
  const within = access.intersects ? 'o.is_listed' : scope;
  // OFFSET 0 keeps the filter out of the scan. Otherwise PostgreSQL would join its sub-selects first, and read the whole organization.
  const found =
    access.rows?.(params) ??
    `SELECT * FROM observation_search o WHERE ${within} AND ${whereState(state)} AND ${access.write(params)} OFFSET 0`;
  return `SELECT ${columns} FROM (${found}) o WHERE ${where}`;
}

/** Selects all matches, unordered. The selection is empty if nothing can match. */
export function everyRow({ states }: FilterEstimate, selection: Selection, columns: string): Step & { params: unknown[] } {
  const read = states.map((each) => (each.atLeast > each.total * DENSE_SHARE ? { ...each, access: undefined } : each));
  const isExact = read.every(({ bound, access }) => bound === 0 || access?.ids);
  const checked = isExact ? withoutFilter(selection) : selection;
  const params = new SqlParams(checked.params);
  const parts = read.flatMap((each) => foundIn(each, checked, columns, params) ?? []);
  const sql = parts.length > 0 ? parts.join(' UNION ALL ') : `SELECT ${columns} FROM observation o WHERE ${checked.where} AND false`;
  return { sql, params: params.values };
}
