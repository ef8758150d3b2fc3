import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { MAX_PAGE } from '#platform/paging/page.dto';
import type { ImpactedCompany } from '#modules/security-events/impacted-company.dto';
import { SECURITY_EVENT_IMPACT } from '#modules/security-events/security-event.enums';
import { OperationsByName } from '../operations-by-name';
import {
  MAX_SHOWN,
  type GetUnansweredCompaniesRequest,
  type GetUnansweredCompaniesResponse,
  type UnansweredCompany,
} from './get-unanswered-companies.dto';

export class GetUnansweredCompanies extends Query<GetUnansweredCompaniesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetUnansweredCompaniesRequest,
  ) {
    super();
  }
}

interface Companies {
  companies: ImpactedCompany[];
  nextCursor?: string;
}

const FIELDS = ['impact', 'requestStatus', 'requestDueAt'];
const IMPACTED = ['SECURITY_EVENT_IMPACT_CONFIRMED', 'SECURITY_EVENT_IMPACT_LIKELY', 'SECURITY_EVENT_IMPACT_POSSIBLE'];

@QueryHandler(GetUnansweredCompanies)
export class GetUnansweredCompaniesHandler implements IQueryHandler<GetUnansweredCompanies> {
  constructor(private readonly operations: OperationsByName) {}

  async execute({ caller, request: { eventId } }: GetUnansweredCompanies): Promise<GetUnansweredCompaniesResponse> {
    const now = new Date().toISOString();
    const asked = (await this.all(caller, eventId, { requestStatuses: ['VRM_REQUEST_STATUS_SENT'] })).map((company) =>
      toUnanswered(company, now),
    );
    const silent = await this.all(caller, eventId, { hasResponded: false, impacts: IMPACTED });
    const notAsked = silent.filter(({ requestStatus }) => requestStatus === undefined).map((company) => toUnanswered(company, now));
    const rank = ({ impact }: UnansweredCompany) => SECURITY_EVENT_IMPACT.toNumber(impact);
    return {
      askedCount: asked.length,
      notAskedCount: notAsked.length,
      asked: asked.sort((a, b) => dueTime(a) - dueTime(b)).slice(0, MAX_SHOWN),
      notAsked: notAsked.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_SHOWN),
    };
  }

  private async all(caller: Caller, eventId: string, filters: object): Promise<ImpactedCompany[]> {
    const found: ImpactedCompany[] = [];
    let cursor: string | undefined;
    do {
      const input = { eventId, filters, limit: MAX_PAGE, fields: FIELDS, ...(cursor !== undefined && { cursor }) };
      const page: Companies = await this.operations.run('GetSecurityEventImpactedCompanies', caller, input);
      found.push(...page.companies);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  }
}

function toUnanswered({ organization, impact, requestDueAt }: ImpactedCompany, now: string): UnansweredCompany {
  return {
    vendorDomain: organization.domain,
    companyName: organization.companyName,
    impact,
    ...(requestDueAt !== undefined && { requestDueAt, isOverdue: requestDueAt < now }),
  };
}

/** Requests without a due date come last. */
function dueTime({ requestDueAt }: UnansweredCompany): number {
  return requestDueAt === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(requestDueAt);
}
