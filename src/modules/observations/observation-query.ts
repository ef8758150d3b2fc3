import { compileFilter } from '#platform/filters/compile-filter';
import type { FilterList } from '#platform/filters/filter-tree';
import { OBSERVATION_CATALOGUE, onlySeverities } from './observation-fields';
import type { View } from '#shared/view';

/** The observations that a request selects, by organization ($1), view ($2) and filter. */
export interface Selection {
  where: string;
  /** The part of the condition that every list of the organization shares. */
  scope: string;
  /** The filter alone. */
  condition: string;
  params: unknown[];
  filter: FilterList;
  /** The selected severities when the filter is on severity alone: then roll-ups answer. Otherwise undefined. */
  severities: readonly number[] | undefined;
}

export function selectObservations(organizationId: string, view: View, filter: FilterList): Selection {
  const compiled = compileFilter(filter, OBSERVATION_CATALOGUE, 3);
  const scope = 'o.organization_id = $1 AND o.view = $2 AND o.is_listed';
  return {
    scope,
    condition: compiled.sql,
    where: `${scope} AND ${compiled.sql}`,
    params: [organizationId, view.number, ...compiled.params],
    filter,
    severities: onlySeverities(filter),
  };
}
