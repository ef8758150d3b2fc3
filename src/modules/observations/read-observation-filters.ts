import type { FieldCatalogue } from '#platform/filters/field-catalogue';
import type { FilterList } from '#platform/filters/filter-tree';
import { readFilters } from '#platform/filters/read-filters';
import type { Caller } from '#platform/identity/caller';
import { viewOf } from '#shared/view';
import { catalogueAccepting } from './observation-fields';

/** Cache: the calls of a token share their caller. */
const catalogues = new WeakMap<Caller, FieldCatalogue>();

/** The filters of a call. An ORN of another organization or view matches nothing: no observation is served to the caller under it. */
export function readObservationFilters(caller: Caller, filters: unknown): FilterList {
  let catalogue = catalogues.get(caller);
  if (!catalogue) {
    catalogue = catalogueAccepting(({ owner, view }) => owner === caller.organization.domain && view === viewOf(caller).orn);
    catalogues.set(caller, catalogue);
  }
  return readFilters(filters, catalogue);
}
