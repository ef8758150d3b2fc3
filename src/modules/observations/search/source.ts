import type { SqlParams } from '#platform/database/sql-params';
import type { State } from '../states';
import type { Readings } from './readings';

/** Maximum number of rows to fetch and sort for a page. Counting stops one past it. */
export const MAX_FOUND = 10_000;
/** The same for a page that a walk along the sort did not fill. */
export const MAX_FETCHED = 200_000;
/** Stands for no upper bound: more observations than any organization has. */
export const UNBOUNDED = 2_147_483_647;
/** Maximum number of index entries to count. */
export const MAX_COUNTED = 20_000;

/**
 * What is known about one rule before its rows are read, and how an index finds them. $1 is the organization, $2 the view. Further
 * parameters are added only to the statements that use them.
 */
export interface Source extends Readings<(state: State, params: SqlParams, limit: number) => string> {
  /**
   * Selects one row of numbers. read: entries that were read, at most MAX_FOUND + 1. total: observations they stand for. doubtful: those
   * among them that may not match. largest: observations of the most frequent value. If isDated, also first_day and last_day. Undefined if
   * nothing in this state can match.
   */
  numbers(state: State, params: SqlParams): string | undefined;
  /** Whether total counts all rows, however many there are. */
  isCounted?: true;
  /** Counting stops after this many entries plus one; MAX_FOUND by default. */
  countsTo?: number;
  /** Whether the numbers include the first and the last day on which the observations were first seen: for the entries read, or for all. */
  isDated?: 'as read' | 'whole';
  /** How many observations certainly match: all but the doubtful ones, those of the most frequent value, or none. */
  certain: 'all' | 'largest' | 'none';
  /**
   * A condition on o that an index serves and that holds for every match. If rows are read along an index, it holds for at most `limit` of
   * them, by default MAX_FOUND + 1.
   */
  condition(state: State, params: SqlParams, limit?: number): string;
  /** Counts more than MAX_FOUND rows of the condition, reading up to a limit of rows or values. */
  counted?: (state: State, params: SqlParams, limit: number) => string;
  /** Set if the values are too many to find the rows for a page. Only statements that read every match use it. */
  isForEvery?: true;
  /** From this many entries on, the rows are read by `rows` instead of the condition. */
  rowsFrom?: number;
  /** Set if finding a row takes as long as checking this many: each has a value of its own, and so a term to look up. */
  readsPerRow?: number;
  /** Whether the index can intersect the condition with others. */
  intersects: boolean;
  /** Set if the ids come from another table, where the rule would take a look-up for each row: whether each is listed once. */
  beside?: 'once' | 'repeated';
  /** A condition on the state s of an observation, in any state, that holds for every match and for few other rows. */
  inState?: ((params: SqlParams) => string) | undefined;
  /** The same, on the bits of a text. It reads no kept values. */
  textInState?: ((params: SqlParams) => string) | undefined;
}

/** Finds rows by ids, which are read up to a limit. */
export function byIds(read: (state: State, params: SqlParams, limit: number) => string, certain: Source['certain']): Source {
  return {
    certain,
    intersects: false,
    ids: read,
    countsTo: MAX_COUNTED,
    numbers: (state, params) =>
      `SELECT count(*) AS read, count(*) AS total, 0 AS doubtful, 0 AS largest FROM (${read(state, params, MAX_COUNTED + 1)}) k`,
    condition: (state, params, limit = MAX_FOUND + 1) => `o.id = ANY(ARRAY(${read(state, params, limit)}))`,
    counted: (state, params, limit) => `SELECT count(*) FROM (${read(state, params, limit)}) k`,
  };
}
