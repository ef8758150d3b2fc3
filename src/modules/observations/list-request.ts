import { fingerprintFilters } from '#platform/filters/compile-filter';
import type { Caller } from '#platform/identity/caller';
import type { SortOrder } from '#platform/paging/sort-order';
import type { ObservationMode } from '#shared/observation.enums';
import { viewOf } from '#shared/view';
import { selectObservations } from './observation-query';
import { whereMode } from './states';
import { readObservationFilters } from './read-observation-filters';
import type { TotalCountMode } from './total-count';

const DEFAULT_MODE = 'OBSERVATION_MODE_OPEN';

interface ListRequest<Sort extends string> {
  filters?: unknown;
  mode?: ObservationMode;
  sortField?: Sort;
  sortOrder?: SortOrder;
  countMode?: TotalCountMode;
}

/** What a list of observations or of their groups reads from a request. `binding` ties cursors to the list they belong to. */
export function readListRequest<Sort extends string>(operation: string, caller: Caller, request: ListRequest<Sort>, defaultSort: Sort) {
  const { organizationId } = caller;
  const view = viewOf(caller);
  const filter = readObservationFilters(caller, request.filters);
  const mode = request.mode ?? DEFAULT_MODE;
  const sortField = request.sortField ?? defaultSort;
  const descending = request.sortOrder !== 'SORT_ORDER_ASC';
  return {
    view,
    filter,
    mode,
    sortField,
    descending,
    countMode: request.countMode ?? ('TOTAL_COUNT_MODE_BOUNDED' as const),
    selection: selectObservations(organizationId, view, filter),
    binding: [organizationId, operation, view.number, fingerprintFilters(filter), mode, sortField, Number(descending)],
  };
}

/** Everything that GetObservations lists with the same filters and mode, as a condition on an observation o. */
export function selectListed(caller: Caller, { filters, mode }: { filters?: unknown; mode?: ObservationMode }) {
  const view = viewOf(caller);
  const { where, params } = selectObservations(caller.organizationId, view, readObservationFilters(caller, filters));
  return { view, where: `${where} AND ${whereMode(mode ?? DEFAULT_MODE)}`, params };
}
