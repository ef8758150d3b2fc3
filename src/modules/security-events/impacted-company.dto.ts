import { Bool, DateTime, Int32, Member, Nested, Text } from '#platform/fields/fields';
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

export class ImpactedOrganization {
  @Text({ max: 36, description: 'Vendor.id.' })
  vendorId!: string;

  @Text({ max: 253, example: 'acme-cloud.com' })
  domain!: string;

  @Text({ max: 255, example: 'Acme Cloud' })
  companyName!: string;
}

export class LastActivity {
  @Member(SECURITY_EVENT_ACTIVITY_TYPE)
  activityType!: SecurityEventActivityType;

  @DateTime()
  occurredAt!: string;
}

export class ImpactedCompany {
  @Nested(() => ImpactedOrganization)
  organization!: ImpactedOrganization;

  @Member(SECURITY_EVENT_IMPACT)
  impact!: SecurityEventImpact;

  @Text({ max: 500, example: 'Named as a victim of the event.', description: 'What decided the impact.' })
  impactReason!: string;

  @Int32({ description: "Observations of the vendor, open and resolved, with one of the event's CVEs." })
  relatedObservationCount!: number;

  @Text({ max: 253, optional: true, description: 'The fourth party through which the event may affect the vendor.' })
  viaFourthPartyDomain?: string;

  @Member(VENDOR_RESPONSE_STATUS, { optional: true, description: "The vendor's latest response." })
  responseStatus?: VendorResponseStatus;

  @Bool({ optional: true, description: 'True when you recorded that response for the vendor.' })
  isOnBehalf?: boolean;

  @Member(VRM_REQUEST_STATUS, { optional: true, description: 'Status of your latest request to the vendor.' })
  requestStatus?: VrmRequestStatus;

  @DateTime({ optional: true, description: 'When an answer to your latest request is due.' })
  requestDueAt?: string;

  @Nested(() => LastActivity, { optional: true })
  lastActivity?: LastActivity;
}
