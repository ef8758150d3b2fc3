import { SqlParams } from '#platform/database/sql-params';
import type { Place } from '#platform/paging/cursor';
import { areMany, keptCount } from '../observation-counter';
import { OBSERVATION_SEVERITY, type ObservationMode } from '#vocabulary/observation.enums';
import { statesOf, type Selection } from '../observation-query';
import { FLAG_AND_STATE, OBSERVATION_COLUMNS } from '../render-observation';
import type { Ids } from '../search/outlook';
import { IN_STATE, type State } from '../search/source';
import type { ObservationSort } from './observation-sorts';
import type { Period } from '../search/sort-days';
import { sortRange } from './sort-range';

/** A sorted list: a scan of the index of its sort, or of two, because open and closed observations have one each. */
export interface Walk {
  selection: Selection;
  mode: ObservationMode;
  sort: ObservationSort;
  descending: boolean;
  fetched: number;
  /** Maximum number of rows to check before the walk gives up. */
  reach?: number | undefined;
  /** If the sort is by a time: the period that contains all matches. */
  period?: Period | undefined;
  /** The ids of all matches by state, where an index lists them: rows are compared with these instead of the filter. */
  listed?: Readonly<Partial<Record<State, Ids>>> | undefined;
  /** For a filter on severity alone: whether to find nothing if few rows match, because the walk would read the whole index for them. */
  onlyMany?: boolean;
}

interface Statement {
  sql: string;
  params: unknown[];
}

type Direction = 'ASC' | 'DESC';

/**
 * A walk without a reach has this limit. PostgreSQL cannot see the number and expects to need a tenth of the rows, for which it
 * walks the index. If it expected to need all of them, it would read and sort the whole organization.
 */
const NO_REACH = `(SELECT 9223372036854775807)`;

/** A part of the scan: the rows that meet a condition, with LIMIT and OFFSET. */
interface Stretch {
  condition?: string | undefined;
  limit: number | string;
  skip?: string;
}

/** The page after a cursor position, or the first page. */
export function pageFrom(walk: Walk, place: Place | undefined): Statement {
  const { selection, sort, descending, fetched } = walk;
  const params = new SqlParams(selection.params);
  const { key, id } = alongIndex(sort);
  const from = place && `(${key}, ${id}) ${descending ? '<' : '>'} (${params.add(place[0], sort.type)}, ${params.add(place[1], 'uuid')})`;
  const condition = [from, manyOf(walk, params), ...rangesOf(walk, key, params)].filter(Boolean).join(' AND ');
  const order = directionOf(descending);
  if (isInEveryIndex(selection))
    return { sql: pageOf(inOrder(walk, '', order, { condition, limit: fetched }, params), order), params: params.values };
  const rows = inOrder(walk, `o.*, ${key} AS place`, order, { condition, limit: fetched }, params);
  return { sql: `SELECT ${OBSERVATION_COLUMNS}, o.place FROM (${rows}) o ${FLAG_AND_STATE} ${byPlace('o', order)}`, params: params.values };
}

/**
 * The page at an offset. The skipped rows are only read in the index. When the roll-ups know the length of the list (a filter
 * on severity alone), rows are skipped from the nearer end, so the last page costs as much as the first.
 */
export function pageAfter(walk: Walk, offset: number): Statement {
  const { selection, mode, sort, descending, fetched } = walk;
  const params = new SqlParams(selection.params);
  const skip = params.add(offset, 'bigint');
  const keys = `o.id, ${alongIndex(sort).key} AS place`;
  const order = directionOf(descending);
  if (!selection.severities) {
    const condition = rangesOf(walk, alongIndex(sort).key, params).join(' AND ');
    return { sql: pageOf(inOrder(walk, keys, order, { condition, limit: fetched, skip }, params), order), params: params.values };
  }

  const severities = params.add(selection.severities.map(String), 'text[]');
  const length = `(SELECT length FROM list)`;
  const isNear = `${skip} <= ${length} / 2`;
  const many = manyOf(walk, params);
  const also = many === undefined ? '' : ` AND ${many}`;
  const near = inOrder(walk, keys, order, { condition: `${isNear}${also}`, limit: fetched, skip }, params);
  const left = `${length} - ${skip}`;
  const farEnd = {
    condition: `NOT (${isNear})${also}`,
    limit: `least(greatest(${left}, 0), ${fetched})`,
    skip: `greatest(${left} - ${fetched}, 0)`,
  };
  const far = inOrder(walk, keys, directionOf(!descending), farEnd, params);
  return {
    sql: `WITH list AS (SELECT (${keptCount(mode, severities)}) AS length) ${pageOf(`(${near}) UNION ALL (${far}) LIMIT ${fetched}`, order)}`,
    params: params.values,
  };
}

/** The rows of a page by their ids and places. */
function pageOf(ids: string, order: Direction): string {
  return (
    `SELECT ${OBSERVATION_COLUMNS}, p.place FROM (${ids}) p JOIN observation o ON o.organization_id = $1 AND o.id = p.id ` +
    `${FLAG_AND_STATE} ${byPlace('p', order)}`
  );
}

/** What an entry of the index has to meet. PostgreSQL compares with listed ids by a hash table. */
function matchesIn(state: string, { selection, listed }: Walk, params: SqlParams): string {
  if (!listed) return selection.condition;
  const ids = listed[state === IN_STATE.open ? 'open' : 'closed'];
  return ids ? `o.id IN (${ids(params)})` : 'FALSE';
}

/** Whether the index of any sort has all that the filter reads of an observation: it then passes rows without a look at the table. */
export function isInEveryIndex({ severities, condition }: Selection): boolean {
  return !severities && [...condition.matchAll(/\bo\.(\w+)/g)].every(([, column]) => column === 'organization_id' || column === 'id');
}

/** Conditions that limit the walk to a part of the index. */
function rangesOf({ selection, sort, period }: Walk, key: string, params: SqlParams): string[] {
  const within = period && `${key} >= ${params.add(period.from, sort.type)} AND ${key} < ${params.add(period.before, sort.type)}`;
  return [...sortRange(selection.filter, sort, key, params), ...(within === undefined ? [] : [within])];
}

/** The condition of onlyMany; a filter that every severity passes needs none. */
function manyOf({ onlyMany, mode, fetched, selection: { severities } }: Walk, params: SqlParams): string | undefined {
  if (!onlyMany || !severities || severities.length === OBSERVATION_SEVERITY.members.length) return undefined;
  return `(${areMany(mode, params.add(severities.map(String), 'text[]'), fetched)})`;
}

/** The columns of the index of a sort. */
function alongIndex({ key, stateKey }: ObservationSort): { key: string; id: string } {
  return stateKey === undefined ? { key, id: 'o.id' } : { key: stateKey, id: 's.observation_id' };
}

function byPlace(alias: string, direction: Direction): string {
  return `ORDER BY ${alias}.place ${direction}, ${alias}.id ${direction}`;
}

function directionOf(descending: boolean): Direction {
  return descending ? 'DESC' : 'ASC';
}

/** For both open and closed observations, takes enough rows of each index and merges them. */
function inOrder(walk: Walk, selected: string, direction: Direction, { condition, limit, skip }: Stretch, params: SqlParams): string {
  const { selection, mode, sort, reach } = walk;
  const { key, id } = alongIndex(sort);
  const along = (state: string, most: number | string) => {
    const place = condition ? ` AND ${condition}` : '';
    const order = `ORDER BY ${key} ${direction}, ${id} ${direction}`;
    const ofState = `s.organization_id = $1 AND s.view = $2 AND s.is_listed AND ${state.replace('o.', 's.')}${place}`;
    if (isInEveryIndex(selection)) {
      const from =
        sort.stateKey === undefined
          ? `observation o WHERE ${selection.scope} AND ${state}${place}`
          : `observation_state s WHERE ${ofState}`;
      const entries = `SELECT $1::uuid AS organization_id, ${id} AS id, ${key} AS place FROM ${from} ${order} LIMIT ${reach ?? NO_REACH}`;
      return `SELECT o.id, o.place FROM (${entries}) o WHERE (${matchesIn(state, walk, params)}) IS TRUE ${byPlace('o', direction)} LIMIT ${most}`;
    }
    if (sort.stateKey !== undefined) {
      const rows = `SELECT * FROM observation_state s WHERE ${ofState} ${order} LIMIT ${reach ?? NO_REACH}`;
      // Looked up row by row: OFFSET keeps the planner from joining in another order.
      const found = `SELECT * FROM observation o WHERE o.organization_id = $1 AND o.id = s.observation_id AND ${selection.where} OFFSET 0`;
      return `SELECT ${selected} FROM (${rows}) s CROSS JOIN LATERAL (${found}) o ${order} LIMIT ${most}`;
    }
    // Severity is in the index of the default sort, which checks it before it reads the row.
    if (selection.severities && reach === undefined)
      return `SELECT ${selected} FROM observation o WHERE ${selection.where} AND ${state}${place} ${order} LIMIT ${most}`;
    // LIMIT inside and IS TRUE outside keep the filter out of scans and joins: it sees the rows one by one, in order.
    const walked = `SELECT * FROM observation o WHERE ${selection.scope} AND ${state}${place} ${order} LIMIT ${reach ?? NO_REACH}`;
    return `SELECT ${selected} FROM (${walked}) o WHERE (${selection.condition}) IS TRUE ${order} LIMIT ${most}`;
  };
  const cut = skip ? `${limit} OFFSET ${skip}` : limit;
  const [only, other] = statesOf(mode);
  if (other === undefined) return along(only as string, cut);
  const enough = skip ? `${skip} + ${limit}` : limit;
  return (
    `SELECT * FROM (${statesOf(mode)
      .map((state) => `(${along(state, enough)})`)
      .join(' UNION ALL ')}) o ` + `${byPlace('o', direction)} LIMIT ${cut}`
  );
}
