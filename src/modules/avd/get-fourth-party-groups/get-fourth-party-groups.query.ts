import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/auth/caller';
import { Database } from '#platform/database/database';
import { fromMask } from '../connection-mask';
import { currentUnlessAsked, IN_PORTFOLIO, readFourthPartyFilters } from '../fourth-party-filters';
import { GroupList } from '../group-list';
import type { GroupRow } from '../group-statement';
import type { FourthPartyGroup, GetFourthPartyGroupsRequest, GetFourthPartyGroupsResponse } from './get-fourth-party-groups.dto';

export class GetFourthPartyGroups extends Query<GetFourthPartyGroupsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetFourthPartyGroupsRequest,
  ) {
    super();
  }
}

const PORTFOLIO = `SELECT count(*)::int AS vendors FROM vendor WHERE organization_id = $1 AND ${IN_PORTFOLIO}`;

@QueryHandler(GetFourthPartyGroups)
export class GetFourthPartyGroupsHandler implements IQueryHandler<GetFourthPartyGroups> {
  constructor(
    private readonly database: Database,
    private readonly list: GroupList,
  ) {}

  async execute({ caller, request }: GetFourthPartyGroups): Promise<GetFourthPartyGroupsResponse> {
    const filters = currentUnlessAsked(readFourthPartyFilters(request.filters));
    const [{ groups, ...page }, [portfolio]] = await Promise.all([
      this.list.read(caller, 'GetFourthPartyGroups', request, filters),
      this.database.lists.read<{ vendors: number }>(caller.organizationId, PORTFOLIO, [caller.organizationId], { prepared: true }),
    ]);
    return { fourthPartyGroups: groups.map((row) => toGroup(row, portfolio?.vendors ?? 0)), ...page };
  }
}

function toGroup(row: GroupRow, portfolio: number): FourthPartyGroup {
  return {
    fourthParty: { domain: row.domain, companyName: row.name, isInDirectory: row.isInDirectory },
    connectedVendorCount: row.vendors,
    percentOfPortfolio: percent(row.vendors, portfolio),
    criticalVendorCount: row.critical,
    connectionTypes: fromMask(row.types),
    products: row.products,
    topVendors: row.topVendors ?? [],
    openSecurityEventCount: row.openEvents,
    firstSeen: row.firstSeen.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
  };
}

/** To two decimals. The portfolio is counted in a statement of its own, so a vendor may have left in between. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.round((part / whole) * 10_000) / 100);
}
