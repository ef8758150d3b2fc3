import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const SECURITY_EVENT_TYPE = enumeration('SecurityEventType', 'SECURITY_EVENT_TYPE', [
  'DATA_BREACH',
  'RANSOMWARE',
  'VULNERABILITY_EXPLOITATION',
  'SUPPLY_CHAIN_COMPROMISE',
  'CREDENTIAL_LEAK',
  'MALWARE',
  'DENIAL_OF_SERVICE',
  'SERVICE_OUTAGE',
  'MISCONFIGURATION_EXPOSURE',
  'INSIDER',
  'OTHER',
]);
export type SecurityEventType = MemberOf<typeof SECURITY_EVENT_TYPE>;

export const SECURITY_EVENT_SEVERITY = enumeration('SecurityEventSeverity', 'SECURITY_EVENT_SEVERITY', [
  'INFO',
  'LOW',
  'MEDIUM',
  'HIGH',
  'CRITICAL',
]);
export type SecurityEventSeverity = MemberOf<typeof SECURITY_EVENT_SEVERITY>;

export const SECURITY_EVENT_STATUS = enumeration('SecurityEventStatus', 'SECURITY_EVENT_STATUS', [
  'NEW',
  'ONGOING',
  'MITIGATED',
  'RESOLVED',
  'CLOSED',
]);
export type SecurityEventStatus = MemberOf<typeof SECURITY_EVENT_STATUS>;
/** As stored. */
export const EVENT_STATUS = SECURITY_EVENT_STATUS.stored;

export const SECURITY_EVENT_VIEW = enumeration('SecurityEventView', 'SECURITY_EVENT_VIEW', ['VRM', 'SELF']);
export type SecurityEventView = MemberOf<typeof SECURITY_EVENT_VIEW>;

/** The impact of an event on a company, worst first. */
export const SECURITY_EVENT_IMPACT = enumeration('SecurityEventImpact', 'SECURITY_EVENT_IMPACT', [
  'CONFIRMED',
  'LIKELY',
  'POSSIBLE',
  'MITIGATED',
  'NOT_IMPACTED',
]);
export type SecurityEventImpact = MemberOf<typeof SECURITY_EVENT_IMPACT>;
/** As stored. */
export const IMPACT = SECURITY_EVENT_IMPACT.stored;

export const SECURITY_EVENT_ACTIVITY_TYPE = enumeration('SecurityEventActivityType', 'SECURITY_EVENT_ACTIVITY_TYPE', [
  'FIRST_SEEN',
  'VRM_REQUEST_SENT',
  'VENDOR_RESPONDED',
  'IMPACT_CHANGED',
  'REMEDIATION_COMPLETED',
]);
export type SecurityEventActivityType = MemberOf<typeof SECURITY_EVENT_ACTIVITY_TYPE>;

export const VENDOR_RESPONSE_STATUS = enumeration('VendorResponseStatus', 'VENDOR_RESPONSE_STATUS', [
  'UNDER_INVESTIGATION',
  'NOT_AFFECTED',
  'AFFECTED',
  'MITIGATED',
  'FIXED',
]);
export type VendorResponseStatus = MemberOf<typeof VENDOR_RESPONSE_STATUS>;
/** As stored. */
export const RESPONSE = VENDOR_RESPONSE_STATUS.stored;

export const VRM_REQUEST_STATUS = enumeration('VrmRequestStatus', 'VRM_REQUEST_STATUS', ['SENT', 'ANSWERED']);
export type VrmRequestStatus = MemberOf<typeof VRM_REQUEST_STATUS>;

export const IMPACT_FACTOR = enumeration('ImpactFactor', 'IMPACT_FACTOR', [
  'NAMED_VICTIM',
  'VULNERABILITY_OBSERVED',
  'FOURTH_PARTY',
  'VENDOR_STATEMENT',
  'MITIGATION_OBSERVED',
]);
export type ImpactFactor = MemberOf<typeof IMPACT_FACTOR>;
