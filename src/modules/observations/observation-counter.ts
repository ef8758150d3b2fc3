import type { Step } from '#platform/database/database';
import type { ObservationMode } from '#shared/observation.enums';
import type { Selection } from './observation-query';
import { boundedCount, exactCount, type TotalCount, type TotalCountMode } from './total-count';

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

/** Counts observations from the roll-up, for requests that filter by nothing but severity; undefined for others. */
export function countObservations({ params, severities }: Selection, mode: ObservationMode, countMode: TotalCountMode): Count | undefined {
  if (countMode === 'TOTAL_COUNT_MODE_NONE' || !severities) return undefined;
  return {
    reading: {
      sql: keptCount(mode, '$3::text[]'),
      params: [...params.slice(0, 2), severities.map(String)],
      prepared: true,
      plannedOnce: true,
    },
    toTotal: countMode === 'TOTAL_COUNT_MODE_EXACT' ? exactCount : boundedCount,
  };
}

/** The roll-up count of some severities; `severities` is their placeholder. */
export function keptCount(mode: ObservationMode, severities: string): string {
  return `
    SELECT coalesce(sum(${KEPT[mode]}), 0)::bigint FROM observation_value
     WHERE organization_id = $1 AND view = $2 AND field = 'SEVERITY' AND value = ANY(${severities})`;
}

/** Whether some severities make up so much of all observations that a scan along the sort index soon fills a page. */
export function areMany(mode: ObservationMode, severities: string, fetched: number): string {
  const all = `coalesce(sum(${KEPT[mode]}), 0)`;
  const some = `coalesce(sum(${KEPT[mode]}) FILTER (WHERE value = ANY(${severities})), 0)`;
  return `
    SELECT ${some} * ${some} >= ${fetched} * ${all} FROM observation_value
     WHERE organization_id = $1 AND view = $2 AND field = 'SEVERITY'`;
}
