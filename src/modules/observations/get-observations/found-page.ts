import { SqlParams } from '#platform/database/sql-params';
import type { Place } from '#platform/paging/cursor';
import { withoutFilter, type Selection } from '../observation-query';
import { FLAG_AND_STATE, OBSERVATION_COLUMNS } from '../render-observation';
import { foundIn, type Outlook } from '../search/outlook';
import { MAX_FOUND } from '../search/source';
import type { ObservationSort } from './observation-sorts';

/** A page of rows that an index finds: all of them are fetched, counted and sorted. */
export interface Fetching {
  selection: Selection;
  outlook: Outlook;
  sort: ObservationSort;
  descending: boolean;
  fetched: number;
  place: Place | undefined;
  offset: number;
  /** Whether to stop if more than MAX_FOUND match: then the number is MAX_FOUND + 1, and there is no row. */
  isBounded: boolean;
}

/**
 * Each row has the number of matches, an id and its sort key, in order; id and key are NULL if the page is empty. If isBounded, at most
 * MAX_FOUND + 1 matches are read.
 */
export function findPage({ selection, outlook, sort, descending, fetched, place, offset, isBounded }: Fetching): {
  sql: string;
  params: unknown[];
} {
  const isExact = outlook.states.every(({ bound, access }) => bound === 0 || access?.ids);
  const checked = isExact ? withoutFilter(selection) : selection;
  const params = new SqlParams(checked.params);
  const rows = outlook.states
    .map((state) => foundIn(state, checked, `o.id, ${sort.key} AS place`, params))
    .filter((sql) => sql !== undefined);
  const order = descending ? 'DESC' : 'ASC';
  const after = place
    ? ` AND (place, id) ${descending ? '<' : '>'} (${params.add(place[0], sort.type)}, ${params.add(place[1], 'uuid')})`
    : '';
  const counted = isBounded ? `(SELECT 1 FROM found LIMIT ${MAX_FOUND + 1}) k` : 'found';
  const isShown = isBounded ? `(SELECT matches FROM size) <= ${MAX_FOUND}` : 'true';
  const skip = offset > 0 ? ` OFFSET ${params.add(offset, 'bigint')}` : '';
  const sql = `
    WITH found AS MATERIALIZED (${rows.join(' UNION ALL ')}),
    size AS MATERIALIZED (SELECT count(*) AS matches FROM ${counted}),
    page AS (SELECT id, place FROM found WHERE ${isShown}${after} ORDER BY place ${order}, id ${order} LIMIT ${fetched}${skip})
    SELECT size.matches, page.id, page.place FROM size LEFT JOIN page ON true ORDER BY page.place ${order}, page.id ${order}`;
  return { sql, params: params.values };
}

/** The columns of a list for rows with known ids. $1 organization, $2 ids, $3 sort keys. */
export function shownRows(sort: ObservationSort): string {
  return `SELECT ${OBSERVATION_COLUMNS}, p.place FROM unnest($2::uuid[], $3::${sort.type}[]) WITH ORDINALITY AS p (id, place, number)
            JOIN observation o ON o.organization_id = $1 AND o.id = p.id ${FLAG_AND_STATE} ORDER BY p.number`;
}
