import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { Database } from '#platform/database/database';
import { readDomain } from '#platform/domains/read-domain';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { VRM_VIEW } from '#shared/view';
import { readCompany } from '../company';
import { EVENT_STATUS, VENDOR_RESPONSE_STATUS } from '../security-event.enums';
import { responseActivity, storeResponse } from '../store-response';
import { assertVrm } from '../view';
import { findOpenEvent } from '../visible-event';
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
  SELECT s.id, s.received_at AS at
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
  RETURNING id, received_at AS at`;

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
    await findOpenEvent(this.database, caller, eventId, [VRM_VIEW]);
    await readCompany(this.database, caller, vendorDomain, VRM_VIEW); // refuses a vendor that is not in the directory

    const stored = await storeResponse(
      this.database,
      caller,
      eventId,
      { same: SAME, insert: RECORD },
      [vendorDomain, VENDOR_RESPONSE_STATUS.toNumber(responseStatus), message ?? null, receivedAt ?? null],
      changesBetween(undefined, { vendorDomain, responseStatus, message, receivedAt }),
    );
    const activity = responseActivity(stored, {
      eventId,
      vendorDomain,
      responseStatus,
      ...(message !== undefined && { message }),
      evidenceUrls: [],
      isOnBehalf: true,
    });
    return { activity };
  }
}
