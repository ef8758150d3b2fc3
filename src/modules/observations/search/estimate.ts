import type { SqlParams } from '#platform/database/sql-params';
import type { State } from '../states';
import type { Readings } from './readings';
import type { Source } from './source';

/** An index condition that finds a superset of the matches, and an upper bound of its size. */
export interface Access extends Readings<Ids> {
  bound: number;
  /** Expected number of rows to check. 0 for an intersection inside the index, which leaves few. */
  reads: number;
  /** Whether the index can intersect it with other conditions. */
  intersects: boolean;
  write: (params: SqlParams) => string;
}

export type Ids = (params: SqlParams) => string;

/** An index condition for more than MAX_FOUND rows, and a statement that counts them up to MAX_FETCHED + 1. The readings take a limit. */
export interface RangeAccess extends Readings<(params: SqlParams, limit: number) => string> {
  count: (params: SqlParams) => string;
  write: (params: SqlParams) => string;
  beside: Source['beside'];
  isForEvery: Source['isForEvery'];
}

/** The first and the last day on which a match was first seen, in days since 1970. */
export interface Days {
  first: number;
  last: number;
}

/** Lower and upper bound of the number of matches. */
export interface Estimate {
  atLeast: number;
  bound: number;
  /** Undefined if the kept values do not tell. */
  days?: Days | undefined;
  access?: Access | undefined;
  /** Set only if there is no access. */
  range?: RangeAccess | undefined;
}

export interface StateEstimate extends Estimate {
  state: State;
  /** All observations in this state. */
  total: number;
}

/** What is known about a filter before its rows are read. */
export interface FilterEstimate {
  states: readonly StateEstimate[];
  atLeast: number;
  bound: number;
  total: number;
  /** The observations in these states and in the other one. */
  totalOfAny: number;
  days: Days | undefined;
  /** Path of the least selective rule in the request. */
  broadestRule: string;
}

/** Whether an index finds the matches in every state. */
export function hasIndex({ states }: FilterEstimate): boolean {
  return states.every(({ bound, access }) => bound === 0 || access !== undefined);
}

/** The estimate without a state in which nothing can match. */
export function inMatchingStates(estimate: FilterEstimate): FilterEstimate {
  const [only, ...others] = estimate.states.filter(({ bound }) => bound > 0);
  return only && others.length === 0 ? { ...estimate, states: [only], total: only.total } : estimate;
}
