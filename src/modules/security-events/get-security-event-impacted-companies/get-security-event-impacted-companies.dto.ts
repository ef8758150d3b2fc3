import { Bool, Int32, Members, Nested, NestedList, Text, TextList } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { EVENT_ID } from '../security-event.dto';
import { ImpactedCompany } from '../impacted-company.dto';
import {
  SECURITY_EVENT_IMPACT,
  VENDOR_RESPONSE_STATUS,
  VRM_REQUEST_STATUS,
  type SecurityEventImpact,
  type VendorResponseStatus,
  type VrmRequestStatus,
} from '../security-event.enums';

/** Filters are combined with AND. An empty list counts as unset. */
export class ImpactedCompanyFilters {
  @Members(SECURITY_EVENT_IMPACT, { optional: true })
  impacts?: SecurityEventImpact[];

  @Members(VENDOR_RESPONSE_STATUS, { optional: true, description: 'Latest response.' })
  responseStatuses?: VendorResponseStatus[];

  @Bool({ optional: true, description: 'Whether the vendor has responded, itself or through you.' })
  hasResponded?: boolean;

  @Members(VRM_REQUEST_STATUS, { optional: true, description: 'Status of your latest request; SENT are those that have not answered it.' })
  requestStatuses?: VrmRequestStatus[];

  @TextList({ max: 64, maxItems: 200, optional: true })
  vendorGroupIds?: string[];

  @Text({ max: 200, trim: true, optional: true, description: 'Part of the domain or company name, case-insensitive.' })
  query?: string;
}

export class GetSecurityEventImpactedCompaniesRequest extends PageRequest {
  @Text(EVENT_ID)
  eventId!: string;

  @Nested(() => ImpactedCompanyFilters, { optional: true })
  filters?: ImpactedCompanyFilters;

  @FieldNames(ImpactedCompany, ['organization'], ['impact', 'viaFourthPartyDomain', 'responseStatus', 'requestStatus', 'requestDueAt'])
  fields?: string[];
}

/** Counts all vendors related to the event, regardless of filters. The five impacts add up to totalVendors; responded and awaitingResponse to requestsSent. */
export class ImpactedCompaniesSummary {
  @Int32() totalVendors!: number;
  @Int32() confirmed!: number;
  @Int32() likely!: number;
  @Int32() possible!: number;
  @Int32() mitigated!: number;
  @Int32() notImpacted!: number;
  @Int32({ description: 'Requests you sent about the event.' }) requestsSent!: number;
  @Int32({ description: 'Requests that were answered.' }) responded!: number;
  @Int32({ description: 'Requests not answered yet.' }) awaitingResponse!: number;
}

export class GetSecurityEventImpactedCompaniesResponse {
  @Nested(() => ImpactedCompaniesSummary)
  summary!: ImpactedCompaniesSummary;

  @NestedList(() => ImpactedCompany, { maxItems: MAX_PAGE, description: 'Sorted by domain.' })
  companies!: ImpactedCompany[];

  @Int32({ description: 'Companies that match the filters.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
