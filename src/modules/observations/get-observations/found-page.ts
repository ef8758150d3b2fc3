import { SqlParams } from '#platform/database/sql-params';
import type { Place } from '#platform/paging/cursor';
import { withoutFilter, type Selection } from '../observation-query';
import { FLAG_AND_STATE, OBSERVATION_COLUMNS } from '../render-observation';
import type { FilterEstimate, StateEstimate } from '../search/estimate';
import { foundIn } from '../search/matching-rows';
import { MAX_FOUND } from '../search/source';
import { listed } from '../search/state-source';
import { isAfter, orderBy } from './index-entries';
import { sortKeys, type ObservationSort } from './observation-sorts';

/** A page of rows that an index finds: all of them are fetched, counted and sorted. */
export interface Fetching {
  selection: Selection;
  estimate: FilterEstimate;
  sort: ObservationSort;
  descending: boolean;
  fetched: number;
  place: Place | undefined;
  offset: number;
  /** Whether to stop if more than MAX_FOUND match: then the number is MAX_FOUND + 1, and there is no row. */
  isBounded: boolean;
}

/**
 * Each row has the number of matches, an id and its sort keys, in order; id and keys are NULL if the page is empty. If isBounded, at most
 * MAX_FOUND + 1 matches are read.
 */
export function findPage({ selection, estimate, sort, descending, fetched, place, offset, isBounded }: Fetching): {
  sql: string;
  params: unknown[];
} {
  const isExact = estimate.states.every(({ bound, access }) => bound === 0 || access?.ids);
  const checked = isExact ? withoutFilter(selection) : selection;
  const params = new SqlParams(checked.params);
  const keys = sortKeys(sort);
  const names = keys.map(({ name }) => name);
  const isInState = isExact && sort.stateKey !== undefined;
  const rows = estimate.states
    .map((state) =>
      isInState
        ? statesIn(state, params)
        : foundIn(state, checked, `o.id, ${keys.map(({ sql, name }) => `${sql} AS ${name}`).join(', ')}`, params),
    )
    .filter((sql) => sql !== undefined);
  const order = descending ? 'DESC' : 'ASC';
  const columns = [...keys.map(({ name, type }) => ({ sql: name, type })), { sql: 'id', type: 'uuid' }];
  const after = place ? ` AND ${isAfter(columns, place, order, params)}` : '';
  const counted = isBounded ? `(SELECT 1 FROM found LIMIT ${MAX_FOUND + 1}) k` : 'found';
  const isShown = isBounded ? `(SELECT matches FROM size) <= ${MAX_FOUND}` : 'true';
  const skip = offset > 0 ? ` OFFSET ${params.add(offset, 'bigint')}` : '';
  const sql = `
    WITH found AS MATERIALIZED (${rows.join(' UNION ALL ')}),
    size AS MATERIALIZED (SELECT count(*) AS matches FROM ${counted}),
    page AS (SELECT id, ${names.join(', ')} FROM found WHERE ${isShown}${after} ${orderBy(columns, order)} LIMIT ${fetched}${skip})
    SELECT size.matches, page.id, ${names.map((name) => `page.${name}`).join(', ')} FROM size LEFT JOIN page ON true ${orderBy(columns, order)}`;
  return { sql, params: params.values };
}

/** The columns of a list for rows with known ids. $1 organization, $2 ids, then an array for each sort key. */
export function shownRows(sort: ObservationSort): string {
  const keys = sortKeys(sort);
  const arrays = keys.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ');
  const names = keys.map(({ name }) => name);
  return `SELECT ${OBSERVATION_COLUMNS}, ${names.map((name) => `p.${name}`).join(', ')}
            FROM unnest($2::uuid[], ${arrays}) WITH ORDINALITY AS p (id, ${names.join(', ')}, number)
            JOIN observation o ON o.organization_id = $1 AND o.id = p.id ${FLAG_AND_STATE} ORDER BY p.number`;
}

/** The matches in one state, from the table that has the sort key: observations are not read. */
function statesIn({ state, bound, access }: StateEstimate, params: SqlParams): string | undefined {
  if (bound === 0) return undefined;
  const byId = () =>
    `SELECT x.observation_id, x.updated_at ${listed('observation_state', state)} AND x.observation_id = ANY(ARRAY(${access?.ids?.(params)}))`;
  return `SELECT k.observation_id AS id, k.updated_at AS place FROM (${access?.states?.(params) ?? byId()}) k`;
}
