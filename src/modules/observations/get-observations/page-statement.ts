import { SqlParams } from '#platform/database/sql-params';
import type { Place } from '#platform/paging/cursor';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { areMany, keptCount } from '../observation-counter';
import { withoutFilter } from '../observation-query';
import { FLAG_AND_STATE, OBSERVATION_COLUMNS } from '../render-observation';
import { statesOf, whereState, type State } from '../states';
import { entries, indexKeys, isAfter, isAtEnd, isByClass, orderBy, type Direction, type Start, type Walk } from './index-entries';
import { sortKeys, type ObservationSort } from './observation-sorts';
import { isWholeInState } from './state-rules';

interface Statement {
  sql: string;
  params: unknown[];
}

/** A part of the scan, with LIMIT and OFFSET. */
interface Stretch extends Start {
  limit: number | string;
  skip?: string;
}

/** The page after a cursor position, or the first page. */
export function pageFrom(requested: Walk, place: Place | undefined): Statement {
  const walk = checkedOnce(requested);
  const { selection, sort, descending, fetched } = walk;
  const params = new SqlParams(selection.params);
  const stretch = { place, condition: manyOf(walk, params), limit: fetched };
  const order = directionOf(descending);
  // From states, too, only ids are read first: all columns of each row that does not match would take half as long again.
  if (isInIndex(walk) || sort.stateKey !== undefined)
    return { sql: pageOf(sort, inOrder(walk, idAndKeys(sort), order, stretch, params), order), params: params.values };
  const rows = inOrder(walk, `o.*, ${keysOf(sort)}`, order, stretch, params);
  return {
    sql: `SELECT ${OBSERVATION_COLUMNS}, ${namesOf(sort, 'o')} FROM (${rows}) o ${FLAG_AND_STATE} ${byPlace(sort, 'o', order)}`,
    params: params.values,
  };
}

/** Selects whether the rows of a walk up to its reach are the last ones of the list. */
export function isLastWalk(walk: Walk & { reach: number }, place: Place): Statement {
  const params = new SqlParams<unknown>(walk.selection.params.slice(0, 2));
  const sql = isAtEnd(walk, statesOf(walk.mode), directionOf(walk.descending), { place }, params);
  return { sql, params: params.values };
}

/**
 * The page at an offset. The skipped rows are only read in the index. When the roll-ups know the length of the list (a filter
 * on severity alone), rows are skipped from the nearer end, so the last page costs as much as the first.
 */
export function pageAfter(requested: Walk, offset: number): Statement {
  const walk = checkedOnce(requested);
  const { selection, mode, sort, descending, fetched } = walk;
  const params = new SqlParams(selection.params);
  const skip = params.add(offset, 'bigint');
  const keys = idAndKeys(sort);
  const order = directionOf(descending);
  if (!selection.severities)
    return { sql: pageOf(sort, inOrder(walk, keys, order, { limit: fetched, skip }, params), order), params: params.values };

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
    sql: `WITH list AS (SELECT (${keptCount(mode, severities)}) AS length) ${pageOf(sort, `(${near}) UNION ALL (${far}) LIMIT ${fetched}`, order)}`,
    params: params.values,
  };
}

/** A filter of which entries of the index tell everything is not checked on the rows again. */
function checkedOnce(walk: Walk): Walk {
  const { selection, sort } = walk;
  return sort.stateKey !== undefined && isWholeInState(selection.filter) ? { ...walk, selection: withoutFilter(selection) } : walk;
}

/** The rows of a page by their ids and places. */
function pageOf(sort: ObservationSort, ids: string, order: Direction): string {
  return (
    `SELECT ${OBSERVATION_COLUMNS}, ${namesOf(sort, 'p')} FROM (${ids}) p JOIN observation o ON o.organization_id = $1 AND o.id = p.id ` +
    `${FLAG_AND_STATE} ${byPlace(sort, 'p', order)}`
  );
}

/** What an entry of the index has to meet. PostgreSQL compares with listed ids by a hash table. */
function matchesIn(state: State, { selection, listed }: Walk, params: SqlParams): string {
  if (!listed) return selection.condition;
  const ids = listed[state];
  return ids ? `o.id IN (${ids(params)})` : 'FALSE';
}

/**
 * Whether the index of the sort has all that the filter reads of an observation: it then passes rows without a look at the table. Lists by
 * severity alone have a statement of their own, unless the index of the sort is on another table.
 */
function isInIndex({ selection: { severities, condition }, sort }: Walk): boolean {
  if (severities && sort.stateKey === undefined) return false;
  return [...condition.matchAll(/\bo\.(\w+)/g)].every(([, column]) => column === 'organization_id' || column === 'id');
}

/** The condition of onlyMany; a filter that every severity passes needs none. */
function manyOf({ onlyMany, mode, fetched, selection: { severities } }: Walk, params: SqlParams): string | undefined {
  if (!onlyMany || !severities || severities.length === OBSERVATION_SEVERITY.members.length) return undefined;
  return `(${areMany(mode, params.add(severities.map(String), 'text[]'), fetched)})`;
}

/** The sort keys as columns of the index of the sort, with their names. */
function keysOf(sort: ObservationSort): string {
  return sortKeys(sort)
    .map(({ sql, name }) => `${sort.stateKey ?? sql} AS ${name}`)
    .join(', ');
}

function idAndKeys(sort: ObservationSort): string {
  return `o.id, ${keysOf(sort)}`;
}

function namesOf(sort: ObservationSort, alias: string): string {
  return sortKeys(sort)
    .map(({ name }) => `${alias}.${name}`)
    .join(', ');
}

function byPlace(sort: ObservationSort, alias: string, direction: Direction): string {
  const names = [...sortKeys(sort).map(({ name }) => name), 'id'];
  return `ORDER BY ${names.map((name) => `${alias}.${name} ${direction}`).join(', ')}`;
}

function directionOf(descending: boolean): Direction {
  return descending ? 'DESC' : 'ASC';
}

/** For both open and closed observations, takes enough rows of each index and merges them. */
function inOrder(walk: Walk, selected: string, direction: Direction, stretch: Stretch, params: SqlParams): string {
  const { selection, mode, sort, reach } = walk;
  const { limit, skip, place, condition } = stretch;
  // A walk by class is in order, but PostgreSQL does not know it, and would sort all of its rows.
  const order = (keys: string) => (isByClass(walk) ? '' : ` ${keys}`);
  const along = (state: State, most: number | string) => {
    const rows = (columns: string) => entries(walk, { state, order: direction, start: stretch, columns }, params);
    if (isInIndex(walk)) {
      const id = sort.stateKey === undefined ? 'o.id' : 's.observation_id AS id';
      const listed = rows(`$1::uuid AS organization_id, ${id}, ${keysOf(sort)}`);
      return `SELECT o.id, ${namesOf(sort, 'o')} FROM (${listed}) o WHERE (${matchesIn(state, walk, params)}) IS TRUE${order(byPlace(sort, 'o', direction))} LIMIT ${most}`;
    }
    if (sort.stateKey !== undefined) {
      // Looked up row by row: OFFSET keeps the planner from joining in another order. The id is that of the state, by which entries of open and
      // closed ones are merged without sorting.
      const found = `SELECT o.id FROM observation o WHERE o.organization_id = $1 AND o.id = s.observation_id AND ${selection.where} OFFSET 0`;
      return `SELECT s.observation_id AS id, ${keysOf(sort)} FROM (${rows('s.observation_id, s.updated_at')}) s CROSS JOIN LATERAL (${found}) o${order(orderBy(indexKeys(sort), direction))} LIMIT ${most}`;
    }
    // Severity is in the index of the default sort, which checks it before it reads the row.
    if (selection.severities && reach === undefined && !isByClass(walk)) {
      const conditions = [
        selection.where,
        whereState(state),
        ...(place ? [isAfter(indexKeys(sort), place, direction, params)] : []),
        condition,
      ];
      return `SELECT ${selected} FROM observation o WHERE ${conditions.filter(Boolean).join(' AND ')} ${orderBy(indexKeys(sort), direction)} LIMIT ${most}`;
    }
    // LIMIT inside and IS TRUE outside keep the filter out of scans and joins: it sees the rows one by one, in order.
    return `SELECT ${selected} FROM (${rows('*')}) o WHERE (${selection.condition}) IS TRUE${order(orderBy(indexKeys(sort), direction))} LIMIT ${most}`;
  };
  const cut = skip ? `${limit} OFFSET ${skip}` : limit;
  const states = statesOf(mode);
  const [only, other] = states;
  if (only !== undefined && other === undefined) return along(only, cut);
  const enough = skip ? `${skip} + ${limit}` : limit;
  return (
    `SELECT * FROM (${states.map((state) => `(${along(state, enough)})`).join(' UNION ALL ')}) o ` +
    `${byPlace(sort, 'o', direction)} LIMIT ${cut}`
  );
}
