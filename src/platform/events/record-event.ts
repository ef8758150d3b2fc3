import type { Statements } from '#platform/database/database';
import type { EventType } from './event-types';

const RECORD = `SELECT event_record($1, $2, $3)`;

/**
 * Records an event for the organization's webhooks in the transaction of its change, so that it is delivered only if the transaction
 * commits. `data` contains the objects as the receiver gets them. Costs almost nothing for an organization without webhooks. Events about
 * observations, vendors, security events and fourth parties come from the change feed instead.
 */
export async function recordEvent(tx: Statements, organizationId: string, type: EventType, data: readonly object[]): Promise<void> {
  await tx.query(RECORD, [organizationId, type, JSON.stringify(data)]);
}
