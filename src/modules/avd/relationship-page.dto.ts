import { Choice, Member, Nested } from '#platform/http/fields';
import { PageRequest } from '#platform/paging/page.dto';
import { SORT_ORDER, type SortOrder } from '#platform/paging/sort-order';
import { FourthPartyFilters } from './fourth-party.dto';
import { RELATIONSHIP_SORTS, type RelationshipSort } from './relationship-list';

/** A list of relationships: which, and in which order. */
export class RelationshipPageRequest extends PageRequest {
  @Nested(() => FourthPartyFilters, { optional: true })
  filters?: FourthPartyFilters;

  @Choice(RELATIONSHIP_SORTS, {
    optional: true,
    example: 'vendorDomain',
    description:
      'Unset: vendorDomain, which never changes. By firstSeen, lastSeen or confidence, a walk can miss a row that moves meanwhile.',
  })
  sortField?: RelationshipSort;

  @Member(SORT_ORDER, { optional: true, description: 'Unset: domains ascending, everything else descending.' })
  sortOrder?: SortOrder;
}
