import type { Reads } from '#platform/database/reader';
import type { Caller } from '#platform/identity/caller';
import { SELF_VIEW, VRM_VIEW, type View } from '#shared/view';
import { EVENT_COLUMNS, OWN_RESPONSE, renderEvent } from './render-event';
import { visibleSql } from './standing.sql';
import { viewsOf } from './view';

/** Events as their feed serves them, by id, each in the first view that shows it. */
export async function findEvents(reads: Reads, caller: Caller, eventIds: readonly string[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const view of viewsOf(caller)) {
    const missing = eventIds.filter((id) => !found.has(id));
    if (missing.length === 0) break;
    for (const row of await reads.readText(caller.organizationId, FIND[view.orn], [caller.organizationId, missing]))
      found.set(row.at(-1) as string, Buffer.from(renderEvent(row, view)));
  }
  return found;
}

const FIND = { vrm: find(VRM_VIEW), self: find(SELF_VIEW) };

function find({ number }: View): string {
  return `
  WITH ${visibleSql(number, (column) => `${column} = ANY ($2::text[])`)}
  SELECT ${EVENT_COLUMNS}, v.event_id FROM visible v JOIN security_event e ON e.event_id = v.event_id ${OWN_RESPONSE}`;
}
