import type { Enumeration } from '#platform/fields/enumeration';
import { toContact, type KeptContact } from './contact';
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
} from './vendor.enums';
import type { VendorEntity } from './vendor.entity';

/** The plain fields that a caller can write: an absent one stays unchanged, null clears it. */
export interface VendorFields {
  vendorId?: string | null;
  riskLevel?: RiskLevel | null;
  businessImpact?: BusinessImpact | null;
  dataTypesShared?: readonly DataTypeShared[] | null;
  accessTypes?: readonly AccessType[] | null;
  contractValue?: string | null;
  contractEndDate?: string | null;
  dataRegion?: DataRegion | null;
  contacts?: readonly KeptContact[] | null;
}

export type StoredFields = Partial<
  Pick<
    VendorEntity,
    | 'vendorRef'
    | 'riskLevel'
    | 'businessImpact'
    | 'dataTypesShared'
    | 'accessTypes'
    | 'contractValue'
    | 'contractEndDate'
    | 'dataRegion'
    | 'contacts'
  >
>;

/** The fields in their stored form; undefined ones stay unchanged. */
export function toStored(fields: VendorFields): StoredFields {
  return {
    vendorRef: fields.vendorId,
    riskLevel: fields.riskLevel && RISK_LEVEL.toNumber(fields.riskLevel),
    businessImpact: fields.businessImpact && BUSINESS_IMPACT.toNumber(fields.businessImpact),
    dataTypesShared: toNumbers(DATA_TYPE_SHARED, fields.dataTypesShared),
    accessTypes: toNumbers(ACCESS_TYPE, fields.accessTypes),
    contractValue: fields.contractValue && BigInt(fields.contractValue).toString(),
    contractEndDate: fields.contractEndDate && new Date(fields.contractEndDate),
    dataRegion: fields.dataRegion && DATA_REGION.toNumber(fields.dataRegion),
    contacts: fields.contacts === null ? [] : fields.contacts?.map(toContact),
  } as StoredFields;
}

/** Each member once, in the order given. */
function toNumbers<Prefix extends string, Short extends string>(
  type: Enumeration<Prefix, Short>,
  members: readonly NoInfer<`${Prefix}_${Short}`>[] | null | undefined,
): number[] | undefined {
  if (members === undefined) return undefined;
  return (members?.length === 1 ? members : [...new Set(members)]).map((member) => type.toNumber(member));
}
