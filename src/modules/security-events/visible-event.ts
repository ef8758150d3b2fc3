import type { Caller } from '#platform/identity/caller';
import type { Database } from '#platform/database/database';
import { EVENT_COLUMNS, OWN_RESPONSE, type EventText } from './render-event';
import { SECURITY_EVENT_STATUS, type SecurityEventStatus } from './security-event.enums';
import { SecurityEventClosed, SecurityEventNotFound } from './security-event.errors';
import { visibleSql } from './standing.sql';
import { SELF_VIEW, VRM_VIEW, type View } from '#shared/view';

export interface VisibleEvent {
  view: View;
  status: SecurityEventStatus;
  /** For renderEvent. */
  row: EventText;
}

/** The event in the first view that contains it. An event in no view is not found. */
export async function findVisibleEvent(database: Database, caller: Caller, eventId: string, views: readonly View[]): Promise<VisibleEvent> {
  for (const view of views) {
    const [row] = await database.readText(caller.organizationId, FIND[view.orn], [caller.organizationId, eventId], {
      prepared: true,
      plannedOnce: true,
    });
    if (row) return { view, status: SECURITY_EVENT_STATUS.toMember(Number(row.at(-1))), row };
  }
  throw new SecurityEventNotFound(eventId);
}

/** The same; a closed event is refused, because it accepts no requests or responses. */
export async function findOpenEvent(database: Database, caller: Caller, eventId: string, views: readonly View[]): Promise<VisibleEvent> {
  const event = await findVisibleEvent(database, caller, eventId, views);
  if (event.status === 'SECURITY_EVENT_STATUS_CLOSED') throw new SecurityEventClosed(eventId);
  return event;
}

const FIND = { vrm: find(VRM_VIEW), self: find(SELF_VIEW) };

function find({ number }: View): string {
  return `
  WITH ${visibleSql(number, (column) => `${column} = $2`)}
  SELECT ${EVENT_COLUMNS}, e.status FROM visible v JOIN security_event e ON e.event_id = v.event_id ${OWN_RESPONSE}`;
}
