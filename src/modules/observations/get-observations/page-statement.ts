import { SqlParams } from '#platform/database/sql-params';
import type { Place } from '#platform/paging/cursor';
import { keptCount } from '../observation-counter';
import type { ObservationMode } from '#vocabulary/observation.enums';
import { statesOf, type Selection } from '../observation-query';
import { OBSERVATION_COLUMNS } from '../render-observation';
import type { ObservationSort } from './observation-sorts';

/** A sorted list: a scan of the index of its sort, or of two, because open and closed observations have one each. */
export interface Walk {
  selection: Selection;
  mode: ObservationMode;
  sort: ObservationSort;
  descending: boolean;
  fetched: number;
}

interface Statement {
  sql: string;
  params: unknown[];
}

type Direction = 'ASC' | 'DESC';

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
  const from =
    place && `(${sort.key}, o.id) ${descending ? '<' : '>'} (${params.add(place[0], sort.type)}, ${params.add(place[1], 'uuid')})`;
  const columns = `${OBSERVATION_COLUMNS}, ${sort.key} AS place`;
  const sql = inOrder(walk, columns, directionOf(descending), { condition: from, limit: fetched });
  return { sql, params: params.values };
}

/**
 * The page at an offset. The skipped rows are only read in the index. When the roll-ups know the length of the list (a filter
 * on severity alone), rows are skipped from the nearer end, so the last page costs as much as the first.
 */
export function pageAfter(walk: Walk, offset: number): Statement {
  const { selection, mode, sort, descending, fetched } = walk;
  const params = new SqlParams(selection.params);
  const skip = params.add(offset, 'bigint');
  const keys = `o.id, ${sort.key} AS place`;
  const order = directionOf(descending);
  const page = (ids: string) =>
    `SELECT ${OBSERVATION_COLUMNS}, p.place FROM (${ids}) p JOIN observation o ON o.organization_id = $1 AND o.id = p.id ` +
    `ORDER BY p.place ${order}, p.id ${order}`;
  if (!selection.severities) return { sql: page(inOrder(walk, keys, order, { limit: fetched, skip })), params: params.values };

  const severities = params.add(selection.severities.map(String), 'text[]');
  const length = `(SELECT length FROM list)`;
  const isNear = `${skip} <= ${length} / 2`;
  const near = inOrder(walk, keys, order, { condition: isNear, limit: fetched, skip });
  const left = `${length} - ${skip}`;
  const far = inOrder(walk, keys, directionOf(!descending), {
    condition: `NOT (${isNear})`,
    limit: `least(greatest(${left}, 0), ${fetched})`,
    skip: `greatest(${left} - ${fetched}, 0)`,
  });
  return {
    sql: `WITH list AS (SELECT (${keptCount(mode, severities)}) AS length) ${page(`(${near}) UNION ALL (${far}) LIMIT ${fetched}`)}`,
    params: params.values,
  };
}

function directionOf(descending: boolean): Direction {
  return descending ? 'DESC' : 'ASC';
}

/** For both open and closed observations, takes enough rows of each index and merges them. */
function inOrder({ selection, mode, sort }: Walk, selected: string, direction: Direction, { condition, limit, skip }: Stretch): string {
  const along = (state: string, most: number | string) =>
    `SELECT ${selected} FROM observation o WHERE ${selection.where} AND ${state}${condition ? ` AND ${condition}` : ''} ` +
    `ORDER BY ${sort.key} ${direction}, o.id ${direction} LIMIT ${most}`;
  const cut = skip ? `${limit} OFFSET ${skip}` : limit;
  const [only, other] = statesOf(mode);
  if (other === undefined) return along(only as string, cut);
  const enough = skip ? `${skip} + ${limit}` : limit;
  return (
    `SELECT * FROM (${statesOf(mode)
      .map((state) => `(${along(state, enough)})`)
      .join(' UNION ALL ')}) o ` + `ORDER BY place ${direction}, id ${direction} LIMIT ${cut}`
  );
}
