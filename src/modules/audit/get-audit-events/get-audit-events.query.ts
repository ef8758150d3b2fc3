import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { assertForward } from '#platform/fields/time-range';
import { Cursors } from '#platform/paging/cursors';
import { toAuditEvent } from '../audit-event.dto';
import type { AuditEventRow } from '../audit-event.sql';
import { auditPage } from './audit-page.sql';
import type { GetAuditEventsRequest, GetAuditEventsResponse } from './get-audit-events.dto';

export class GetAuditEvents extends Query<GetAuditEventsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetAuditEventsRequest,
  ) {
    super();
  }
}

@QueryHandler(GetAuditEvents)
export class GetAuditEventsHandler implements IQueryHandler<GetAuditEvents> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller: { organizationId }, request }: GetAuditEvents): Promise<GetAuditEventsResponse> {
    const { filters = {} } = request;
    assertForward('filters.occurredRange', filters.occurredRange);
    const page = await this.cursors.page([organizationId, 'GetAuditEvents', JSON.stringify(filters)], request);
    const { fetched, offset } = page;
    const { sql, params } = auditPage({ organizationId, filters, before: page.place?.[0], limit: fetched, offset });
    const rows = await this.database.lists.read<AuditEventRow>(organizationId, sql, params);
    const { shown, next } = page.cut(rows, (row) => [row.sequence]);
    return { auditEvents: shown.map(toAuditEvent), ...next };
  }
}
