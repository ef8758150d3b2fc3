import type { Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import type { ObservationMode } from '#shared/observation.enums';
import type { Selection } from '../observation-query';
import { statesOf } from '../states';
import { valuesOf } from '../search/kept-values';
import type { FilterEstimate } from '../search/estimate';
import { keptWithText } from '../search/rule-source';
import { COUNT_BOUND } from '../total-count';
import { newestRows } from './newest-rows';

/** Kept values to read on each side of a match: enough if two in five match. */
const MAX_ON_EACH_SIDE = 1.25 * COUNT_BOUND;
/** Values next to a match. If fewer than half of them match, the text is spread over the key, and no others are read. */
const NEXT = 50;

/** Whether enough of the kept values are of the list's observations, and not of those in another state. */
export function isMostKept({ total, totalOfAny }: FilterEstimate): boolean {
  return total * 2 * MAX_ON_EACH_SIDE > totalOfAny * COUNT_BOUND;
}

/**
 * Counts the matches of a rule on a part of a URL along the kept values, on both sides of the URL of a match, up to COUNT_BOUND + 1. URLs
 * with a text in common are often next to each other, and a kept value takes a third of the time of a row. The match is one of the newest
 * rows: without one, nothing is counted. Undefined for other filters.
 */
export function countAroundMatch(selection: Selection, mode: ObservationMode, newest: number): Step | undefined {
  const kept = keptWithText(selection.filter);
  if (!kept) return undefined;
  const params = new SqlParams(selection.params);
  const isKept = statesOf(mode)
    .map((state) => `v.${state}_count > 0`)
    .join(' OR ');
  const rows = newestRows(selection, mode, 'o.asset_url', newest);
  const match = `SELECT observation_word(o.asset_url) AS url FROM (${rows}) o WHERE (${selection.condition}) IS TRUE LIMIT 1`;
  const side = (relation: string, order: string, limit: string) =>
    `(SELECT v.value FROM ${valuesOf(kept.facet)} AND (${isKept})
         AND v.value ${relation} (SELECT url FROM match) ORDER BY v.value ${order} LIMIT ${limit})`;
  const isMatch = `(${kept.where(params)}) IS TRUE`;
  const matching = (limit: string) =>
    `SELECT 1 FROM (${side('>=', 'ASC', limit)} UNION ALL ${side('<', 'DESC', limit)}) v WHERE ${isMatch} LIMIT ${COUNT_BOUND + 1}`;
  const most = `SELECT CASE WHEN count(*) >= ${NEXT} THEN ${MAX_ON_EACH_SIDE} ELSE 0 END AS values FROM (${matching(String(NEXT))}) n`;
  return {
    sql: `WITH match AS MATERIALIZED (${match}), most AS MATERIALIZED (${most}) SELECT count(*) FROM (${matching('(SELECT values FROM most)')}) m`,
    params: params.values,
  };
}
