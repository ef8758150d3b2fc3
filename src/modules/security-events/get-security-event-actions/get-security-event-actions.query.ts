import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { pageSize } from '#platform/paging/page.dto';
import { readCompany } from '../company';
import { readFiles } from '../company-file';
import { activitiesOf } from '../impact-history';
import { companyOf } from '../view';
import { findVisibleEvent } from '../visible-event';
import type { GetSecurityEventActionsRequest, GetSecurityEventActionsResponse } from './get-security-event-actions.dto';

export class GetSecurityEventActions extends Query<GetSecurityEventActionsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetSecurityEventActionsRequest,
  ) {
    super();
  }
}

@QueryHandler(GetSecurityEventActions)
export class GetSecurityEventActionsHandler implements IQueryHandler<GetSecurityEventActions> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetSecurityEventActions): Promise<GetSecurityEventActionsResponse> {
    const { domain, view } = companyOf(caller, 'vendorDomain', request.vendorDomain);
    await findVisibleEvent(this.database, caller, request.eventId, [view]);
    await readCompany(this.database, caller, domain, view);
    const files = await readFiles(this.database, caller.organizationId, view, [{ eventId: request.eventId, domain }]);
    const actions = files.flatMap(activitiesOf);
    const offset = request.offset ?? 0;
    return { actions: actions.slice(offset, offset + pageSize(request.limit)), totalCount: actions.length };
  }
}
