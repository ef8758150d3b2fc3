import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import type { Caller } from '#platform/identity/caller';
import { readDomains } from '#platform/domains/read-domain';
import { Database } from '#platform/database/database';
import { VendorsNotInDirectory } from '../security-event.errors';
import { VRM_VIEW } from '#shared/view';
import { assertVrm } from '../view';
import { findOpenEvent } from '../visible-event';
import type { SendVrmRequestRequest, SendVrmRequestResponse } from './send-vrm-request.dto';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';
import { EVENT_STATUS } from '../security-event.enums';

export class SendVrmRequest extends Command<SendVrmRequestResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: SendVrmRequestRequest,
  ) {
    super();
  }
}

/** Sends to the vendors in the directory, unless the event is closed. */
const SEND = `
  INSERT INTO vrm_request (organization_id, id, event_id, vendor_domain, message, due_at, sent_at)
  SELECT $1, r.id, e.event_id, r.domain, $5, $6, clock_timestamp()
    FROM unnest($3::uuid[], $4::text[]) AS r (id, domain)
    JOIN vendor v ON v.organization_id = $1 AND v.domain_name = r.domain AND v.lifecycle_status <> ${LIFECYCLE.OFFBOARDED}
    JOIN security_event e ON e.event_id = $2 AND e.status <> ${EVENT_STATUS.CLOSED}
  RETURNING vendor_domain AS domain, sent_at AS "sentAt"`;

@CommandHandler(SendVrmRequest)
export class SendVrmRequestHandler implements ICommandHandler<SendVrmRequest> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: SendVrmRequest): Promise<SendVrmRequestResponse> {
    assertVrm(caller);
    const { eventId, message, dueAt } = request;
    const domains = [...new Set(readDomains('vendorDomains', request.vendorDomains))];
    await findOpenEvent(this.database, caller, eventId, [VRM_VIEW]);

    const ids = domains.map(() => uuidv7());
    const sentAt = await this.database.transaction(caller.organizationId, async (tx) => {
      const sent = await tx.query<{ domain: string; sentAt: Date }[]>(SEND, [
        caller.organizationId,
        eventId,
        ids,
        domains,
        message ?? null,
        dueAt ?? null,
      ]);
      const known = new Map(sent.map((row) => [row.domain, row.sentAt.toISOString()]));
      const missing = domains.filter((domain) => !known.has(domain));
      // All or nothing: if a vendor is missing, the error lists it and no request is sent.
      if (missing.length > 0) throw new VendorsNotInDirectory(missing);
      const changes = changesBetween(undefined, { vendorDomains: domains, message, dueAt });
      await recordAudit(tx, caller, { targets: [{ type: 'securityEvent', id: eventId }], changes });
      return known;
    });
    return {
      requests: domains.map((vendorDomain, index) => ({
        requestId: ids[index] as string,
        vendorDomain,
        status: 'VRM_REQUEST_STATUS_SENT',
        ...(message !== undefined && { message }),
        ...(dueAt !== undefined && { dueAt }),
        sentAt: sentAt.get(vendorDomain) as string,
      })),
    };
  }
}
