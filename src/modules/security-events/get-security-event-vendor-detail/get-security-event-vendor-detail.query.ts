import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import type { VrmRequest } from '../activity.dto';
import { readCompany } from '../company';
import { readFiles } from '../company-file';
import { effectiveImpact } from '../impact';
import { activitiesOf, isRequestOrResponse, latestStatement, type CompanyFile } from '../impact-history';
import { assertOwnDomain, companyOf } from '../view';
import { findVisibleEvent } from '../visible-event';
import {
  MAX_SPOKEN,
  type GetSecurityEventVendorDetailRequest,
  type GetSecurityEventVendorDetailResponse,
  type SecurityEventVendorStatus,
} from './get-security-event-vendor-detail.dto';
import { readReasoning } from './impact-reasoning';

export class GetSecurityEventVendorDetail extends Query<GetSecurityEventVendorDetailResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetSecurityEventVendorDetailRequest,
  ) {
    super();
  }
}

@QueryHandler(GetSecurityEventVendorDetail)
export class GetSecurityEventVendorDetailHandler implements IQueryHandler<GetSecurityEventVendorDetail> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetSecurityEventVendorDetail): Promise<GetSecurityEventVendorDetailResponse> {
    assertOwnDomain(caller, request.org_domain);
    const { domain, view } = companyOf(caller, 'vendor_domain', request.vendor_domain);
    const eventId = request.event_id;
    await findVisibleEvent(this.database, caller, eventId, [view]);
    const { contacts, ...vendor } = await readCompany(this.database, caller, domain, view);
    const [file] = (await readFiles(this.database, caller.organizationId, view, [{ eventId, domain }])) as [CompanyFile];
    const said = latestStatement(file);
    return {
      vendorDetail: {
        eventId,
        vendor,
        impact: effectiveImpact(file.derived, said?.responseStatus),
        impactReasoning: await readReasoning(this.database, caller, view, file),
        vendorStatus: vendorStatus(file),
        vrmRequests: vrmRequests(file).slice(0, MAX_SPOKEN),
        communicationLog: activitiesOf(file).filter(isRequestOrResponse).slice(0, MAX_SPOKEN),
        ...(contacts.length > 0 && { companyContact: { domain, contacts } }),
      },
    };
  }
}

function vendorStatus(file: CompanyFile): SecurityEventVendorStatus {
  const said = latestStatement(file);
  if (!said) return { hasResponded: false };
  const { id: _id, at, ...shown } = said;
  return { hasResponded: true, ...shown, respondedAt: at };
}

/** The first response after a request answers it. */
function vrmRequests(file: CompanyFile): VrmRequest[] {
  const answers = file.statements.map((statement) => statement.at).sort();
  return [...file.requests]
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1))
    .map(({ id, at, ...shown }) => {
      const answeredAt = answers.find((answer) => answer >= at);
      return {
        requestId: id,
        vendorDomain: file.domain,
        status: answeredAt === undefined ? 'VRM_REQUEST_STATUS_SENT' : 'VRM_REQUEST_STATUS_ANSWERED',
        ...shown,
        sentAt: at,
        ...(answeredAt !== undefined && { answeredAt }),
      };
    });
}
