import { Bool, DateTime, Int64, Member, Members, NestedList, Text } from '#platform/fields/fields';
import { Contact, MAX_CONTACTS } from '../contact.dto';
import { COMPANY_NAME, CONTRACT_END, CONTRACT_VALUE, VENDOR_REF, VENDOR_REF_MEANING, VendorPath, VendorResponse } from '../vendor.dto';
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
} from '../vendor.enums';

/** Absent fields stay unchanged; null and UNSPECIFIED clear. The domain identifies the vendor and cannot be changed. */
export class UpdateVendorRequest extends VendorPath {
  @Text({ ...COMPANY_NAME, nullable: true, description: 'null: resets to the name derived from the domain, as if omitted on creation.' })
  companyName?: string | null;

  @Text({ ...VENDOR_REF, nullable: true, description: VENDOR_REF_MEANING })
  vendorId?: string | null;

  @Bool({ optional: true, description: 'true takes a monitoring slot, false frees it.' })
  isMonitored?: boolean;

  @Member(VENDOR_LIFECYCLE_STATUS, {
    optional: true,
    description:
      'ONBOARDING, ACTIVE or UNDER_REVIEW; any of them onboards an offboarded vendor again. To offboard, use BulkOffboardVendors.',
  })
  lifecycleStatus?: VendorLifecycleStatus;

  @Member(RISK_LEVEL, { nullable: true })
  riskLevel?: RiskLevel | null;

  @Member(BUSINESS_IMPACT, { nullable: true })
  businessImpact?: BusinessImpact | null;

  @Members(DATA_TYPE_SHARED, { nullable: true, description: 'Replaces the whole list; null empties it.' })
  dataTypesShared?: DataTypeShared[] | null;

  @Members(ACCESS_TYPE, { nullable: true, description: 'Replaces the whole list; null empties it.' })
  accessTypes?: AccessType[] | null;

  @Int64({ ...CONTRACT_VALUE, nullable: true })
  contractValue?: string | null;

  @DateTime({ ...CONTRACT_END, nullable: true })
  contractEndDate?: string | null;

  @Member(DATA_REGION, { nullable: true })
  dataRegion?: DataRegion | null;

  @NestedList(() => Contact, {
    maxItems: MAX_CONTACTS,
    atMostOne: 'isPrimary',
    nullable: true,
    description: 'Replaces the whole list; null empties it.',
  })
  contacts?: Contact[] | null;
}

export class UpdateVendorResponse extends VendorResponse {}
