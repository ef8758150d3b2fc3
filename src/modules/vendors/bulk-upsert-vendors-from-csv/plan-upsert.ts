import { LIFECYCLE } from '../vendor.enums';
import type { BulkVendorCsvRowResult } from './bulk-upsert-vendors-from-csv.dto';
import type { CsvRow, FileColumns, ValidRow } from './csv';

/** The fields of a vendor that a file can change. */
export interface StandingVendor extends FileColumns {
  id: string;
  domainName: string;
  isMonitored: boolean;
  lifecycleStatus: number;
}

export interface UpsertPlan {
  results: BulkVendorCsvRowResult[];
  created: ValidRow[];
  changed: { standing: StandingVendor; columns: FileColumns }[];
  /** Remaining monitoring slots. */
  freeSlots: number;
}

const { OFFBOARDED } = LIFECYCLE;

/** Plans the effect of the rows on the directory, in row order. A dry run ends here. */
export function planUpsert(rows: readonly CsvRow[], directory: ReadonlyMap<string, StandingVendor>, freeSlots: number): UpsertPlan {
  const plan: UpsertPlan = { results: [], created: [], changed: [], freeSlots };
  for (const row of rows) plan.results.push(row.outcome === 'valid' ? planRow(row, directory.get(row.domainName), plan) : refused(row));
  return plan;
}

function planRow(row: ValidRow, standing: StandingVendor | undefined, plan: UpsertPlan): BulkVendorCsvRowResult {
  const { domainName, columns } = row;
  const rowIndex = String(row.rowIndex);
  const slots = Number(columns.isMonitored ?? standing?.isMonitored ?? false) - Number(standing?.isMonitored ?? false);
  const refusal = refusalOf(domainName, columns, standing, slots > 0 && plan.freeSlots < 1);
  if (refusal) return { rowIndex, ...refusal, domainName };

  plan.freeSlots -= slots;
  if (standing) plan.changed.push({ standing, columns });
  else plan.created.push(row);
  return { rowIndex, outcome: 'BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED', domainName };
}

type Verdict = Omit<BulkVendorCsvRowResult, 'rowIndex'>;

function refused(row: Exclude<CsvRow, { outcome: 'valid' }>): BulkVendorCsvRowResult {
  const outcome = row.outcome === 'rejected' ? 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED' : 'BULK_VENDOR_CSV_ROW_OUTCOME_SKIPPED';
  const { code, message, domainName } = row;
  return { rowIndex: String(row.rowIndex), outcome, code, message, ...(domainName !== undefined && { domainName }) };
}

function refusalOf(domain: string, columns: FileColumns, standing: StandingVendor | undefined, noSlot: boolean): Verdict | undefined {
  if (standing?.lifecycleStatus === OFFBOARDED) {
    return skipped('VENDOR_OFFBOARDED', `${domain} is offboarded; onboard it again with UpdateVendor first.`);
  }
  if (standing && changesNothing(columns, standing)) return skipped('UNCHANGED', `${domain} already has these values.`);
  if (!noSlot) return undefined;
  const message = `Every monitoring slot is taken: ${domain} cannot be monitored.`;
  return { outcome: 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED', code: 'MONITORING_SLOTS_EXHAUSTED', message };
}

function skipped(code: string, message: string): Verdict {
  return { outcome: 'BULK_VENDOR_CSV_ROW_OUTCOME_SKIPPED', code, message };
}

function changesNothing(columns: FileColumns, standing: StandingVendor): boolean {
  return (Object.keys(columns) as (keyof FileColumns)[]).every((name) => same(columns[name], standing[name]));
}

/** Lists are compared as sets: another order is not a change. */
function same(wanted: unknown, kept: unknown): boolean {
  if (wanted instanceof Date) return kept instanceof Date && wanted.getTime() === kept.getTime();
  if (Array.isArray(wanted)) return Array.isArray(kept) && wanted.length === kept.length && wanted.every((member) => kept.includes(member));
  return wanted === kept;
}
