import { SqlParams } from '#platform/database/sql-params';
import { FLAG_AND_STATE } from '../render-observation';
import { whereState } from '../states';
import { rowsOf } from './access';
import type { StateEstimate } from './estimate';
import { afterPosition, orderBy, shownWith, type Scan, type Statement } from './index-scan';
import { columnsOf, type ObservationSort } from './sorts';

/**
 * Finds all matches by index, and selects their number with the ids and sort keys of a page. At most so many are found: if there are more, the number is larger, and
 * there is no row.
 */
export function findMatches(
  scan: Scan,
  estimates: readonly StateEstimate[],
  { limit, offset, most }: { limit: number; offset: number; most: number },
): Statement {
  const { selection, sort, descending } = scan;
  const params = new SqlParams<unknown>(selection.params);
  const names = columnsOf(sort).map(({ column }) => column);
  const keys = [...sort.keys.map(({ column }) => `${sort.table === 'observation' ? 'o' : 's'}.${column}`), `o.id AS ${names.at(-1)}`];
  const state =
    sort.table === 'observation'
      ? ''
      : ` CROSS JOIN LATERAL (SELECT s.updated_at FROM observation_state s WHERE s.organization_id = $1 AND s.observation_id = o.id OFFSET 0) s`;
  const found = estimates.flatMap((each) =>
    each.access
      ? `SELECT ${keys.join(', ')} FROM (${rowsOf(each.access, each.state, params, most + 1)}) o${state} WHERE ${selection.where} AND ${whereState(each.state)}`
      : [],
  );
  const after = afterPosition(names, scan, params);
  const order = orderBy(sort, 'p', descending);
  const skipped = offset > 0 ? ` OFFSET ${params.add(offset, 'bigint')}` : '';
  return {
    sql: `
      WITH found AS MATERIALIZED (SELECT * FROM (${found.join(' UNION ALL ')}) f LIMIT ${most + 1}),
      size AS MATERIALIZED (SELECT count(*) AS matches FROM found),
      page AS (SELECT * FROM found p WHERE (SELECT matches FROM size) <= ${most}${after} ${order} LIMIT ${limit}${skipped})
      SELECT size.matches, ${names.map((name) => `p.${name}`).join(', ')} FROM size LEFT JOIN page p ON true ${order}`,
    params: params.values,
  };
}

/** The columns of a list for rows by their ids. $1 organization, then an array for each column of the sort. */
export function showFound(sort: ObservationSort): string {
  const columns = columnsOf(sort);
  const arrays = columns.map(({ type }, index) => `$${index + 2}::${type}[]`).join(', ');
  return `SELECT ${shownWith(sort, 'p')}
            FROM unnest(${arrays}) WITH ORDINALITY AS p (${columns.map(({ column }) => column).join(', ')}, number)
            JOIN observation o ON o.organization_id = $1 AND o.id = p.${columns.at(-1)?.column} ${FLAG_AND_STATE} ORDER BY p.number`;
}
