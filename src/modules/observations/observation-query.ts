import { compileFilter } from '#platform/filters/compile-filter';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#vocabulary/observation.enums';
import { OBSERVATION_CATALOGUE, onlySeverities } from './observation-fields';
import type { View } from '#vocabulary/view';

/** Which observations a request is about: whose, in which view, and by which filter. Parameters $1 and $2 are taken. */
export interface Selection {
  where: string;
  /** The part of it that every list of the organization has. */
  scope: string;
  params: unknown[];
  /** The severities let through, where severity is all that is asked about: kept counts answer those. */
  severities: readonly number[] | undefined;
}

const STATES: Record<ObservationMode, readonly string[]> = {
  OBSERVATION_MODE_OPEN: ['o.is_open'],
  OBSERVATION_MODE_RESOLVED: ['NOT o.is_open'],
  OBSERVATION_MODE_ALL: ['o.is_open', 'NOT o.is_open'],
};

export function selectObservations(organizationId: string, view: View, filter: FilterList): Selection {
  const compiled = compileFilter(filter, OBSERVATION_CATALOGUE, 3);
  const scope = 'o.organization_id = $1 AND o.view = $2 AND o.is_listed';
  return {
    scope,
    where: `${scope} AND ${compiled.sql}`,
    params: [organizationId, view.number, ...compiled.params],
    severities: onlySeverities(filter),
  };
}

/** One condition per kind of state a mode covers. They are literal SQL, as only then a partial index can serve them. */
export function statesOf(mode: ObservationMode): readonly string[] {
  return STATES[mode];
}
