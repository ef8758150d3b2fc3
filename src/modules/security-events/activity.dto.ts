import { Bool, DateTime, Member, Nested, Text, TextList } from '#platform/fields/fields';
import { LIMITS } from './importing/limits';
import { EVENT_ID, MESSAGE, MAX_EVIDENCE } from './security-event.dto';
import {
  SECURITY_EVENT_ACTIVITY_TYPE,
  SECURITY_EVENT_IMPACT,
  VENDOR_RESPONSE_STATUS,
  VRM_REQUEST_STATUS,
  type SecurityEventActivityType,
  type SecurityEventImpact,
  type VendorResponseStatus,
  type VrmRequestStatus,
} from './security-event.enums';

/** The organization that sent the request. */
export class VrmRequester {
  @Text({ max: 253, example: 'northwind-insurance.com' })
  domain!: string;

  @Text({ max: 255, example: 'Northwind Insurance' })
  companyName!: string;
}

/** One entry in the history of an event and a company. */
export class SecurityEventActivity {
  @Text({ max: 36, optional: true, description: 'Absent when synthetic.' })
  id?: string;

  @Member(SECURITY_EVENT_ACTIVITY_TYPE)
  activityType!: SecurityEventActivityType;

  @Text(EVENT_ID)
  eventId!: string;

  @Text({ max: 253, example: 'acme-cloud.com' })
  vendorDomain!: string;

  @DateTime()
  occurredAt!: string;

  @Bool({ description: 'True for FIRST_SEEN, which is computed and not stored.' })
  isSynthetic!: boolean;

  @Member(SECURITY_EVENT_IMPACT, { optional: true, description: 'Set for IMPACT_CHANGED and REMEDIATION_COMPLETED.' })
  fromImpact?: SecurityEventImpact;

  @Member(SECURITY_EVENT_IMPACT, { optional: true, description: 'Set for FIRST_SEEN, IMPACT_CHANGED and REMEDIATION_COMPLETED.' })
  toImpact?: SecurityEventImpact;

  @Member(VENDOR_RESPONSE_STATUS, { optional: true, description: 'Set for VENDOR_RESPONDED.' })
  responseStatus?: VendorResponseStatus;

  @Text({ ...MESSAGE, optional: true, description: 'Set for VENDOR_RESPONDED and VRM_REQUEST_SENT.' })
  message?: string;

  @DateTime({ optional: true, description: 'Set for VENDOR_RESPONDED.' })
  expectedResolutionAt?: string;

  @TextList({ max: LIMITS.url, maxItems: MAX_EVIDENCE, optional: true, description: 'Set for VENDOR_RESPONDED.' })
  evidenceUrls?: string[];

  @Bool({ optional: true, description: 'True for a VENDOR_RESPONDED that you recorded for the vendor. Only you see it.' })
  isOnBehalf?: boolean;

  @DateTime({ optional: true, description: 'Set for VRM_REQUEST_SENT.' })
  dueAt?: string;

  @Nested(() => VrmRequester, { optional: true, description: 'Set for a VRM_REQUEST_SENT that was sent to you.' })
  requester?: VrmRequester;
}

/** A request sent to a vendor about an event. */
export class VrmRequest {
  @Text({ max: 36 })
  requestId!: string;

  @Text({ max: 253, example: 'acme-cloud.com' })
  vendorDomain!: string;

  @Member(VRM_REQUEST_STATUS, { description: 'ANSWERED once the vendor has responded to the event after the request.' })
  status!: VrmRequestStatus;

  @Text({ ...MESSAGE, optional: true })
  message?: string;

  @DateTime({ optional: true })
  dueAt?: string;

  @DateTime()
  sentAt!: string;

  @DateTime({ optional: true })
  answeredAt?: string;

  @Nested(() => VrmRequester, { optional: true, description: 'Set when the request was sent to you.' })
  requester?: VrmRequester;
}
