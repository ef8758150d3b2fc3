import type { ObservationMode } from '#shared/observation.enums';

const COUNTED: Record<ObservationMode, string> = {
  OBSERVATION_MODE_OPEN: 'open_count',
  OBSERVATION_MODE_RESOLVED: 'closed_count',
  OBSERVATION_MODE_ALL: 'open_count + closed_count',
};

/** The number of observations of some severities; `severities` is their placeholder. */
export function countOf(mode: ObservationMode, severities: string): string {
  return `
    SELECT coalesce(sum(${COUNTED[mode]}), 0)::bigint FROM observation_value
     WHERE organization_id = $1 AND view = $2 AND field = 'SEVERITY' AND value = ANY(${severities})`;
}

/** Whether some severities make up so much of all observations that a scan along the index of the sort soon fills a page. */
export function areMany(mode: ObservationMode, severities: string, limit: number): string {
  const all = `coalesce(sum(${COUNTED[mode]}), 0)`;
  const some = `coalesce(sum(${COUNTED[mode]}) FILTER (WHERE value = ANY(${severities})), 0)`;
  return `
    SELECT ${some} * ${some} >= ${limit} * ${all} FROM observation_value
     WHERE organization_id = $1 AND view = $2 AND field = 'SEVERITY'`;
}
