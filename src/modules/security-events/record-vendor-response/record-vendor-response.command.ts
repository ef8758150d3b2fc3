import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { Problem, readEach } from '#platform/errors/read-each';
import { EVENT_STATUS, VENDOR_RESPONSE_STATUS } from '../security-event.enums';
import { responseActivity, storeResponse } from '../store-response';
import { viewsOf } from '../view';
import { findOpenEvent } from '../visible-event';
import type { RecordVendorResponseRequest, RecordVendorResponseResponse } from './record-vendor-response.dto';

export class RecordVendorResponse extends Command<RecordVendorResponseResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: RecordVendorResponseRequest,
  ) {
    super();
  }
}

/**
 * Finds a repeated response: the latest one is equal, covers all current domains, and no request came after it.
 * $1 organization, $2 event, then the response.
 */
const SAME = `
  SELECT s.id, s.recorded_at AS at
    FROM (SELECT DISTINCT ON (event_id) * FROM vendor_statement
           WHERE organization_id = $1 AND event_id = $2 ORDER BY event_id, recorded_at DESC, id DESC) s
   WHERE (s.response_status, s.message, s.expected_resolution_at, s.evidence_urls)
         IS NOT DISTINCT FROM ($3::smallint, $4::text, $5::timestamptz, $6::text[])
     AND NOT EXISTS (SELECT 1 FROM organization_domain d
                      WHERE d.organization_id = $1
                        AND NOT EXISTS (SELECT 1 FROM vendor_statement x WHERE x.organization_id = $1 AND x.id = s.id AND x.domain = d.domain))
     AND NOT EXISTS (SELECT 1 FROM vrm_request r JOIN organization_domain d ON d.domain = r.vendor_domain AND d.organization_id = $1
                      WHERE r.event_id = $2 AND r.sent_at > s.recorded_at)`;

/** One row per domain of the organization, unless the event is closed. */
const RECORD = `
  INSERT INTO vendor_statement (organization_id, id, domain, event_id, response_status, message, expected_resolution_at, evidence_urls, recorded_at)
  SELECT $1, $7, d.domain, e.event_id, $3, $4, $5, $6, clock_timestamp()
    FROM security_event e JOIN organization_domain d ON d.organization_id = $1
   WHERE e.event_id = $2 AND e.status <> ${EVENT_STATUS.CLOSED}
  RETURNING id, recorded_at AS at`;

@CommandHandler(RecordVendorResponse)
export class RecordVendorResponseHandler implements ICommandHandler<RecordVendorResponse> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: RecordVendorResponse): Promise<RecordVendorResponseResponse> {
    const { eventId, responseStatus, message, expectedResolutionAt } = request;
    const evidenceUrls = readAddresses(request.evidenceUrls ?? []);
    await findOpenEvent(this.database, caller, eventId, viewsOf(caller));

    const stored = await storeResponse(
      this.database,
      caller,
      eventId,
      { same: SAME, insert: RECORD },
      [VENDOR_RESPONSE_STATUS.toNumber(responseStatus), message ?? null, expectedResolutionAt ?? null, evidenceUrls],
      changesBetween(undefined, { responseStatus, message, expectedResolutionAt, evidenceUrls }),
    );
    const activity = responseActivity(stored, {
      eventId,
      vendorDomain: caller.organization.domain,
      responseStatus,
      ...(message !== undefined && { message }),
      ...(expectedResolutionAt !== undefined && { expectedResolutionAt }),
      evidenceUrls,
    });
    return { activity };
  }
}

function readAddresses(texts: readonly string[]): string[] {
  return readEach('evidenceUrls', texts, (text) =>
    /^https?:\/\//i.test(text) && URL.canParse(text) ? text : new Problem('must be an http or https URL'),
  );
}
