import { enumeration, type MemberOf } from '#platform/http/enumeration';

export const FOURTH_PARTY_STATUS = enumeration('FourthPartyStatus', 'FOURTH_PARTY_STATUS', ['NEW', 'ACTIVE', 'INACTIVE']);
export type FourthPartyStatus = MemberOf<typeof FOURTH_PARTY_STATUS>;

export const FOURTH_PARTY_CONNECTION_TYPE = enumeration('FourthPartyConnectionType', 'FOURTH_PARTY_CONNECTION_TYPE', [
  'HOSTING',
  'CDN',
  'DNS',
  'EMAIL',
  'CERTIFICATE_AUTHORITY',
  'JAVASCRIPT',
  'SAAS',
  'IDENTITY',
  'ANALYTICS',
  'OTHER',
]);
export type FourthPartyConnectionType = MemberOf<typeof FOURTH_PARTY_CONNECTION_TYPE>;

export const FOURTH_PARTY_CONFIDENCE = enumeration('FourthPartyConfidence', 'FOURTH_PARTY_CONFIDENCE', ['POSSIBLE', 'LIKELY', 'CONFIRMED']);
export type FourthPartyConfidence = MemberOf<typeof FOURTH_PARTY_CONFIDENCE>;

/** The kind of record that is evidence of a relationship. RESOURCE is a file that a web page loads. */
export const FOURTH_PARTY_EVIDENCE_TYPE = enumeration('FourthPartyEvidenceType', 'FOURTH_PARTY_EVIDENCE_TYPE', [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'TXT',
  'CAA',
  'SOA',
  'RESOURCE',
]);
export type FourthPartyEvidenceType = MemberOf<typeof FOURTH_PARTY_EVIDENCE_TYPE>;

export const FOURTH_PARTY_NODE_KIND = enumeration('FourthPartyNodeKind', 'FOURTH_PARTY_NODE_KIND', ['VENDOR', 'FOURTH_PARTY']);
export type FourthPartyNodeKind = MemberOf<typeof FOURTH_PARTY_NODE_KIND>;
