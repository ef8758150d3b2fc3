import type { FilterList } from '#platform/filters/filter-tree';
import { readFilters } from '#platform/filters/read-filters';
import type { Caller } from '#platform/identity/caller';
import { viewOf } from '#vocabulary/view';
import { catalogueAccepting } from './observation-fields';
import type { OrnScope } from './orn';

/** The filters of a call. An ORN of another organization or view matches nothing: no observation is served to the caller under it. */
export function readObservationFilters(caller: Caller, filters: unknown): FilterList {
  const view = viewOf(caller).orn;
  const isServed = (orn: OrnScope) => orn.owner === caller.organization.domain && orn.view === view;
  return readFilters(filters, catalogueAccepting(isServed));
}
