import type { Statements } from '#platform/database/database';
import type { EventType } from './event-types';

const RECORD = `SELECT event_record($1, $2, $3)`;

/**
 * Records an event for the organization's webhooks in the transaction of the change it is about: it is delivered when the
 * transaction commits, and never otherwise. `data` has the objects as the receiver gets them. Costs next to nothing for an organization
 * without webhooks. Events of observations, vendors, security events and fourth parties come from the change feed by themselves.
 */
export async function recordEvent(tx: Statements, organizationId: string, type: EventType, data: readonly object[]): Promise<void> {
  await tx.query(RECORD, [organizationId, type, JSON.stringify(data)]);
}
