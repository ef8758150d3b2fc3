import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const CHANGE_RESOURCE_TYPE = enumeration('ChangeResourceType', 'CHANGE_RESOURCE_TYPE', [
  'OBSERVATION',
  'VENDOR',
  'VENDOR_GROUP',
  'SECURITY_EVENT',
  'SECURITY_EVENT_IMPACT',
  'FOURTH_PARTY',
  'QUESTIONNAIRE',
  'VENDOR_SCORE',
]);
export type ChangeResourceType = MemberOf<typeof CHANGE_RESOURCE_TYPE>;

export const CHANGE_TYPE = enumeration('ChangeType', 'CHANGE_TYPE', ['UPSERTED', 'REMOVED']);
export type ChangeType = MemberOf<typeof CHANGE_TYPE>;

export const CHANGE_START = enumeration('ChangeStart', 'CHANGE_START', ['BEGINNING', 'NOW']);
export type ChangeStart = MemberOf<typeof CHANGE_START>;
