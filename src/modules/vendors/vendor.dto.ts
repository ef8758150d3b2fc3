import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { Bool, DateTime, Int32, Int64, Member, Members, Nested, NestedList, Text, TextList } from '#platform/fields/fields';
import { ExternalReference, MAX_REFERENCES } from '#shared/external-reference.dto';
import { SCORE_GRADE, type ScoreGrade } from '#modules/scores/score.enums';
import { Contact, MAX_CONTACTS } from './contact.dto';
import {
  ACCESS_TYPE,
  BUSINESS_IMPACT,
  DATA_REGION,
  DATA_TYPE_SHARED,
  RISK_LEVEL,
  VENDOR_LIFECYCLE_STATUS,
  type AccessType,
  type BusinessImpact,
  type DataRegion,
  type DataTypeShared,
  type RiskLevel,
  type VendorLifecycleStatus,
} from './vendor.enums';

const ID = { max: 64, example: EXAMPLE_ID };
export const DOMAIN_NAME = { example: 'acme-cloud.com' };
export const COMPANY_NAME = { max: 255, min: 1, trim: true, line: true, example: 'Acme Cloud' };
export const VENDOR_REF = { max: 255, min: 1, trim: true, line: true, example: 'SUP-1042' };
/** Describes which id a parameter vendorId means. */
export const VENDOR_ID = 'the id of a vendor (Vendor.id), not your own reference for it (Vendor.vendorId)';

export const VENDOR_REF_MEANING =
  'Your own reference, such as a supplier number. Other calls expect Vendor.id as vendorId, not this reference.';
export const CONTRACT_VALUE = { min: 0n, example: '1250000' };
export const CONTRACT_END = { example: '2027-12-31T00:00:00.000Z' };

export class Vendor {
  @Text({ ...ID, description: 'The id assigned by the service. Other calls and answers call it vendorId.' })
  id!: string;

  @Text({ max: 253, example: DOMAIN_NAME.example, description: 'Primary domain, lower case, punycode. Unique in the organization.' })
  domainName!: string;

  @Text({ max: 255, example: COMPANY_NAME.example })
  companyName!: string;

  @Text({ max: 255, optional: true, example: VENDOR_REF.example, description: VENDOR_REF_MEANING })
  vendorId?: string;

  @Bool({ example: true, description: 'Whether it uses a monitoring slot and its observations are listed.' })
  isMonitored!: boolean;

  @Member(VENDOR_LIFECYCLE_STATUS, { example: 'VENDOR_LIFECYCLE_STATUS_ACTIVE' })
  lifecycleStatus!: VendorLifecycleStatus;

  @Member(RISK_LEVEL, { optional: true, example: 'RISK_LEVEL_HIGH' })
  riskLevel?: RiskLevel;

  @Member(BUSINESS_IMPACT, { optional: true, example: 'BUSINESS_IMPACT_MEDIUM' })
  businessImpact?: BusinessImpact;

  @Members(DATA_TYPE_SHARED, { example: ['DATA_TYPE_SHARED_PII'] })
  dataTypesShared!: DataTypeShared[];

  @Members(ACCESS_TYPE, { example: ['ACCESS_TYPE_SYSTEM_APPLICATION_ACCESS'] })
  accessTypes!: AccessType[];

  @Int64({ optional: true, example: CONTRACT_VALUE.example, description: 'Minor units of the account currency.' })
  contractValue?: string;

  @DateTime({ ...CONTRACT_END, optional: true })
  contractEndDate?: string;

  @Member(DATA_REGION, { optional: true, example: 'DATA_REGION_EU_EEA' })
  dataRegion?: DataRegion;

  @NestedList(() => Contact, { maxItems: MAX_CONTACTS })
  contacts!: Contact[];

  @TextList({ max: 36, maxItems: 10_000, example: [ID.example], description: 'Ids of the active groups that contain it.' })
  vendorGroupIds!: string[];

  @NestedList(() => ExternalReference, { maxItems: MAX_REFERENCES, description: 'Records in other systems; see AnnotateVendor.' })
  externalReferences!: ExternalReference[];

  @Int32({
    max: 100,
    optional: true,
    example: 82,
    description: 'Overall security score, higher is safer. Absent until it is monitored and scored, and without the VRM entitlement.',
  })
  score?: number;

  @Member(SCORE_GRADE, { optional: true, example: 'SCORE_GRADE_B' })
  scoreGrade?: ScoreGrade;

  @Int64({ example: '17', description: 'Open observations while it is monitored; 0 without the VRM entitlement.' })
  openObservationCount!: string;

  @DateTime({ optional: true, example: '2026-11-02T09:30:00.000Z' })
  monitoredSince?: string;

  @DateTime({ optional: true, example: '2026-11-02T09:30:00.000Z', description: 'Present while it is offboarded.' })
  offboardedAt?: string;

  @Text({ max: 1024, optional: true, example: 'Contract ended' })
  offboardReason?: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  createdAt!: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z', description: 'Last change of the entry; a new score does not change it.' })
  updatedAt!: string;
}

export const VENDOR_IDS = ['id'] as const;

/** A vendor id in the path. */
export const VENDOR_PATH_ID = { ...ID, description: 'Id of the vendor (Vendor.id).' };

/** A request with a vendor id in its path. */
export class VendorPath {
  @Text(VENDOR_PATH_ID)
  id!: string;
}

export class VendorResponse {
  @Nested(() => Vendor)
  vendor!: Vendor;
}

/** The fields of a vendor that UpdateVendor can change, in a fixed order. */
export function writableFields(vendor: Vendor): object {
  const { companyName, vendorId, isMonitored, lifecycleStatus, riskLevel, businessImpact, dataTypesShared, accessTypes } = vendor;
  const { contractValue, contractEndDate, dataRegion, contacts } = vendor;
  return {
    ...{ companyName, vendorId, isMonitored, lifecycleStatus, riskLevel, businessImpact, dataTypesShared, accessTypes },
    ...{ contractValue, contractEndDate, dataRegion, contacts },
  };
}
