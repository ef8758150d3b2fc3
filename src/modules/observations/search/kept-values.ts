import type { SqlParams } from '#platform/database/sql-params';
import { MARK, type Facet } from './facets';
import { MAX_FOUND, type Source } from './source';

/** A selection of kept values of one facet, v. */
export interface Values {
  facet: Facet;
  /** A condition on v.value. */
  where: (params: SqlParams) => string;
}

/** Rules that kept values answer: their counts are known, and their terms find the rows. */
export function keptSource(selections: readonly Values[], certain: Source['certain']): Source {
  const rowsOf = ({ facet, where }: Values, columns: string, state: string, params: SqlParams) =>
    `SELECT ${columns} FROM observation_value_search v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = '${facet.kept}' ` +
    `AND v.${state}_count > 0 AND ${where(params)}`;
  return {
    certain,
    intersects: true,
    numbers: (state, params) => {
      const all = selections.map((values) => {
        const doubtful = values.facet.hasMark ? `v.value = ${MARK}` : 'false';
        return `(${rowsOf(values, `v.${state}_count AS n, ${doubtful} AS doubtful`, state, params)} LIMIT ${MAX_FOUND + 1})`;
      });
      return `SELECT count(*) AS read, coalesce(sum(n), 0) AS total, coalesce(sum(n) FILTER (WHERE doubtful), 0) AS doubtful, coalesce(max(n) FILTER (WHERE NOT doubtful), 0) AS largest FROM (${all.join(' UNION ALL ')}) k`;
    },
    condition: (state, params) => {
      const terms = selections.map((values) =>
        rowsOf(values, `observation_term($1, $2::smallint, ${values.facet.term}, v.value)`, state, params),
      );
      return `o.terms && ARRAY(${terms.join(' UNION ALL ')})`;
    },
  };
}
