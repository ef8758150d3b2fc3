import type { Statements } from '#platform/database/database';
import { arrayLiteral } from '#platform/database/array-literal';
import { companyNameOf } from '../company-catalogue';
import { LIFECYCLE } from '../vendor.enums';
import type { FileColumns, ValidRow } from './csv';
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

/** What a file is compared with. A bigint as text: JSON numbers are not exact. */
const STANDING = [
  'id',
  'domain_name',
  'lifecycle_status',
  ...COLUMNS.map(([, column, type]) => (type === 'bigint' ? `${column}::text` : column)),
];

/** One text for a whole portion: it goes on to the thread that plans, and is parsed there. */
const find = (lock: string) => `
  SELECT coalesce(json_agg(json_build_array(${STANDING.join(', ')})), '[]')::text AS vendors
    FROM (SELECT * FROM vendor WHERE organization_id = $1 AND domain_name = ANY($2::text[])${lock}) v`;
/**
 * Generic plans: the statistics know nothing of a new organization, so that it seems to have one vendor, and a plan made for one would
 * read the whole directory for each portion.
 */
export const TUNE = `SET LOCAL plan_cache_mode = force_generic_plan`;

const FIND = find('');
const FIND_AND_LOCK = find(' ORDER BY id FOR NO KEY UPDATE');

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

/** The parameters of the statements that write a portion, after organization and time; undefined when there is nothing to write. */
export interface UpsertWrites {
  changed: string[] | undefined;
  created: string[] | undefined;
}

/** The vendors of some domains, an array literal, as JSON for readStanding; locked, so that the plan is still valid when it is written. */
export async function findStanding(tx: Statements, organizationId: string, domains: string, lock: boolean): Promise<string> {
  const [row] = (await tx.query(lock ? FIND_AND_LOCK : FIND, [organizationId, domains])) as [{ vendors: string }];
  return row.vendors;
}

export function readStanding(json: string): Map<string, StandingVendor> {
  const vendors = new Map<string, StandingVendor>();
  for (const [id, domainName, lifecycleStatus, ...values] of JSON.parse(json) as [string, string, number, ...unknown[]][]) {
    const vendor: Record<string, unknown> = { id, domainName, lifecycleStatus };
    COLUMNS.forEach(([field, , type], index) => {
      const value = values[index];
      vendor[field] = type === 'timestamptz' && typeof value === 'string' ? new Date(value) : value;
    });
    vendors.set(domainName, vendor as unknown as StandingVendor);
  }
  return vendors;
}

export function writesOf({ created, changed }: UpsertPlan, newIds: readonly string[]): UpsertWrites {
  return {
    changed:
      changed.length === 0
        ? undefined
        : [arrayLiteral(changed.map(({ standing }) => standing.id)), ...valuesOf(changed.map(({ columns }) => columns))],
    created: created.length === 0 ? undefined : createdValues(created, newIds),
  };
}

/** Sends inserts and updates concurrently; errors arrive in sending order, so the first one is reported. */
export async function writeUpsert(tx: Statements, organizationId: string, now: Date, { changed, created }: UpsertWrites): Promise<void> {
  const sent: Promise<unknown>[] = [];
  if (changed) sent.push(tx.query(UPDATE, [organizationId, now, ...changed]));
  if (created) sent.push(tx.query(INSERT, [organizationId, now, ...created]));
  await Promise.all(sent);
}

function createdValues(created: readonly ValidRow[], newIds: readonly string[]): string[] {
  const [, ...others] = valuesOf(created.map(({ columns }) => columns));
  const companyNames = created.map(({ domainName, columns }) => columns.companyName ?? companyNameOf(domainName));
  return [arrayLiteral(newIds), arrayLiteral(companyNames), ...others, arrayLiteral(created.map(({ domainName }) => domainName))];
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
