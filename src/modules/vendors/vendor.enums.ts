import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const RISK_LEVEL = enumeration('RiskLevel', 'RISK_LEVEL', ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']);
export type RiskLevel = MemberOf<typeof RISK_LEVEL>;

/** Business disruption if the vendor is compromised, in increasing order. */
export const BUSINESS_IMPACT = enumeration('BusinessImpact', 'BUSINESS_IMPACT', ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']);
export type BusinessImpact = MemberOf<typeof BUSINESS_IMPACT>;

export const DATA_TYPE_SHARED = enumeration('DataTypeShared', 'DATA_TYPE_SHARED', [
  'NONE',
  'PUBLIC',
  'PII',
  'SENSITIVE_PII',
  'PHI',
  'PAYMENT_CARD',
  'FINANCIAL',
  'CREDENTIALS',
  'EMPLOYEE',
  'CUSTOMER',
  'INTELLECTUAL_PROPERTY',
  'SOURCE_CODE',
  'CONFIDENTIAL_BUSINESS',
  'LOGS_TELEMETRY',
  'BIOMETRIC',
  'OTHER',
]);
export type DataTypeShared = MemberOf<typeof DATA_TYPE_SHARED>;

export const ACCESS_TYPE = enumeration('AccessType', 'ACCESS_TYPE', [
  'NO_ACCESS',
  'PHYSICAL_ACCESS_ONLY',
  'NETWORK_LEVEL_ACCESS',
  'SYSTEM_APPLICATION_ACCESS',
  'DATA_PROCESSING_STORAGE_ACCESS',
  'INFRASTRUCTURE_HOSTING_ACCESS',
]);
export type AccessType = MemberOf<typeof ACCESS_TYPE>;

export const DATA_REGION = enumeration('DataRegion', 'DATA_REGION', [
  'US',
  'CANADA',
  'LATIN_AMERICA',
  'EU_EEA',
  'UK',
  'SWITZERLAND',
  'MIDDLE_EAST',
  'AFRICA',
  'INDIA',
  'CHINA',
  'JAPAN',
  'AUSTRALIA_NZ',
  'ASIA_PACIFIC_OTHER',
  'GLOBAL',
  'OTHER',
]);
export type DataRegion = MemberOf<typeof DATA_REGION>;

export const VENDOR_LIFECYCLE_STATUS = enumeration('VendorLifecycleStatus', 'VENDOR_LIFECYCLE_STATUS', [
  'ONBOARDING',
  'ACTIVE',
  'UNDER_REVIEW',
  'OFFBOARDED',
]);
export type VendorLifecycleStatus = MemberOf<typeof VENDOR_LIFECYCLE_STATUS>;
/** As stored. */
export const LIFECYCLE = VENDOR_LIFECYCLE_STATUS.stored;

export const VENDOR_ACTION_TYPE = enumeration('VendorActionType', 'VENDOR_ACTION_TYPE', ['COMMENTED', 'REFERENCE_CHANGED']);
/** As stored. */
export const VENDOR_ACTION = VENDOR_ACTION_TYPE.stored;

export const CONTACT_ROLE = enumeration('ContactRole', 'CONTACT_ROLE', ['SECURITY', 'PRIVACY', 'TECHNICAL', 'BUSINESS', 'LEGAL']);
export type ContactRole = MemberOf<typeof CONTACT_ROLE>;

export const BULK_VENDOR_MUTATION_STATUS = enumeration('BulkVendorMutationStatus', 'BULK_VENDOR_MUTATION_STATUS', [
  'SUCCESS',
  'ALREADY_EXISTS',
  'NOT_FOUND',
  'ERROR',
]);
export type BulkVendorMutationStatus = MemberOf<typeof BULK_VENDOR_MUTATION_STATUS>;

export const BULK_VENDOR_CSV_ROW_OUTCOME = enumeration('BulkVendorCsvRowOutcome', 'BULK_VENDOR_CSV_ROW_OUTCOME', [
  'ACCEPTED',
  'REJECTED',
  'SKIPPED',
]);
export type BulkVendorCsvRowOutcome = MemberOf<typeof BULK_VENDOR_CSV_ROW_OUTCOME>;
