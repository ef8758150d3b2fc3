import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const OBSERVATION_VIEW = enumeration('ObservationView', 'OBSERVATION_VIEW', ['VRM', 'SELF']);
export type ObservationView = MemberOf<typeof OBSERVATION_VIEW>;

export const OBSERVATION_CATEGORY = enumeration('ObservationCategory', 'OBSERVATION_CATEGORY', [
  'VULNERABILITY',
  'PATCHING_CADENCE',
  'NETWORK_SECURITY',
  'WEB_APPLICATION_SECURITY',
  'ENCRYPTION',
  'DNS_HEALTH',
  'EMAIL_SECURITY',
  'ENDPOINT_SECURITY',
  'IP_REPUTATION',
  'MALWARE_INFECTION',
  'LEAKED_CREDENTIALS',
  'DATA_LEAK',
  'ATTACK_SURFACE_EXPOSURE',
  'CLOUD_MISCONFIGURATION',
]);
export type ObservationCategory = MemberOf<typeof OBSERVATION_CATEGORY>;

export const OBSERVATION_SEVERITY = enumeration('ObservationSeverity', 'OBSERVATION_SEVERITY', [
  'INFO',
  'LOW',
  'MEDIUM',
  'HIGH',
  'CRITICAL',
]);
export type ObservationSeverity = MemberOf<typeof OBSERVATION_SEVERITY>;

export const OBSERVATION_CONFIDENCE = enumeration('ObservationConfidence', 'OBSERVATION_CONFIDENCE', ['POSSIBLE', 'LIKELY', 'CONFIRMED']);
export type ObservationConfidence = MemberOf<typeof OBSERVATION_CONFIDENCE>;

export const OBSERVATION_STATE = enumeration('ObservationState', 'OBSERVATION_STATE', ['OPEN', 'RESOLVED']);

export const OBSERVATION_MODE = enumeration('ObservationMode', 'OBSERVATION_MODE', ['OPEN', 'RESOLVED', 'ALL']);
export type ObservationMode = MemberOf<typeof OBSERVATION_MODE>;

export const APPROVAL_STATUS = enumeration('ApprovalStatus', 'APPROVAL_STATUS', [
  'BACKLOG',
  'TRIAGED_INTERNAL',
  'TRIAGED_EXTERNAL',
  'RESOLVED',
  'EXCLUDED',
]);
export type ApprovalStatus = MemberOf<typeof APPROVAL_STATUS>;
/** Stored numbers. Those below RESOLVED are open. */
export const APPROVAL = APPROVAL_STATUS.stored;

export const ASSET_TYPE = enumeration('AssetType', 'ASSET_TYPE', ['IP_PORT', 'URL', 'DNS', 'CREDENTIALS']);
export type AssetType = MemberOf<typeof ASSET_TYPE>;

export const ASSET_IP_PORT_PROTOCOL = enumeration('AssetIpPortProtocol', 'ASSET_IP_PORT_PROTOCOL', ['TCP', 'UDP']);
export type AssetIpPortProtocol = MemberOf<typeof ASSET_IP_PORT_PROTOCOL>;

export const ASSET_DNS_TYPE = enumeration('AssetDnsType', 'ASSET_DNS_TYPE', [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'PTR',
  'SOA',
  'SRV',
  'TXT',
  'CAA',
  'DNSKEY',
  'DS',
  'NAPTR',
  'RRSIG',
  'TLSA',
  'URI',
]);
export type AssetDnsType = MemberOf<typeof ASSET_DNS_TYPE>;

export const CVSS_SCORE_VERSION = enumeration('CvssScoreVersion', 'CVSS_SCORE_VERSION', ['V2_0', 'V3_0', 'V3_1', 'V4_0']);
export type CvssScoreVersion = MemberOf<typeof CVSS_SCORE_VERSION>;

export const CVSS_SCORE_SEVERITY = enumeration('CvssScoreSeverity', 'CVSS_SCORE_SEVERITY', ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']);
export type CvssScoreSeverity = MemberOf<typeof CVSS_SCORE_SEVERITY>;

export const OBSERVATION_GROUP_KIND = enumeration('ObservationGroupKind', 'OBSERVATION_GROUP_KIND', ['CVE', 'OBSERVATION_TYPE']);

export const OBSERVATION_ACTION_TYPE = enumeration('ObservationActionType', 'OBSERVATION_ACTION_TYPE', [
  'FIRST_SEEN',
  'FLAGGED',
  'STATUS_CHANGED',
  'RESOLVED',
  'REOPENED',
  'SEVERITY_CHANGED',
  'UNFLAGGED',
  'COMMENTED',
  'REFERENCE_CHANGED',
  'ASSIGNED',
]);
/** As stored. */
export const ACTION = OBSERVATION_ACTION_TYPE.stored;

export const ACTOR_TYPE = enumeration('ActorType', 'ACTOR_TYPE', ['API_CLIENT', 'ADMIN', 'SYSTEM', 'LINK']);
export type ActorType = MemberOf<typeof ACTOR_TYPE>;
/** As stored. */
export const ACTOR = ACTOR_TYPE.stored;
