import { compileFilter } from '#platform/filters/compile-filter';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#vocabulary/observation.enums';
import { OBSERVATION_CATALOGUE, onlySeverities } from './observation-fields';
import type { View } from '#vocabulary/view';

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
    condition: compiled.sql,
    where: `${scope} AND ${compiled.sql}`,
    params: [organizationId, view.number, ...compiled.params],
    filter,
    severities: onlySeverities(filter),
  };
}

/** The same selection for rows that are known to pass its filter: they are not checked again, which may cost a look-up for each. */
export function withoutFilter(selection: Selection): Selection {
  return { ...selection, condition: 'TRUE', where: selection.scope, params: selection.params.slice(0, 2) };
}

/** One condition per state of a mode. They are literal SQL, because only then can a partial index serve them. */
export function statesOf(mode: ObservationMode): readonly string[] {
  return STATES[mode];
}

/** The states of a mode as one condition, for statements that do not depend on an index order. */
export function stateCondition(mode: ObservationMode): string {
  return `(${statesOf(mode).join(' OR ')})`;
}
