import { Bool, DateTime, Domain, Int64, Member, Members, NestedList, Text } from '#platform/fields/fields';
import { Contact, MAX_CONTACTS } from '../contact.dto';
import { COMPANY_NAME, CONTRACT_END, CONTRACT_VALUE, DOMAIN_NAME, VENDOR_REF, VENDOR_REF_MEANING, VendorResponse } from '../vendor.dto';
import {
  ACCESS_TYPE,
  BUSINESS_IMPACT,
  DATA_REGION,
  DATA_TYPE_SHARED,
  RISK_LEVEL,
  type AccessType,
  type BusinessImpact,
  type DataRegion,
  type DataTypeShared,
  type RiskLevel,
} from '../vendor.enums';

export class CreateVendorRequest {
  @Domain({ ...DOMAIN_NAME, description: 'A domain, host or URL; stored as its host in lower-case punycode without www.' })
  domainName!: string;

  @Text({ ...COMPANY_NAME, optional: true, description: 'Default: the known name for the domain, else one derived from its label.' })
  companyName?: string;

  @Text({ ...VENDOR_REF, optional: true, description: VENDOR_REF_MEANING })
  vendorId?: string;

  @Bool({ optional: true, example: true, description: 'true uses a monitoring slot. Default: false.' })
  isMonitored?: boolean;

  @Member(RISK_LEVEL, { optional: true })
  riskLevel?: RiskLevel;

  @Member(BUSINESS_IMPACT, { optional: true })
  businessImpact?: BusinessImpact;

  @Members(DATA_TYPE_SHARED, { optional: true })
  dataTypesShared?: DataTypeShared[];

  @Members(ACCESS_TYPE, { optional: true })
  accessTypes?: AccessType[];

  @Int64({ ...CONTRACT_VALUE, optional: true, description: 'Minor units of the account currency.' })
  contractValue?: string;

  @DateTime({ ...CONTRACT_END, optional: true })
  contractEndDate?: string;

  @Member(DATA_REGION, { optional: true })
  dataRegion?: DataRegion;

  @NestedList(() => Contact, { maxItems: MAX_CONTACTS, atMostOne: 'isPrimary', optional: true })
  contacts?: Contact[];
}

export class CreateVendorResponse extends VendorResponse {}
