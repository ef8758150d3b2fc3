import type { Statements } from '#platform/database/database';
import { arrayLiteral } from '#platform/database/array-literal';
import { companyNameOf } from '../company-catalogue';
import { LIFECYCLE } from '../vendor.enums';
import type { FileColumns } from './csv';
import type { StandingVendor, UpsertPlan } from './plan-upsert';

const { ACTIVE } = LIFECYCLE;

/** Column, element type of its parameter array, and default in a new vendor. Lists are sent as text: unnest would flatten them. */
const COLUMNS: [field: keyof FileColumns, column: string, type: string, initial?: string][] = [
  ['companyName', 'company_name', 'text'],
  ['vendorRef', 'vendor_ref', 'text'],
  ['isMonitored', 'is_monitored', 'boolean', 'false'],
  ['riskLevel', 'risk_level', 'smallint'],
  ['businessImpact', 'business_impact', 'smallint'],
  ['dataTypesShared', 'data_types_shared', 'text', `'{}'`],
  ['accessTypes', 'access_types', 'text', `'{}'`],
  ['contractValue', 'contract_value', 'bigint'],
  ['contractEndDate', 'contract_end_date', 'timestamptz'],
  ['dataRegion', 'data_region', 'smallint'],
];
const LISTS = new Set<keyof FileColumns>(['dataTypesShared', 'accessTypes']);

const names = COLUMNS.map(([, column]) => column).join(', ');
const arrays = COLUMNS.map(([, , type], index) => `$${index + 4}::${type}[]`).join(', ');
const given = (field: keyof FileColumns, column: string) => (LISTS.has(field) ? `n.${column}::smallint[]` : `n.${column}`);

const FIND = `
  SELECT id, domain_name AS "domainName", lifecycle_status AS "lifecycleStatus", ${COLUMNS.map(([field, column]) => `${column} AS "${field}"`).join(', ')}
    FROM vendor WHERE organization_id = $1 AND domain_name = ANY($2::text[])`;

const INSERT = `
  INSERT INTO vendor (organization_id, id, domain_name, lifecycle_status, created_at, updated_at, monitored_since, ${names})
  SELECT $1, n.id, n.domain, ${ACTIVE}, $2, $2, CASE WHEN n.is_monitored THEN $2::timestamptz END,
         ${COLUMNS.map(([field, column, , initial]) => (initial ? `coalesce(${given(field, column)}, ${initial})` : given(field, column))).join(', ')}
    FROM unnest($3::uuid[], ${arrays}, $${COLUMNS.length + 4}::text[]) AS n(id, ${names}, domain)`;

const UPDATE = `
  UPDATE vendor v
     SET ${COLUMNS.map(([field, column]) => `${column} = coalesce(${given(field, column)}, v.${column})`).join(', ')}, updated_at = $2,
         monitored_since = CASE WHEN NOT coalesce(n.is_monitored, v.is_monitored) THEN NULL WHEN v.is_monitored THEN v.monitored_since ELSE $2 END,
         score = CASE WHEN coalesce(n.is_monitored, v.is_monitored) THEN v.score END,
         score_grade = CASE WHEN coalesce(n.is_monitored, v.is_monitored) THEN v.score_grade END,
         open_observation_count = CASE WHEN coalesce(n.is_monitored, v.is_monitored) THEN v.open_observation_count ELSE 0 END
    FROM unnest($3::uuid[], ${arrays}) AS n(id, ${names})
   WHERE v.organization_id = $1 AND v.id = n.id`;

/** The vendors of these domains; locked, so that the plan is still valid when it is written. */
export async function findStanding(
  tx: Statements,
  organizationId: string,
  domains: string[],
  lock: boolean,
): Promise<Map<string, StandingVendor>> {
  const sql = lock ? `${FIND} ORDER BY id FOR NO KEY UPDATE` : FIND;
  const vendors = (await tx.query(sql, [organizationId, domains])) as StandingVendor[];
  return new Map(vendors.map((vendor) => [vendor.domainName, vendor]));
}

/** Sends inserts and updates concurrently; errors arrive in sending order, so the first one is reported. */
export async function writeUpsert(
  tx: Statements,
  organizationId: string,
  now: Date,
  { created, changed }: UpsertPlan,
  newIds: string[],
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  if (changed.length > 0) {
    const ids = changed.map(({ standing }) => standing.id);
    sent.push(tx.query(UPDATE, [organizationId, now, ids, ...valuesOf(changed.map(({ columns }) => columns))]));
  }
  if (created.length > 0) {
    const [, ...others] = valuesOf(created.map(({ columns }) => columns));
    const companyNames = created.map(({ domainName, columns }) => columns.companyName ?? companyNameOf(domainName));
    const domains = created.map(({ domainName }) => domainName);
    sent.push(tx.query(INSERT, [organizationId, now, newIds, arrayLiteral(companyNames), ...others, arrayLiteral(domains)]));
  }
  await Promise.all(sent);
}

/** The values of each column, as an array. */
function valuesOf(rows: readonly FileColumns[]): string[] {
  return COLUMNS.map(([field]) =>
    arrayLiteral(
      rows.map((row) =>
        LISTS.has(field) ? listText(row[field] as number[] | undefined) : (row[field] as Exclude<FileColumns[typeof field], number[]>),
      ),
    ),
  );
}

function listText(numbers: number[] | undefined): string | undefined {
  return numbers && arrayLiteral(numbers);
}
