import type { Statements } from '#platform/database/database';
import type { Enumeration } from '#platform/http/enumeration';
import { SCORE_GRADE } from '#modules/observations/observation.enums';
import { toContact, type Contact } from './contact.dto';
import type { Vendor } from './vendor.dto';
import { ACCESS_TYPE, BUSINESS_IMPACT, DATA_REGION, DATA_TYPE_SHARED, RISK_LEVEL, VENDOR_LIFECYCLE_STATUS } from './vendor.enums';

export interface VendorRow {
  id: string;
  domainName: string;
  companyName: string;
  vendorRef: string | null;
  isMonitored: boolean;
  lifecycleStatus: number;
  riskLevel: number | null;
  businessImpact: number | null;
  dataTypesShared: number[];
  accessTypes: number[];
  contractValue: string | null;
  contractEndDate: Date | null;
  dataRegion: number | null;
  contacts: Contact[];
  vendorGroupIds: string[];
  score: number | null;
  scoreGrade: number | null;
  openObservationCount: string;
  monitoredSince: Date | null;
  offboardedAt: Date | null;
  offboardReason: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns toVendor reads, of a vendor called v. */
export const VENDOR_COLUMNS = `
  v.id, v.domain_name AS "domainName", v.company_name AS "companyName", v.vendor_ref AS "vendorRef", v.is_monitored AS "isMonitored",
  v.lifecycle_status AS "lifecycleStatus", v.risk_level AS "riskLevel", v.business_impact AS "businessImpact",
  v.data_types_shared AS "dataTypesShared", v.access_types AS "accessTypes", v.contract_value AS "contractValue",
  v.contract_end_date AS "contractEndDate", v.data_region AS "dataRegion", v.contacts, v.score, v.score_grade AS "scoreGrade",
  v.open_observation_count AS "openObservationCount", v.monitored_since AS "monitoredSince", v.offboarded_at AS "offboardedAt",
  v.offboard_reason AS "offboardReason", v.created_at AS "createdAt", v.updated_at AS "updatedAt",
  ARRAY(SELECT m.group_id FROM vendor_group_member m
         WHERE m.organization_id = v.organization_id AND m.vendor_id = v.id ORDER BY m.group_id) AS "vendorGroupIds"`;

export const FIND_VENDOR = `SELECT ${VENDOR_COLUMNS} FROM vendor v WHERE v.organization_id = $1 AND v.id = $2`;

/** A vendor as its writer's own transaction sees it. */
export async function readVendor(tx: Statements, organizationId: string, id: string): Promise<Vendor> {
  const [row] = (await tx.query(FIND_VENDOR, [organizationId, id])) as VendorRow[];
  if (!row) throw new Error('The vendor was written in this transaction.');
  return toVendor(row);
}

/** Unset members are undefined, which JSON leaves out. */
export function toVendor(row: VendorRow): Vendor {
  return {
    id: row.id,
    domainName: row.domainName,
    companyName: row.companyName,
    vendorId: row.vendorRef ?? undefined,
    isMonitored: row.isMonitored,
    lifecycleStatus: VENDOR_LIFECYCLE_STATUS.toMember(row.lifecycleStatus),
    riskLevel: memberOf(RISK_LEVEL, row.riskLevel),
    businessImpact: memberOf(BUSINESS_IMPACT, row.businessImpact),
    dataTypesShared: row.dataTypesShared.map((number) => DATA_TYPE_SHARED.toMember(number)),
    accessTypes: row.accessTypes.map((number) => ACCESS_TYPE.toMember(number)),
    contractValue: row.contractValue ?? undefined,
    contractEndDate: row.contractEndDate?.toISOString(),
    dataRegion: memberOf(DATA_REGION, row.dataRegion),
    contacts: row.contacts.map(toContact),
    vendorGroupIds: row.vendorGroupIds,
    score: row.score ?? undefined,
    scoreGrade: memberOf(SCORE_GRADE, row.scoreGrade),
    openObservationCount: row.openObservationCount,
    monitoredSince: row.monitoredSince?.toISOString(),
    offboardedAt: row.offboardedAt?.toISOString(),
    offboardReason: row.offboardReason ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function memberOf<Prefix extends string, Short extends string>(
  type: Enumeration<Prefix, Short>,
  number: number | null,
): `${Prefix}_${Short}` | undefined {
  return number === null ? undefined : type.toMember(number);
}
