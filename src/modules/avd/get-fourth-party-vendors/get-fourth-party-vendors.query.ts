import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { currentUnlessAsked, readFourthPartyFilters } from '../fourth-party-filters';
import { readDomain } from '#platform/domains/read-domain';
import { RelationshipList } from '../relationship-list';
import type { GetFourthPartyVendorsRequest, GetFourthPartyVendorsResponse } from './get-fourth-party-vendors.dto';

export class GetFourthPartyVendors extends Query<GetFourthPartyVendorsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetFourthPartyVendorsRequest,
  ) {
    super();
  }
}

@QueryHandler(GetFourthPartyVendors)
export class GetFourthPartyVendorsHandler implements IQueryHandler<GetFourthPartyVendors> {
  constructor(private readonly list: RelationshipList) {}

  async execute({ caller, request }: GetFourthPartyVendors): Promise<GetFourthPartyVendorsResponse> {
    const asked = readDomain('fourthPartyDomain', request.fourthPartyDomain);
    const filters = currentUnlessAsked(readFourthPartyFilters(request.filters));
    // A filter on fourth parties can only narrow: if it does not contain the requested one, the list is empty.
    const among = filters.fourthPartyDomains ?? [asked];
    const narrowed = { ...filters, fourthPartyDomains: among.filter((domain) => domain === asked) };
    const { relationships, ...page } = await this.list.read(caller, 'GetFourthPartyVendors', request, narrowed, 'vendor');
    return { vendors: relationships, ...page };
  }
}
