import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import type { Caller } from '#platform/identity/caller';
import { Database, type Statements } from '#platform/database/database';
import { lockVendorResponse } from '#platform/database/locks';
import { InvalidArgument } from '#platform/errors/api-error';
import { EVENT_STATUS, VENDOR_RESPONSE_STATUS } from '../security-event.enums';
import { SecurityEventClosed } from '../security-event.errors';
import { viewsOf } from '../view';
import { findVisibleEvent } from '../visible-event';
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
  SELECT s.id, s.recorded_at AS "recordedAt"
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
  RETURNING recorded_at AS "recordedAt"`;

interface Recorded {
  id: string;
  recordedAt: Date;
}

@CommandHandler(RecordVendorResponse)
export class RecordVendorResponseHandler implements ICommandHandler<RecordVendorResponse> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: RecordVendorResponse): Promise<RecordVendorResponseResponse> {
    const { eventId, responseStatus, message, expectedResolutionAt } = request;
    const evidenceUrls = readAddresses(request.evidenceUrls ?? []);
    const { status } = await findVisibleEvent(this.database, caller, eventId, viewsOf(caller));
    if (status === 'SECURITY_EVENT_STATUS_CLOSED') throw new SecurityEventClosed(eventId);

    const said = [VENDOR_RESPONSE_STATUS.toNumber(responseStatus), message ?? null, expectedResolutionAt ?? null, evidenceUrls];
    const recorded = await this.database.transaction(caller.organizationId, async (tx) => {
      const response = await record(tx, caller.organizationId, eventId, said);
      const changes = changesBetween(undefined, { responseStatus, message, expectedResolutionAt, evidenceUrls });
      await recordAudit(tx, caller, { targets: [{ type: 'securityEvent', id: eventId }], changes });
      return response;
    });
    return {
      activity: {
        id: recorded.id,
        activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED',
        eventId,
        vendorDomain: caller.organization.domain,
        occurredAt: recorded.recordedAt.toISOString(),
        isSynthetic: false,
        responseStatus,
        ...(message !== undefined && { message }),
        ...(expectedResolutionAt !== undefined && { expectedResolutionAt }),
        evidenceUrls,
      },
    };
  }
}

async function record(tx: Statements, organizationId: string, eventId: string, said: readonly unknown[]): Promise<Recorded> {
  await lockVendorResponse(tx, organizationId, eventId);
  const [same] = (await tx.query(SAME, [organizationId, eventId, ...said])) as Recorded[];
  if (same) return same;
  const id = uuidv7();
  const [row] = (await tx.query(RECORD, [organizationId, eventId, ...said, id])) as { recordedAt: Date }[];
  if (!row) throw new SecurityEventClosed(eventId);
  return { id, recordedAt: row.recordedAt };
}

function readAddresses(texts: readonly string[]): string[] {
  for (const [index, text] of texts.entries()) {
    if (/^https?:\/\//i.test(text) && URL.canParse(text)) continue;
    const field = `evidenceUrls[${index}]`;
    throw new InvalidArgument(`${field}: must be an http or https URL.`, 'INVALID_REQUEST', [
      { field, description: 'must be an http or https URL' },
    ]);
  }
  return [...texts];
}
