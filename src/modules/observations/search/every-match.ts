import { SqlParams } from '#platform/database/sql-params';
import type { Selection } from '../observation-query';
import { whereState } from '../states';
import { rowsOf } from './access';
import { MAX_ENTRIES, type FilterEstimate, type StateEstimate } from './estimate';

/** Above this share of all rows, reading without an index over the filter is faster. */
const DENSE_SHARE = 0.1;

/** Whether an index finds the matches of every state, and they are few beside all rows. */
export function areFewOfAll({ states }: FilterEstimate, share = DENSE_SHARE): boolean {
  return states.every((state) => isFew(state, share));
}

function isFew({ atLeast, atMost, total, access }: StateEstimate, share: number): boolean {
  const isBounded = atMost <= Math.max(total * share, 1_000);
  // Of some rules it is not known how many rows match, only how to find them.
  const isUnknown = atLeast <= Math.min(MAX_ENTRIES.every, total * share) && atMost === total && atLeast < MAX_ENTRIES.every;
  return access !== undefined && (isBounded || isUnknown);
}

/** Selects all matches, unordered. */
export function everyMatch(
  { states }: FilterEstimate,
  { scope, where, params: first }: Selection,
  columns: string,
): { sql: string; params: unknown[] } {
  const params = new SqlParams(first);
  const parts = states.map((each) => {
    const { access, state } = each;
    const rows = access && isFew(each, DENSE_SHARE) ? `(${rowsOf(access, state, params, 2_147_483_647)})` : 'observation';
    return `SELECT ${columns} FROM ${rows} o WHERE ${where} AND ${whereState(state)}`;
  });
  if (parts.length === 0) return { sql: `SELECT ${columns} FROM observation o WHERE ${scope} AND false`, params: first.slice(0, 2) };
  return { sql: parts.join(' UNION ALL '), params: params.values };
}
