import type { EventType } from '#platform/events/event-types';
import type { CallerOrganization } from '#platform/identity/caller';

/** The body of a delivery. The objects are already JSON. */
export function messageBody(
  type: EventType,
  timestamp: string,
  { id, domain }: Pick<CallerOrganization, 'id' | 'domain'>,
  data: readonly string[],
): string {
  const head = JSON.stringify({ type, timestamp, organization: { id, domain } });
  return `${head.slice(0, -1)},"data":[${data.join(',')}]}`;
}
