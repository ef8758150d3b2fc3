import type { SqlParams } from '#platform/database/sql-params';
import { whereState, type State } from '../states';
import { MARK, PRESENCE, type Facet } from './facets';
import { MAX_FOUND, type Source } from './source';
import { hasBits } from './state-bits';

/** Selects kept values of one facet; v in SQL. */
export interface Values {
  facet: Facet;
  /** A condition on v.value. */
  where: (params: SqlParams) => string;
  /** Whether an index finds the values. Otherwise all values of the field are read, up to MAX_FOUND + 1. */
  isIndexed?: boolean;
  /** A condition on values whose rows may or may not match. */
  doubtful?: (params: SqlParams) => string;
  /** Set if the values that begin with this text match and may be very many: those of open observations are first counted along the primary key. */
  prefix?: string | undefined;
}

/** Values that are too long to be kept: any of them may match. */
export function marked(facet: Facet): Values {
  return { facet, where: () => `v.value = ${MARK}`, doubtful: () => 'true', isIndexed: true };
}

/** A rule on kept values: they give the counts, and their terms find the rows. */
export function keptSource(selections: readonly Values[], certain: Source['certain']): Source {
  return {
    certain,
    isDated: 'as read',
    intersects: true,
    numbers: (state, params) => {
      const numbers = numbersOf(selections.map((values) => counted(values, state, params)).join(' UNION ALL '));
      const [first] = selections;
      // Along the key, closed URLs lie among those of open observations, which are most.
      if (first?.prefix === undefined || state === 'closed') return numbers;
      return `WITH along_key AS MATERIALIZED (${countedAlongKey(first.facet, first.prefix, state, params)})
              SELECT * FROM along_key WHERE read > ${MAX_FOUND} UNION ALL SELECT * FROM (${numbers}) n WHERE (SELECT read FROM along_key) <= ${MAX_FOUND}`;
    },
    condition: (state, params) => `o.terms && ARRAY(${termsOf(selections, state, params)})`,
    ...(selections.some(({ facet }) => facet.isList && facet !== PRESENCE) ? {} : manyValues(selections)),
    inState: inState(selections),
  };
}

/** How to find the rows of many values, where no row has two of them. */
function manyValues(selections: readonly Values[]): Partial<Source> {
  const rows: Partial<Source> = {
    rows: (state, params) => rowsByPortion(termsOf(selections, state, params), state),
    rowsFrom: MANY_TERMS,
  };
  if (!selections.every(({ isIndexed }) => isIndexed)) return rows;
  return {
    ...rows,
    isForEvery: true,
    counted: (state, params, limit) => {
      const numbers = selections.map((values) => counted(values, state, params, limit));
      return `SELECT coalesce(sum(n), 0) FROM (${numbers.join(' UNION ALL ')}) k`;
    },
  };
}

function termsOf(selections: readonly Values[], state: State, params: SqlParams): string {
  const terms = selections.map(
    ({ facet, where }) =>
      `SELECT observation_term($1, $2::smallint, ${facet.term}, v.value) AS term FROM ${valuesOf(facet, state)} AND ${where(params)}`,
  );
  return terms.join(' UNION ALL ');
}

/** An index over terms compares each row that it finds with all terms: from this many on, that takes longer than looking up portions of them. */
const MANY_TERMS = 50;
const PORTION = 16;

/** Rows by portions of their terms. No row has two of them, because none has two values of the field. */
function rowsByPortion(terms: string, state: State): string {
  const portions = `SELECT array_agg(term) AS terms FROM (SELECT term, row_number() OVER () AS n FROM (${terms}) t) t GROUP BY n / ${PORTION}`;
  return `SELECT r.* FROM (${portions}) p CROSS JOIN LATERAL
            (SELECT * FROM observation_search o WHERE o.is_listed AND ${whereState(state)} AND o.terms && p.terms OFFSET 0) r`;
}

/** All selections are of the same field, unless one of them is of PRESENCE. */
function inState(selections: readonly Values[]): Source['inState'] {
  const [first] = selections;
  const bits = first?.facet.inState;
  if (!bits || selections.some(({ facet }) => facet !== first.facet)) return undefined;
  return (params) =>
    hasBits(bits, first.facet.isList === true, (expression) =>
      selections
        .map(({ facet, where }) => {
          // Only values of this field can be cast to its type, and PostgreSQL may evaluate the cast before it checks the field.
          const guarded = `CASE WHEN v.field = '${facet.kept}' THEN ${expression} END`;
          return `SELECT ${guarded} FROM ${valuesOf(facet)} AND ${where(params)}`;
        })
        .join(' UNION ALL '),
    );
}

/** The kept values of a field, of observations in one state or in any. */
export function valuesOf({ kept }: Facet, state?: State): string {
  const ofState = state ? ` AND v.${state}_count > 0` : '';
  return `observation_value_search v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = '${kept}'${ofState}`;
}

function numbersOf(values: string): string {
  return `SELECT count(*) AS read, coalesce(sum(n), 0) AS total, coalesce(sum(n) FILTER (WHERE doubtful), 0) AS doubtful, coalesce(max(n) FILTER (WHERE NOT doubtful), 0) AS largest, min(first_day) FILTER (WHERE n > 0) AS first_day, max(last_day) FILTER (WHERE n > 0) AS last_day FROM (${values}) k`;
}

/** One row per value that was read, with its number of observations, or 0 if it does not match. */
function counted({ facet, where, isIndexed, doubtful }: Values, state: State, params: SqlParams, most = MAX_FOUND + 1): string {
  const isDoubtful = doubtful?.(params) ?? 'false';
  const limit = `LIMIT ${most}`;
  if (isIndexed)
    return `(SELECT v.${state}_count AS n, ${isDoubtful} AS doubtful, v.first_day, v.last_day FROM ${valuesOf(facet, state)} AND ${where(params)} ${limit})`;
  const read = `SELECT * FROM ${valuesOf(facet, state)} ORDER BY v.value ${limit}`;
  return `SELECT CASE WHEN ${where(params)} THEN v.${state}_count ELSE 0 END AS n, ${isDoubtful} AS doubtful, v.first_day, v.last_day FROM (${read}) v`;
}

/**
 * Counts the values in lower case that begin with a text, in the order of the key. In other orders than that of bytes these may be too few.
 * Their days are left out: with more than MAX_FOUND values they do not tell the days of all.
 */
function countedAlongKey(facet: Facet, prefix: string, state: State, params: SqlParams): string {
  const text = `lower(${params.add(prefix, 'text')})`;
  const read = `SELECT v.value, v.${state}_count AS n FROM ${valuesOf(facet, state)} AND v.value >= ${text} AND v.value < ${text} || chr(1114111) ORDER BY v.value LIMIT ${MAX_FOUND + 1}`;
  return `SELECT count(*) AS read, coalesce(sum(n), 0) AS total, 0 AS doubtful, 0 AS largest, NULL::int AS first_day, NULL::int AS last_day FROM (${read}) v WHERE starts_with(v.value, ${text})`;
}
