// Written by scripts/write-client.mjs from openapi.json: npm run openapi

import { fieldsOf } from '../filter-fields.ts';
import type { Fields, Presence, Short } from '../filter-types.ts';

/** The fields of ObservationFilter. */
export interface ObservationFilterFields {
  readonly orn: Fields<'ObservationFilter'>['keyword'];
  readonly vendor: Fields<'ObservationFilter'>['text'];
  readonly vendorId: Fields<'ObservationFilter'>['keyword'] & Presence<'ObservationFilter'>;
  readonly vendorGroup: Fields<'ObservationFilter'>['keyword'] & Presence<'ObservationFilter'>;
  readonly subjectDomain: Fields<'ObservationFilter'>['text'];
  readonly title: Fields<'ObservationFilter'>['text'];
  readonly observationType: Fields<'ObservationFilter'>['keyword'];
  readonly category: Fields<'ObservationFilter', Short<'ObservationCategory', 'OBSERVATION_CATEGORY_'>>['enum'];
  readonly severity: Fields<'ObservationFilter', Short<'ObservationSeverity', 'OBSERVATION_SEVERITY_'>>['ordered'];
  readonly confidence: Fields<'ObservationFilter', Short<'ObservationConfidence', 'OBSERVATION_CONFIDENCE_'>>['enum'] &
    Presence<'ObservationFilter'>;
  readonly approvalStatus: Fields<'ObservationFilter', Short<'ApprovalStatus', 'APPROVAL_STATUS_'>>['enum'];
  readonly isFlagged: Fields<'ObservationFilter'>['boolean'];
  readonly assetType: Fields<'ObservationFilter', Short<'AssetType', 'ASSET_TYPE_'>>['enum'] & Presence<'ObservationFilter'>;
  readonly assetIp: Fields<'ObservationFilter'>['keyword'] & Presence<'ObservationFilter'>;
  readonly assetPort: Fields<'ObservationFilter', number | bigint>['i64'] & Presence<'ObservationFilter'>;
  readonly assetProtocol: Fields<'ObservationFilter', Short<'AssetIpPortProtocol', 'ASSET_IP_PORT_PROTOCOL_'>>['enum'] &
    Presence<'ObservationFilter'>;
  readonly assetDomain: Fields<'ObservationFilter'>['text'] & Presence<'ObservationFilter'>;
  readonly assetUrl: Fields<'ObservationFilter'>['text'] & Presence<'ObservationFilter'>;
  readonly cve: Fields<'ObservationFilter'>['keyword'] & Presence<'ObservationFilter'>;
  readonly cwe: Fields<'ObservationFilter'>['keyword'] & Presence<'ObservationFilter'>;
  readonly cvssBaseScore: Fields<'ObservationFilter'>['number'] & Presence<'ObservationFilter'>;
  readonly cvssSeverity: Fields<'ObservationFilter', Short<'CvssScoreSeverity', 'CVSS_SCORE_SEVERITY_'>>['enum'] &
    Presence<'ObservationFilter'>;
  readonly epssScore: Fields<'ObservationFilter'>['number'] & Presence<'ObservationFilter'>;
  readonly knownExploited: Fields<'ObservationFilter'>['boolean'];
  readonly ransomwareUse: Fields<'ObservationFilter'>['boolean'];
  readonly source: Fields<'ObservationFilter'>['keyword'];
  readonly tag: Fields<'ObservationFilter'>['keyword'] & Presence<'ObservationFilter'>;
  readonly group: Fields<'ObservationFilter'>['keyword'];
  readonly firstSeen: Fields<'ObservationFilter'>['date'];
  readonly lastSeen: Fields<'ObservationFilter'>['date'];
  readonly resolvedAt: Fields<'ObservationFilter'>['date'] & Presence<'ObservationFilter'>;
  readonly updatedAt: Fields<'ObservationFilter'>['date'];
  readonly createdAt: Fields<'ObservationFilter'>['date'];
  readonly flaggedAt: Fields<'ObservationFilter'>['date'] & Presence<'ObservationFilter'>;
  readonly externalReference: Fields<'ObservationFilter'>['keyword'] & Presence<'ObservationFilter'>;
  readonly assignee: Fields<'ObservationFilter'>['text'] & Presence<'ObservationFilter'>;
  readonly dueAt: Fields<'ObservationFilter'>['date'] & Presence<'ObservationFilter'>;
  readonly overdue: Fields<'ObservationFilter'>['boolean'];
}

/** The fields of ScoredVendorFilter. */
export interface ScoredVendorFilterFields {
  readonly vendor: Fields<'ScoredVendorFilter'>['keyword'];
}

/** The fields of VendorFilter. */
export interface VendorFilterFields {
  readonly id: Fields<'VendorFilter'>['keyword'];
  readonly domainName: Fields<'VendorFilter'>['text'];
  readonly companyName: Fields<'VendorFilter'>['text'];
  readonly vendorId: Fields<'VendorFilter'>['text'] & Presence<'VendorFilter'>;
  readonly isMonitored: Fields<'VendorFilter'>['boolean'];
  readonly lifecycleStatus: Fields<'VendorFilter', Short<'VendorLifecycleStatus', 'VENDOR_LIFECYCLE_STATUS_'>>['enum'];
  readonly riskLevel: Fields<'VendorFilter', Short<'RiskLevel', 'RISK_LEVEL_'>>['ordered'] & Presence<'VendorFilter'>;
  readonly businessImpact: Fields<'VendorFilter', Short<'BusinessImpact', 'BUSINESS_IMPACT_'>>['ordered'] & Presence<'VendorFilter'>;
  readonly dataTypeShared: Fields<'VendorFilter', Short<'DataTypeShared', 'DATA_TYPE_SHARED_'>>['enum'] & Presence<'VendorFilter'>;
  readonly accessType: Fields<'VendorFilter', Short<'AccessType', 'ACCESS_TYPE_'>>['enum'] & Presence<'VendorFilter'>;
  readonly dataRegion: Fields<'VendorFilter', Short<'DataRegion', 'DATA_REGION_'>>['enum'] & Presence<'VendorFilter'>;
  readonly contractValue: Fields<'VendorFilter', number | bigint>['i64'] & Presence<'VendorFilter'>;
  readonly contractEndDate: Fields<'VendorFilter'>['date'] & Presence<'VendorFilter'>;
  readonly vendorGroup: Fields<'VendorFilter'>['keyword'] & Presence<'VendorFilter'>;
  readonly score: Fields<'VendorFilter'>['number'] & Presence<'VendorFilter'>;
  readonly createdAt: Fields<'VendorFilter'>['date'];
  readonly updatedAt: Fields<'VendorFilter'>['date'];
}

export const observationFilterFields = fieldsOf<ObservationFilterFields>('observationsField', 'OBSERVATIONS_FIELD_', {
  orn: ['ORN', 'keyword'],
  vendor: ['VENDOR', 'text'],
  vendorId: ['VENDOR_ID', 'keyword'],
  vendorGroup: ['VENDOR_GROUP', 'keyword'],
  subjectDomain: ['SUBJECT_DOMAIN', 'text'],
  title: ['TITLE', 'text'],
  observationType: ['OBSERVATION_TYPE', 'keyword'],
  category: ['CATEGORY', 'enum', 'OBSERVATION_CATEGORY_'],
  severity: ['SEVERITY', 'ordered', 'OBSERVATION_SEVERITY_'],
  confidence: ['CONFIDENCE', 'enum', 'OBSERVATION_CONFIDENCE_'],
  approvalStatus: ['APPROVAL_STATUS', 'enum', 'APPROVAL_STATUS_'],
  isFlagged: ['IS_FLAGGED', 'boolean'],
  assetType: ['ASSET_TYPE', 'enum', 'ASSET_TYPE_'],
  assetIp: ['ASSET_IP', 'keyword'],
  assetPort: ['ASSET_PORT', 'i64'],
  assetProtocol: ['ASSET_PROTOCOL', 'enum', 'ASSET_IP_PORT_PROTOCOL_'],
  assetDomain: ['ASSET_DOMAIN', 'text'],
  assetUrl: ['ASSET_URL', 'text'],
  cve: ['CVE', 'keyword'],
  cwe: ['CWE', 'keyword'],
  cvssBaseScore: ['CVSS_BASE_SCORE', 'number'],
  cvssSeverity: ['CVSS_SEVERITY', 'enum', 'CVSS_SCORE_SEVERITY_'],
  epssScore: ['EPSS_SCORE', 'number'],
  knownExploited: ['KNOWN_EXPLOITED', 'boolean'],
  ransomwareUse: ['RANSOMWARE_USE', 'boolean'],
  source: ['SOURCE', 'keyword'],
  tag: ['TAG', 'keyword'],
  group: ['GROUP', 'keyword'],
  firstSeen: ['FIRST_SEEN', 'date'],
  lastSeen: ['LAST_SEEN', 'date'],
  resolvedAt: ['RESOLVED_AT', 'date'],
  updatedAt: ['UPDATED_AT', 'date'],
  createdAt: ['CREATED_AT', 'date'],
  flaggedAt: ['FLAGGED_AT', 'date'],
  externalReference: ['EXTERNAL_REFERENCE', 'keyword'],
  assignee: ['ASSIGNEE', 'text'],
  dueAt: ['DUE_AT', 'date'],
  overdue: ['OVERDUE', 'boolean'],
});
export const scoredVendorFilterFields = fieldsOf<ScoredVendorFilterFields>('observationsField', 'OBSERVATIONS_FIELD_', {
  vendor: ['VENDOR', 'keyword'],
});
export const vendorFilterFields = fieldsOf<VendorFilterFields>('vendorsField', 'VENDORS_FIELD_', {
  id: ['ID', 'keyword'],
  domainName: ['DOMAIN_NAME', 'text'],
  companyName: ['COMPANY_NAME', 'text'],
  vendorId: ['VENDOR_ID', 'text'],
  isMonitored: ['IS_MONITORED', 'boolean'],
  lifecycleStatus: ['LIFECYCLE_STATUS', 'enum', 'VENDOR_LIFECYCLE_STATUS_'],
  riskLevel: ['RISK_LEVEL', 'ordered', 'RISK_LEVEL_'],
  businessImpact: ['BUSINESS_IMPACT', 'ordered', 'BUSINESS_IMPACT_'],
  dataTypeShared: ['DATA_TYPE_SHARED', 'enum', 'DATA_TYPE_SHARED_'],
  accessType: ['ACCESS_TYPE', 'enum', 'ACCESS_TYPE_'],
  dataRegion: ['DATA_REGION', 'enum', 'DATA_REGION_'],
  contractValue: ['CONTRACT_VALUE', 'i64'],
  contractEndDate: ['CONTRACT_END_DATE', 'date'],
  vendorGroup: ['VENDOR_GROUP', 'keyword'],
  score: ['SCORE', 'number'],
  createdAt: ['CREATED_AT', 'date'],
  updatedAt: ['UPDATED_AT', 'date'],
});
