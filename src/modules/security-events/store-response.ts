import { v7 as uuidv7 } from 'uuid';
import type { AuditChange } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import type { Database } from '#platform/database/database';
import { lockVendorResponse } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import type { SecurityEventActivity } from './activity.dto';
import { SecurityEventClosed } from './security-event.errors';

/** How responses of one kind are stored. Both statements return id and at; $1 is the organization, $2 the event. */
export interface ResponseStatements {
  /** Finds an equal response, so that a repeated one is stored once. */
  same: string;
  /** Takes the same parameters and then the id. Inserts nothing when the event is closed. */
  insert: string;
}

interface StoredResponse {
  id: string;
  at: Date;
}

/** Stores a response with its audit event; a repeated one returns the first. */
export function storeResponse(
  database: Database,
  caller: Caller,
  eventId: string,
  { same, insert }: ResponseStatements,
  values: readonly unknown[],
  changes: readonly AuditChange[],
): Promise<StoredResponse> {
  const { organizationId } = caller;
  const params = [organizationId, eventId, ...values];
  return database.transaction(organizationId, async (tx) => {
    await lockVendorResponse(tx, organizationId, eventId);
    const [known] = await tx.query<StoredResponse[]>(same, params);
    const [stored] = known ? [known] : await tx.query<StoredResponse[]>(insert, [...params, uuidv7()]);
    if (!stored) throw new SecurityEventClosed(eventId);
    await recordAudit(tx, caller, { targets: [{ type: 'securityEvent', id: eventId }], changes });
    return stored;
  });
}

/** The entry of a stored response in the history. */
export function responseActivity(
  { id, at }: StoredResponse,
  response: Pick<
    SecurityEventActivity,
    'eventId' | 'vendorDomain' | 'responseStatus' | 'message' | 'expectedResolutionAt' | 'evidenceUrls' | 'isOnBehalf'
  >,
): SecurityEventActivity {
  return {
    id,
    activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED',
    occurredAt: at.toISOString(),
    isSynthetic: false,
    ...response,
  };
}
