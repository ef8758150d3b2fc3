import type { SqlParams } from '#platform/database/sql-params';

/** Observations are in two sets, each with indexes of its own. */
export type State = 'open' | 'closed';

export const IN_STATE: Readonly<Record<State, string>> = { open: 'o.is_open', closed: 'NOT o.is_open' };

/** Counting stops one past this: more is more than can be fetched and sorted for a page at once. */
export const MAX_FOUND = 10_000;
/** More rows than this are not fetched to be sorted, even where a walk does not meet them. */
export const MAX_FETCHED = 200_000;

/**
 * What is known about one rule before its rows are read, and how an index finds them. $1 is the organization, $2 the view.
 * A parameter is added where it is needed; statements that do not need it do not have it.
 */
export interface Source {
  /**
   * A selection of one row of numbers: how much was read to count (at most MAX_FOUND + 1), how many observations that stands
   * for, for how many of them that is doubtful, and the most of one value; where it is dated, also first_day and last_day.
   * Undefined where the state alone says that none matches.
   */
  numbers(state: State, params: SqlParams): string | undefined;
  /** Whether the numbers are of all rows, however many that are. */
  isCounted?: true;
  /** Whether it says between which days the observations were first seen. */
  isDated?: true;
  /** How many match for certain: all that were counted, those of the value with the most, or none. */
  certain: 'all' | 'largest' | 'none';
  /**
   * A condition on o that holds wherever the rule does, and that an index serves. Where the rows are read along an index, it
   * holds for no more than `limit` of them, one past MAX_FOUND by default.
   */
  condition(state: State, params: SqlParams, limit?: number): string;
  /** Counts the rows of the condition, where they are read along an index. */
  counted?: (state: State, params: SqlParams, limit: number) => string;
  /** Whether the condition holds only where the rule does, so that nothing else has to be checked. */
  isExact?: true;
  /** Whether the condition intersects with others inside the same index. */
  intersects: boolean;
}

/** Rows that a list of ids names, read up to a limit. */
export function byIds(read: (state: State, params: SqlParams, limit: number) => string, certain: Source['certain']): Source {
  return {
    certain,
    intersects: false,
    isExact: true,
    numbers: (state, params) =>
      `SELECT count(*) AS read, count(*) AS total, 0 AS doubtful, 0 AS largest FROM (${read(state, params, MAX_FOUND + 1)}) k`,
    condition: (state, params, limit = MAX_FOUND + 1) => `o.id = ANY(ARRAY(${read(state, params, limit)}))`,
    counted: (state, params, limit) => `SELECT count(*) FROM (${read(state, params, limit)}) k`,
  };
}
