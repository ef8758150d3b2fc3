import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { JsonText } from '#platform/http/json-text';
import { renderEvent } from '../render-event';
import { assertOwnDomain, viewsOf } from '../view';
import { findVisibleEvent } from '../visible-event';
import type { GetSecurityEventRequest, GetSecurityEventResponse } from './get-security-event.dto';

export class GetSecurityEvent extends Query<JsonText<GetSecurityEventResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetSecurityEventRequest,
  ) {
    super();
  }
}

@QueryHandler(GetSecurityEvent)
export class GetSecurityEventHandler implements IQueryHandler<GetSecurityEvent> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetSecurityEvent): Promise<JsonText<GetSecurityEventResponse>> {
    assertOwnDomain(caller, request.org_domain);
    const { row, view } = await findVisibleEvent(this.database, caller, request.event_id, viewsOf(caller));
    return new JsonText(`{"securityEvent":${renderEvent(row, view)}}`);
  }
}
