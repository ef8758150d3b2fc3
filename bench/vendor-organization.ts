import type { Client } from 'pg';
import type { Values } from './filter-cases';
import { each, words } from './filter-cases';
import { Columns, timeOf } from './filter-organization';

/** Vendors with values of each selectivity, one group for each share. $1 organization, $2 vendors. */
function insertVendors(): string {
  const column = new Columns('$2::bigint');
  const members = (few: number, percent: number, half: number) =>
    `array_remove(ARRAY[${column.number(few, percent, half)}], NULL)::smallint[]`;
  const values = {
    id: 'uuid_v7()',
    domain_name: `${column.text('', '-', `'other-'`)} || n || '.com'`,
    company_name: `${column.text('', ' company ', `'Other company '`)} || n`,
    vendor_ref: column.text('SUP-', ''),
    is_monitored: column.number('true', 'true', 'false', 'false'),
    lifecycle_status: column.number(1, 3, 2, 2),
    risk_level: column.number(4, 3, 1),
    business_impact: column.number(5, 4, 2),
    data_types_shared: members(1, 2, 3),
    access_types: members(1, 2, 3),
    data_region: column.number(1, 2, 4),
    contract_value: column.number(9_000_000, '1000000 + n', 'n'),
    contract_end_date: column.number(`'2026-01-01'::timestamptz`, `'2026-02-01'::timestamptz`, `'2026-03-01'::timestamptz`),
    score: column.number(1, '5 + n % 5', '50 + n % 50', '11 + n % 39'),
    created_at: `'${timeOf(0, 1)}'::timestamptz + n * (('${timeOf(1, 1)}'::timestamptz - '${timeOf(0, 1)}'::timestamptz) / $2::bigint)`,
    updated_at: `'${timeOf(0, 1)}'::timestamptz + n * (('${timeOf(1, 1)}'::timestamptz - '${timeOf(0, 1)}'::timestamptz) / $2::bigint)`,
  };
  return `INSERT INTO vendor (organization_id, ${Object.keys(values).join(', ')})
          SELECT $1, ${Object.values(values).join(', ')} FROM generate_series(1, $2::int) n`;
}

const INSERT_GROUPS = `
  WITH g AS (
    INSERT INTO vendor_group (organization_id, id, name, created_at, updated_at)
    SELECT $1, uuid_v7(), unnest(ARRAY['few', 'percent', 'half', 'nothing']), now(), now() RETURNING id, name
  )
  INSERT INTO vendor_group_member (organization_id, group_id, vendor_id)
  SELECT $1, g.id, v.id FROM g JOIN vendor v ON v.organization_id = $1 AND v.domain_name LIKE g.name || '-%'`;

/** Fills an empty organization, as the owner of the tables. */
export async function loadVendorOrganization(admin: Client, organizationId: string, vendors: number): Promise<void> {
  await admin.query(insertVendors(), [organizationId, vendors]);
  await admin.query(INSERT_GROUPS, [organizationId]);
  await admin.query('VACUUM ANALYZE vendor, vendor_group_member');
}

/** The values that loadVendorOrganization writes, by field, and ids that only the organization knows. */
export function vendorValues(vendors: number, ids: Readonly<Record<'ID' | 'VENDOR_GROUP', Values>>): Record<string, Values> {
  const members = (name: string, ...[nothing, few, percent, half]: [string, string, string, string]) =>
    each(`${name}_${nothing}`, `${name}_${few}`, `${name}_${percent}`, `${name}_${half}`);
  const numbers = (...[nothing, few, percent, half]: [number, number][]) =>
    each<readonly [number, number]>(
      nothing as [number, number],
      few as [number, number],
      percent as [number, number],
      half as [number, number],
    );
  const range = (from: number, to: number) => [timeOf(from, vendors), timeOf(to, vendors)] as const;
  const day = (date: string) => [`${date}T00:00:00Z`, `${date}T12:00:00Z`] as const;
  const times = each(range(-2, -1), range(0, 11), range(0, vendors / 100), range(0, vendors / 2));
  return {
    ...ids,
    DOMAIN_NAME: words('', '-', '1.com'),
    COMPANY_NAME: words('', ' company ', '1'),
    VENDOR_ID: words('SUP-', ''),
    IS_MONITORED: each(true, true, true, false),
    LIFECYCLE_STATUS: members('VENDOR_LIFECYCLE_STATUS', 'OFFBOARDED', 'ONBOARDING', 'UNDER_REVIEW', 'ACTIVE'),
    RISK_LEVEL: members('RISK_LEVEL', 'MEDIUM', 'CRITICAL', 'HIGH', 'LOW'),
    BUSINESS_IMPACT: members('BUSINESS_IMPACT', 'NONE', 'CRITICAL', 'HIGH', 'LOW'),
    DATA_TYPE_SHARED: members('DATA_TYPE_SHARED', 'OTHER', 'NONE', 'PUBLIC', 'PII'),
    ACCESS_TYPE: members('ACCESS_TYPE', 'INFRASTRUCTURE_HOSTING_ACCESS', 'NO_ACCESS', 'PHYSICAL_ACCESS_ONLY', 'NETWORK_LEVEL_ACCESS'),
    DATA_REGION: members('DATA_REGION', 'OTHER', 'US', 'CANADA', 'EU_EEA'),
    CONTRACT_VALUE: numbers([99_000_000, 99_000_001], [9_000_000, 9_000_000], [1_000_000, 2_000_000], [0, vendors]),
    CONTRACT_END_DATE: each(day('2025-12-01'), day('2026-01-01'), day('2026-02-01'), day('2026-03-01')),
    SCORE: numbers([0, 0], [1, 1], [5, 9], [50, 99]),
    CREATED_AT: times,
    UPDATED_AT: times,
  };
}
