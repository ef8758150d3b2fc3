import { Choice, DateTime, Int32, Member, Members, Nested, NestedList, Num, Text, TextList } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { SORT_ORDER, type SortOrder } from '#platform/paging/sort-order';
import { FOURTH_PARTY_CONNECTION_TYPE, type FourthPartyConnectionType } from '../avd.enums';
import { FourthParty, FourthPartyFilters, PortfolioVendor } from '../fourth-party.dto';
import { GROUP_SORTS, type GroupSort } from '../group-statement';

/** A fourth party with the vendors that depend on it. */
export class FourthPartyGroup {
  @Nested(() => FourthParty)
  fourthParty!: FourthParty;

  @Int32({ example: 37, description: 'Connected vendors of the portfolio that match the request.' })
  connectedVendorCount!: number;

  @Num({ min: 0, max: 100, example: 46.25, description: 'Those vendors as a share of the portfolio, which excludes offboarded vendors.' })
  percentOfPortfolio!: number;

  @Int32({ example: 5, description: 'Those of them with critical business impact or risk level.' })
  criticalVendorCount!: number;

  @Members(FOURTH_PARTY_CONNECTION_TYPE)
  connectionTypes!: FourthPartyConnectionType[];

  @TextList({ max: 80, maxItems: 100, example: ['Cloudflare CDN', 'Cloudflare DNS'] })
  products!: string[];

  @NestedList(() => PortfolioVendor, {
    maxItems: 5,
    description: 'The most important connected vendors, by business impact, then risk level.',
  })
  topVendors!: PortfolioVendor[];

  @Int32({ example: 1, description: 'Security events that name the fourth party as a victim and are neither RESOLVED nor CLOSED.' })
  openSecurityEventCount!: number;

  @DateTime()
  firstSeen!: string;

  @DateTime()
  lastSeen!: string;
}

export class GetFourthPartyGroupsRequest extends PageRequest {
  @Nested(() => FourthPartyFilters, {
    optional: true,
    description: 'Which relationships count; unset statuses mean NEW and ACTIVE. query matches the fourth party only.',
  })
  filters?: FourthPartyFilters;

  @Choice(GROUP_SORTS, {
    optional: true,
    example: 'connectedVendorCount',
    description: 'Unset: connectedVendorCount. When sorted by a value that changes, paging can miss a group that moves in between.',
  })
  sortField?: GroupSort;

  @Member(SORT_ORDER, { optional: true, description: 'Unset: ascending for names, descending otherwise.' })
  sortOrder?: SortOrder;

  @FieldNames(
    FourthPartyGroup,
    ['fourthParty'],
    ['connectedVendorCount', 'percentOfPortfolio', 'criticalVendorCount', 'connectionTypes', 'openSecurityEventCount'],
  )
  fields?: string[];
}

export class GetFourthPartyGroupsResponse {
  @NestedList(() => FourthPartyGroup, { maxItems: MAX_PAGE })
  fourthPartyGroups!: FourthPartyGroup[];

  @Int32({ example: 58, description: 'Matching fourth parties.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
