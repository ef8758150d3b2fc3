import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, type Statements } from '#platform/database/database';
import { lockVendorResponse } from '#platform/database/locks';
import { readDomain } from '#platform/domains/read-domain';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { VRM_VIEW } from '#vocabulary/view';
import { readCompany } from '../company';
import { EVENT_STATUS, VENDOR_RESPONSE_STATUS } from '../security-event.enums';
import { SecurityEventClosed } from '../security-event.errors';
import { assertVrm } from '../view';
import { findVisibleEvent } from '../visible-event';
import type { RecordVendorResponseOnBehalfRequest, RecordVendorResponseOnBehalfResponse } from './record-vendor-response-on-behalf.dto';

export class RecordVendorResponseOnBehalf extends Command<RecordVendorResponseOnBehalfResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: RecordVendorResponseOnBehalfRequest,
  ) {
    super();
  }
}

/**
 * Finds a repeated record: the latest one is equal, and no request came after it. $1 organization, $2 event, $3 vendor, $4 status, $5
 * message, $6 when it was received, NULL for now.
 */
const SAME = `
  SELECT s.id, s.received_at AS "receivedAt"
    FROM (SELECT * FROM vendor_response_on_behalf WHERE organization_id = $1 AND event_id = $2 AND vendor_domain = $3
           ORDER BY received_at DESC, id DESC LIMIT 1) s
   WHERE (s.response_status, s.message) IS NOT DISTINCT FROM ($4::smallint, $5::text) AND s.received_at = coalesce($6::timestamptz, s.received_at)
     AND NOT EXISTS (SELECT 1 FROM vrm_request r
                      WHERE r.organization_id = $1 AND r.event_id = $2 AND r.vendor_domain = $3 AND r.sent_at > s.received_at)`;

/** Takes the parameters of SAME, and $7 the id. Inserts nothing when the event is closed. */
const RECORD = `
  INSERT INTO vendor_response_on_behalf (organization_id, id, event_id, vendor_domain, response_status, message, received_at, recorded_at)
  SELECT $1, $7, e.event_id, $3, $4, $5, coalesce($6::timestamptz, clock_timestamp()), clock_timestamp()
    FROM security_event e WHERE e.event_id = $2 AND e.status <> ${EVENT_STATUS.CLOSED}
  RETURNING id, received_at AS "receivedAt"`;

interface Recorded {
  id: string;
  receivedAt: Date;
}

@CommandHandler(RecordVendorResponseOnBehalf)
export class RecordVendorResponseOnBehalfHandler implements ICommandHandler<RecordVendorResponseOnBehalf> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: RecordVendorResponseOnBehalf): Promise<RecordVendorResponseOnBehalfResponse> {
    assertVrm(caller);
    const { eventId, responseStatus, message, receivedAt } = request;
    const vendorDomain = readDomain('vendorDomain', request.vendorDomain);
    if (receivedAt !== undefined && Date.parse(receivedAt) > Date.now()) {
      const description = 'must not be in the future';
      throw new InvalidArgument(`receivedAt: ${description}.`, 'INVALID_REQUEST', [{ field: 'receivedAt', description }]);
    }
    const { status } = await findVisibleEvent(this.database, caller, eventId, [VRM_VIEW]);
    if (status === 'SECURITY_EVENT_STATUS_CLOSED') throw new SecurityEventClosed(eventId);
    await readCompany(this.database, caller, vendorDomain, VRM_VIEW); // refuses a vendor that is not in the directory

    const { organizationId } = caller;
    const said = [VENDOR_RESPONSE_STATUS.toNumber(responseStatus), message ?? null, receivedAt ?? null];
    const recorded = await this.database.transaction(organizationId, async (tx) => {
      const response = await record(tx, organizationId, eventId, vendorDomain, said);
      const changes = changesBetween(undefined, { vendorDomain, responseStatus, message, receivedAt });
      await recordAudit(tx, caller, { targets: [{ type: 'securityEvent', id: eventId }], changes });
      return response;
    });
    return {
      activity: {
        id: recorded.id,
        activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED',
        eventId,
        vendorDomain,
        occurredAt: recorded.receivedAt.toISOString(),
        isSynthetic: false,
        responseStatus,
        ...(message !== undefined && { message }),
        evidenceUrls: [],
        isOnBehalf: true,
      },
    };
  }
}

async function record(
  tx: Statements,
  organizationId: string,
  eventId: string,
  vendorDomain: string,
  said: readonly unknown[],
): Promise<Recorded> {
  await lockVendorResponse(tx, organizationId, eventId);
  const params = [organizationId, eventId, vendorDomain, ...said];
  const [same] = (await tx.query(SAME, params)) as Recorded[];
  if (same) return same;
  const [row] = (await tx.query(RECORD, [...params, uuidv7()])) as Recorded[];
  if (!row) throw new SecurityEventClosed(eventId);
  return row;
}
