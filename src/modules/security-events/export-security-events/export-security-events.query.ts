import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Exports } from '#platform/export/exports';
import { textRows } from '#platform/export/row-writers';
import type { StreamedBody } from '#platform/http/streamed-body';
import { compileFeedFilter, matchedSql } from '../feed-filter';
import { EVENT_COLUMNS, OWN_RESPONSE, renderEvent } from '../render-event';
import { EVENT_IDS, SecurityEvent } from '../security-event.dto';
import { visibleSql } from '../standing.sql';
import { viewAsked } from '../view';
import type { ExportSecurityEventsRequest } from './export-security-events.dto';

export class ExportSecurityEvents extends Query<StreamedBody<SecurityEvent>> {
  constructor(
    readonly caller: Caller,
    readonly request: ExportSecurityEventsRequest,
  ) {
    super();
  }
}

@QueryHandler(ExportSecurityEvents)
export class ExportSecurityEventsHandler implements IQueryHandler<ExportSecurityEvents> {
  constructor(private readonly exports: Exports) {}

  execute({ caller, request }: ExportSecurityEvents): Promise<StreamedBody<SecurityEvent>> {
    const view = viewAsked(caller, request.view ?? 'SECURITY_EVENT_VIEW_VRM');
    const filter = compileFeedFilter(request.filters ?? {}, view);
    const source = {
      name: 'security-events',
      resource: SecurityEvent,
      ids: EVENT_IDS,
      sql: `
        WITH ${visibleSql(view.number)}, ${matchedSql(filter.where, 'NULL')}
        SELECT ${EVENT_COLUMNS} FROM matched v JOIN security_event e ON e.event_id = v.event_id ${OWN_RESPONSE}`,
      params: [caller.organizationId, ...filter.params],
      writeRow: textRows((row) => renderEvent(row, view)),
    };
    return Promise.resolve(this.exports.start(caller, source, request));
  }
}
