import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { Bool, DateTime, Int32, Int64, Member, Nested, NestedList, Num, Text, TextList } from '#platform/fields/fields';
import { ExactlyOne } from '#platform/fields/shapes';
import { ExternalReference, MAX_REFERENCES } from '#shared/external-reference.dto';
import {
  APPROVAL_STATUS,
  ASSET_DNS_TYPE,
  ASSET_IP_PORT_PROTOCOL,
  ASSET_TYPE,
  CVSS_SCORE_SEVERITY,
  CVSS_SCORE_VERSION,
  OBSERVATION_CATEGORY,
  OBSERVATION_CONFIDENCE,
  OBSERVATION_SEVERITY,
  OBSERVATION_STATE,
  OBSERVATION_VIEW,
} from '#shared/observation.enums';

export const ORN_EXAMPLE = `orn:1:observation:vrm:${EXAMPLE_ID}:northwind-insurance.com`;
export const GROUP_ORN_EXAMPLE = 'orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com';

export class ObservationVendor {
  @Text({ max: 36 }) id!: string;
  @Text({ max: 253, example: 'acme-cloud.com' }) domainName!: string;
  @Text({ max: 255, example: 'Acme Cloud' }) companyName!: string;
}

export class AssetIpPort {
  @Text({ max: 45, example: '203.0.113.7', description: 'IPv4 or IPv6.' }) address!: string;
  @Int64({ example: '443', description: '0 to 65535; 0 when not applicable.' }) port!: string;
  @Member(ASSET_IP_PORT_PROTOCOL) protocol!: string;
}

export class AssetDns {
  @Member(ASSET_DNS_TYPE) recordType!: string;
  @Text({ max: 255 }) domain!: string;
  @Text({ max: 4096, optional: true }) record?: string;
  @Text({ max: 4096, optional: true }) recordValue?: string;
}

export class AssetUrl {
  @Text({ max: 4096, example: 'https://shop.acme-cloud.com/login' }) url!: string;
}

export class AssetCredentials {
  @Text({ max: 255, optional: true, example: 'j***e', description: 'Masked.' }) username?: string;
  @Text({ max: 255 }) emailDomain!: string;
  @Text({ max: 255, optional: true }) breachName?: string;
  @DateTime({ optional: true }) exposedAt?: string;
}

@ExactlyOne()
export class Asset {
  @Nested(() => AssetIpPort, { optional: true }) ipPort?: AssetIpPort;
  @Nested(() => AssetDns, { optional: true }) dns?: AssetDns;
  @Nested(() => AssetUrl, { optional: true }) url?: AssetUrl;
  @Nested(() => AssetCredentials, { optional: true }) credentials?: AssetCredentials;
}

export class CapecData {
  @Text({ max: 32, example: 'CAPEC-87' }) capecId!: string;
  @Text({ max: 1024 }) summary!: string;
  @Text({ max: 16_384 }) description!: string;
}

export class CvssScore {
  @Member(CVSS_SCORE_VERSION) version!: string;
  @Num({ min: 0, max: 10, example: 9.8 }) baseScore!: number;
  @Member(CVSS_SCORE_SEVERITY) baseSeverity!: string;
  @Text({ max: 512, min: 0, example: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }) cvssVector!: string;
  @Num({ optional: true }) exploitabilityScore?: number;
  @Num({ optional: true }) impactScore?: number;
  @Text({ max: 255 }) scoreSource!: string;
  @DateTime() firstSeen!: string;
}

export class Epss {
  @Num({ min: 0, max: 1, example: 0.94358 }) score!: number;
  @Num({ min: 0, max: 1, example: 0.99961 }) percentile!: number;
}

export class KnownExploited {
  @DateTime() dateAdded!: string;
  @DateTime({ optional: true }) dueDate?: string;
  @Bool() ransomwareUse!: boolean;
}

export class ObservationSource {
  @Text({ max: 255, example: 'nuclei' }) name!: string;
  @Text({ max: 1024, optional: true }) externalId?: string;
}

/** A security finding. */
export class Observation {
  @Text({ max: 1024, example: ORN_EXAMPLE }) orn!: string;
  @Member(OBSERVATION_VIEW) view!: string;
  @Text({ max: 500, example: 'TLS 1.0 is accepted' }) title!: string;
  @Text({ max: 8000, optional: true }) description?: string;
  @Text({ max: 100, example: 'tls_weak_protocol' }) observationType!: string;
  @Member(OBSERVATION_CATEGORY) category!: string;
  @Member(OBSERVATION_SEVERITY) severity!: string;
  @Member(OBSERVATION_CONFIDENCE, { optional: true }) confidence?: string;
  @Member(OBSERVATION_STATE, { description: 'RESOLVED exactly when approvalStatus is RESOLVED or EXCLUDED.' }) state!: string;
  @Member(APPROVAL_STATUS) approvalStatus!: string;
  @Bool() isFlagged!: boolean;
  @DateTime({ optional: true }) flaggedAt?: string;
  @NestedList(() => ExternalReference, { maxItems: MAX_REFERENCES, description: 'Tickets and records in other systems.' })
  externalReferences!: ExternalReference[];
  @Text({ max: 255, optional: true, example: 'jo@northwind-insurance.com' }) assignee?: string;
  @DateTime({ optional: true, description: 'As assigned, or else by the remediation policy.' }) dueAt?: string;
  @Bool({ description: 'Open, and dueAt has passed.' }) isOverdue!: boolean;
  @Nested(() => ObservationVendor, { optional: true, description: 'Only in the VRM view.' }) vendor?: ObservationVendor;
  @Text({ max: 253, example: 'shop.acme-cloud.com' }) subjectDomain!: string;
  @Text({ max: 1024, example: GROUP_ORN_EXAMPLE, description: 'The first of groupOrns.' }) groupOrn!: string;
  @TextList({ max: 1024, maxItems: 50, description: 'The groups it belongs to: one for each of its CVEs, or else the one of its type.' })
  groupOrns!: string[];
  @Member(ASSET_TYPE) assetType!: string;
  @Nested(() => Asset, { optional: true }) asset?: Asset;
  @TextList({ max: 32, maxItems: 50 }) cveIds!: string[];
  @TextList({ max: 32, maxItems: 50 }) cweIds!: string[];
  @NestedList(() => CapecData, { maxItems: 10 }) capec!: CapecData[];
  @NestedList(() => CvssScore, { maxItems: 20 }) cvssScores!: CvssScore[];
  @Nested(() => Epss, { optional: true }) epss?: Epss;
  @Nested(() => KnownExploited, { optional: true }) knownExploited?: KnownExploited;
  @TextList({ max: 2048, maxItems: 50 }) references!: string[];
  @TextList({ max: 100, maxItems: 50 }) tags!: string[];
  @TextList({ max: 2000, maxItems: 20 }) evidence!: string[];
  @Text({ max: 8000, optional: true }) remediation?: string;
  @Nested(() => ObservationSource) source!: ObservationSource;
  @Int32({ description: 'How often it reappeared after it was resolved.' }) regressionCount!: number;
  @DateTime() firstSeen!: string;
  @DateTime() lastSeen!: string;
  @DateTime({ optional: true }) resolvedAt?: string;
  @DateTime() createdAt!: string;
  @DateTime({ description: 'Last change of anything shown here, and of flags, notes and assignment; a later lastSeen alone is no change.' })
  updatedAt!: string;
}

export const OBSERVATION_IDS = ['orn'] as const;
