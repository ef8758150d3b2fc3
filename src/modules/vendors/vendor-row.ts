import { SCORE_GRADE } from '#modules/scores/score.enums';
import type { Caller } from '#platform/identity/caller';
import { hasVrm } from '#platform/identity/has-vrm';
import type { Statements } from '#platform/database/database';
import { isoTime } from '#platform/database/iso-time';
import type { TextRow } from '#platform/database/wire-row';
import type { Enumeration } from '#platform/fields/enumeration';
import type { ExternalReference } from '#shared/external-reference.dto';
import { toContact, type KeptContact } from './contact';
import type { Vendor } from './vendor.dto';
import { ACCESS_TYPE, BUSINESS_IMPACT, DATA_REGION, DATA_TYPE_SHARED, RISK_LEVEL, VENDOR_LIFECYCLE_STATUS } from './vendor.enums';

/** The columns that toVendor reads, in order; the table alias is v. */
const COLUMNS = [
  'v.id',
  'v.domain_name',
  'v.company_name',
  'v.vendor_ref',
  'v.is_monitored::text',
  'v.lifecycle_status',
  'v.risk_level',
  'v.business_impact',
  'v.data_types_shared',
  'v.access_types',
  'v.contract_value',
  'v.contract_end_date',
  'v.data_region',
  'v.contacts',
  `ARRAY(SELECT m.group_id FROM vendor_group_member m WHERE m.organization_id = v.organization_id AND m.vendor_id = v.id ORDER BY m.group_id)`,
  'v.score',
  'v.score_grade',
  'v.open_observation_count',
  'v.monitored_since',
  'v.offboarded_at',
  'v.offboard_reason',
  'v.created_at',
  'v.updated_at',
  `(SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('system', r.system, 'key', r.key, 'url', r.url)) ORDER BY r.system_word, r.key_word)
      FROM vendor_reference r WHERE r.organization_id = v.organization_id AND r.vendor_id = v.id)`,
];
export const VENDOR_COLUMNS = COLUMNS.join(', ');
export const VENDOR_COLUMN_COUNT = COLUMNS.length;

export const FIND_VENDOR = `SELECT ${VENDOR_COLUMNS} FROM vendor v WHERE v.organization_id = $1 AND v.id = $2`;

export const FIND_VENDORS = `SELECT ${VENDOR_COLUMNS} FROM vendor v WHERE v.organization_id = $1 AND v.id = ANY ($2::uuid[])`;

/** The same row within a transaction, as text: the driver would convert the columns to other types. */
const FIND_AS_TEXT = `
  SELECT ARRAY[${COLUMNS.map((column) => `${column}::text`).join(', ')}] AS row FROM vendor v WHERE v.organization_id = $1 AND v.id = $2`;

/** Reads a vendor within the transaction that wrote it. */
export async function readVendor(tx: Statements, caller: Caller, id: string): Promise<Vendor> {
  const [found] = (await tx.query(FIND_AS_TEXT, [caller.organizationId, id])) as { row: TextRow }[];
  if (!found) throw new Error('The vendor must exist: this transaction wrote it.');
  return toVendor(found.row, caller);
}

/**
 * A vendor from its columns in PostgreSQL's text format. Unset members are undefined, which JSON omits. Values derived from
 * observations belong to the VRM view and are hidden from callers without that entitlement.
 */
export function toVendor(row: TextRow, { organization }: Caller): Vendor {
  const isVrm = hasVrm(organization);
  return {
    id: row[0] as string,
    domainName: row[1] as string,
    companyName: row[2] as string,
    vendorId: row[3] ?? undefined,
    isMonitored: row[4] === 'true',
    lifecycleStatus: VENDOR_LIFECYCLE_STATUS.toMember(Number(row[5])),
    riskLevel: memberOf(RISK_LEVEL, row[6]),
    businessImpact: memberOf(BUSINESS_IMPACT, row[7]),
    dataTypesShared: listOf(row[8]).map((number) => DATA_TYPE_SHARED.toMember(Number(number))),
    accessTypes: listOf(row[9]).map((number) => ACCESS_TYPE.toMember(Number(number))),
    contractValue: row[10] ?? undefined,
    contractEndDate: timeOf(row[11]),
    dataRegion: memberOf(DATA_REGION, row[12]),
    contacts: row[13] === '[]' ? [] : (JSON.parse(row[13] as string) as KeptContact[]).map(toContact),
    vendorGroupIds: listOf(row[14]),
    externalReferences: row[23] ? (JSON.parse(row[23]) as ExternalReference[]) : [],
    score: isVrm && row[15] ? Number(row[15]) : undefined,
    scoreGrade: isVrm ? memberOf(SCORE_GRADE, row[16]) : undefined,
    openObservationCount: isVrm ? (row[17] as string) : '0',
    monitoredSince: timeOf(row[18]),
    offboardedAt: timeOf(row[19]),
    offboardReason: row[20] ?? undefined,
    createdAt: isoTime(row[21] as string),
    updatedAt: isoTime(row[22] as string),
  };
}

type Column = TextRow[number] | undefined;

function timeOf(text: Column): string | undefined {
  return text ? isoTime(text) : undefined;
}

/** `{1,2}` of elements that need no quotes. */
function listOf(text: Column): string[] {
  return !text || text === '{}' ? [] : text.slice(1, -1).split(',');
}

function memberOf<Prefix extends string, Short extends string>(
  type: Enumeration<Prefix, Short>,
  number: Column,
): `${Prefix}_${Short}` | undefined {
  return number ? type.toMember(Number(number)) : undefined;
}
