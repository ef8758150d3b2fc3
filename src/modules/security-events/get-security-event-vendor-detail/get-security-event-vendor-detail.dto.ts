import { Bool, DateTime, Domain, Member, Nested, NestedList, Text, TextList } from '#platform/fields/fields';
import { CompanyContact } from '#modules/vendors/contact.dto';
import { SecurityEventActivity, VrmRequest } from '../activity.dto';
import { LIMITS } from '../importing/limits';
import { EVENT_ID, MESSAGE, MAX_EVIDENCE, SecurityEventQuery } from '../security-event.dto';
import {
  IMPACT_FACTOR,
  SECURITY_EVENT_IMPACT,
  VENDOR_RESPONSE_STATUS,
  type ImpactFactor,
  type SecurityEventImpact,
  type VendorResponseStatus,
} from '../security-event.enums';

export const MAX_OBSERVATIONS = 20;
export const MAX_SPOKEN = 200;

export class GetSecurityEventVendorDetailRequest extends SecurityEventQuery {
  @Domain({
    example: 'acme-cloud.com',
    description: 'A vendor in your directory; or one of your own domains, to see your own impact and the requests you received.',
  })
  vendor_domain!: string;
}

export class SecurityEventVendor {
  @Text({ max: 36, optional: true, description: 'Id of the vendor; absent for your own domains.' })
  id?: string;

  @Text({ max: 253, example: 'acme-cloud.com' })
  domainName!: string;

  @Text({ max: 255, example: 'Acme Cloud' })
  companyName!: string;
}

export class ImpactReasoning {
  @Member(IMPACT_FACTOR)
  factor!: ImpactFactor;

  @Text({ max: 1000, example: 'Open: Log4j allows remote code execution (CVE-2021-44228)' })
  description!: string;

  @Text({ max: 1024, optional: true, description: 'Set for VULNERABILITY_OBSERVED and MITIGATION_OBSERVED.' })
  observationOrn?: string;

  @DateTime()
  observedAt!: string;
}

/** The company's latest response: its own, or what you recorded for it. */
export class SecurityEventVendorStatus {
  @Bool()
  hasResponded!: boolean;

  @Member(VENDOR_RESPONSE_STATUS, { optional: true })
  responseStatus?: VendorResponseStatus;

  @Text({ ...MESSAGE, optional: true })
  message?: string;

  @DateTime({ optional: true })
  expectedResolutionAt?: string;

  @TextList({ max: LIMITS.url, maxItems: MAX_EVIDENCE, optional: true })
  evidenceUrls?: string[];

  @DateTime({ optional: true })
  respondedAt?: string;

  @Bool({ optional: true, description: 'True when you recorded the response for the vendor.' })
  isOnBehalf?: boolean;
}

export class SecurityEventVendorDetail {
  @Text(EVENT_ID)
  eventId!: string;

  @Nested(() => SecurityEventVendor)
  vendor!: SecurityEventVendor;

  @Member(SECURITY_EVENT_IMPACT)
  impact!: SecurityEventImpact;

  @NestedList(() => ImpactReasoning, {
    maxItems: 3 + 2 * MAX_OBSERVATIONS,
    description: `All facts behind the impact, in order of precedence; of the observations, the ${MAX_OBSERVATIONS} newest.`,
  })
  impactReasoning!: ImpactReasoning[];

  @Nested(() => SecurityEventVendorStatus)
  vendorStatus!: SecurityEventVendorStatus;

  @NestedList(() => VrmRequest, {
    maxItems: MAX_SPOKEN,
    description: 'Newest first. Requests you sent; for your own domains, requests you received.',
  })
  vrmRequests!: VrmRequest[];

  @NestedList(() => SecurityEventActivity, { maxItems: MAX_SPOKEN, description: 'Requests and responses, newest first.' })
  communicationLog!: SecurityEventActivity[];

  @Nested(() => CompanyContact, { optional: true, description: 'Present when the vendor has contacts.' })
  companyContact?: CompanyContact;
}

export class GetSecurityEventVendorDetailResponse {
  @Nested(() => SecurityEventVendorDetail)
  vendorDetail!: SecurityEventVendorDetail;
}
