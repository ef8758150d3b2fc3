import type { Step } from '#platform/database/database';
import type { ObservationMode } from '#vocabulary/observation.enums';
import { statesOf, type Selection } from './observation-query';
import { boundedCount, COUNT_BOUND, exactCount, type TotalCount, type TotalCountMode } from './total-count';

const KEPT: Record<ObservationMode, string> = {
  OBSERVATION_MODE_OPEN: 'open_count',
  OBSERVATION_MODE_RESOLVED: 'closed_count',
  OBSERVATION_MODE_ALL: 'open_count + closed_count',
};

/** A statement that counts, and how to read its result. */
export interface Count {
  reading: Step;
  toTotal(count: number): TotalCount;
}

/** Counts the matching observations: from the roll-ups when the filter is on severity alone, else by counting rows. */
export function countObservations(selection: Selection, mode: ObservationMode, countMode: TotalCountMode): Count | undefined {
  if (countMode === 'TOTAL_COUNT_MODE_NONE') return undefined;
  const exact = countMode === 'TOTAL_COUNT_MODE_EXACT';
  const toTotal = exact ? exactCount : boundedCount;
  const { where, params, severities } = selection;
  if (severities) {
    return {
      reading: {
        sql: keptCount(mode, '$3::text[]'),
        params: [...params.slice(0, 2), severities.map(String)],
        prepared: true,
        plannedOnce: true,
      },
      toTotal,
    };
  }
  const matching = statesOf(mode).map((state) => `SELECT 1 FROM observation o WHERE ${where} AND ${state}`);
  const cut = exact ? matching : matching.map((sql) => `(${sql} LIMIT ${COUNT_BOUND + 1})`);
  return { reading: { sql: `SELECT count(*) FROM (${cut.join(' UNION ALL ')}) matching`, params }, toTotal };
}

/** The roll-up count of some severities; `severities` is their placeholder. */
export function keptCount(mode: ObservationMode, severities: string): string {
  return `
    SELECT coalesce(sum(${KEPT[mode]}), 0)::bigint FROM observation_value
     WHERE organization_id = $1 AND view = $2 AND field = 'SEVERITY' AND value = ANY(${severities})`;
}
