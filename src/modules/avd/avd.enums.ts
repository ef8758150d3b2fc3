import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const FOURTH_PARTY_STATUS = enumeration('FourthPartyStatus', 'FOURTH_PARTY_STATUS', ['NEW', 'ACTIVE', 'INACTIVE']);
export type FourthPartyStatus = MemberOf<typeof FOURTH_PARTY_STATUS>;
/** As computed by statements; not stored. */
export const STATUS = FOURTH_PARTY_STATUS.stored;

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

/** Where a relationship was seen, as stored. Our own scans are separate: a scan never ends what a file has shown, nor the reverse. */
export const CHANNEL = { DNS: 1, PAGES: 2, LIVE_DNS: 3, LIVE_PAGES: 4 } as const;

/** What kind of record shows a relationship. RESOURCE is something that a web page loads. */
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
