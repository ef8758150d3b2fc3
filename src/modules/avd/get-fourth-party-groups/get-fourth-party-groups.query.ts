import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { isoTime } from '#platform/database/iso-time';
import { JsonText } from '#platform/http/json-text';
import { fromMask } from '../connection-mask';
import { currentUnlessAsked, readFourthPartyFilters } from '../fourth-party-filters';
import { GroupList } from '../group-list';
import type { GroupText } from '../group-statement';
import type { GetFourthPartyGroupsRequest, GetFourthPartyGroupsResponse } from './get-fourth-party-groups.dto';

export class GetFourthPartyGroups extends Query<JsonText<GetFourthPartyGroupsResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetFourthPartyGroupsRequest,
  ) {
    super();
  }
}

@QueryHandler(GetFourthPartyGroups)
export class GetFourthPartyGroupsHandler implements IQueryHandler<GetFourthPartyGroups> {
  constructor(private readonly list: GroupList) {}

  async execute({ caller, request }: GetFourthPartyGroups): Promise<JsonText<GetFourthPartyGroupsResponse>> {
    const filters = currentUnlessAsked(readFourthPartyFilters(request.filters));
    const { groups, totalCount, nextCursor } = await this.list.read(caller, 'GetFourthPartyGroups', request, filters);
    const more = nextCursor === undefined ? '' : `,"nextCursor":"${nextCursor}"`;
    return new JsonText(`{"fourthPartyGroups":[${groups.map(renderGroup).join(',')}],"totalCount":${totalCount}${more}}`);
  }
}

/** The JSON of a FourthPartyGroup. */
function renderGroup(row: GroupText): string {
  return (
    `{"fourthParty":{"domain":"${row.domain}","companyName":${JSON.stringify(row.name)},"isInDirectory":${row.isInDirectory}},` +
    `"connectedVendorCount":${row.vendors},"percentOfPortfolio":${percent(Number(row.vendors), Number(row.portfolio))},` +
    `"criticalVendorCount":${row.critical},"connectionTypes":${JSON.stringify(fromMask(Number(row.types)))},"products":${row.products},` +
    `"topVendors":${row.topVendors ?? '[]'},"openSecurityEventCount":${row.openEvents},` +
    `"firstSeen":"${isoTime(row.firstSeen)}","lastSeen":"${isoTime(row.lastSeen)}"}`
  );
}

/** Rounded to two decimals. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
