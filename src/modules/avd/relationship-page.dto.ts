import { Choice, Member, Nested } from '#platform/fields/fields';
import { PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { SORT_ORDER, type SortOrder } from '#platform/paging/sort-order';
import { FourthPartyFilters, FourthPartyRelationship, RELATIONSHIP_IDS } from './fourth-party.dto';
import { RELATIONSHIP_SORTS, type RelationshipSort } from './relationship-list';

/** Filters and order of a list of relationships. */
export class RelationshipPageRequest extends PageRequest {
  @Nested(() => FourthPartyFilters, { optional: true })
  filters?: FourthPartyFilters;

  @Choice(RELATIONSHIP_SORTS, {
    optional: true,
    example: 'vendorDomain',
    description:
      'Unset: vendorDomain, which never changes. When sorted by firstSeen, lastSeen or confidence, paging can miss a row that moves in between.',
  })
  sortField?: RelationshipSort;

  @Member(SORT_ORDER, { optional: true, description: 'Unset: ascending for domains, descending otherwise.' })
  sortOrder?: SortOrder;

  @FieldNames(FourthPartyRelationship, RELATIONSHIP_IDS, ['status', 'connectionTypes', 'products', 'lastSeen'])
  fields?: string[];
}
