import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { readFourthPartyFilters } from '../fourth-party-filters';
import { RelationshipList } from '../relationship-list';
import type { GetFourthPartiesRequest, GetFourthPartiesResponse } from './get-fourth-parties.dto';

export class GetFourthParties extends Query<GetFourthPartiesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetFourthPartiesRequest,
  ) {
    super();
  }
}

@QueryHandler(GetFourthParties)
export class GetFourthPartiesHandler implements IQueryHandler<GetFourthParties> {
  constructor(private readonly list: RelationshipList) {}

  async execute({ caller, request }: GetFourthParties): Promise<GetFourthPartiesResponse> {
    const filters = readFourthPartyFilters(request.filters);
    const { relationships, ...page } = await this.list.read(caller, 'GetFourthParties', request, filters, 'both');
    return { fourthParties: relationships, ...page };
  }
}
