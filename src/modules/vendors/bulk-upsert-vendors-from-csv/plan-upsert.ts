import { toStored, type StoredFields } from '../vendor-fields';
import { VENDOR_LIFECYCLE_STATUS } from '../vendor.enums';
import type { BulkVendorCsvRowResult } from './bulk-upsert-vendors-from-csv.dto';
import type { CsvRow, CsvVendor } from './csv';

/** The columns a file can write, as they are stored; what it leaves open is undefined. */
export type FileColumns = Omit<StoredFields, 'contacts'> & { companyName?: string; isMonitored?: boolean };

/** A vendor of the directory, as far as a file can touch it. */
export interface StandingVendor extends FileColumns {
  id: string;
  domainName: string;
  isMonitored: boolean;
  lifecycleStatus: number;
}

export interface UpsertPlan {
  results: BulkVendorCsvRowResult[];
  created: { domainName: string; columns: FileColumns }[];
  changed: { standing: StandingVendor; columns: FileColumns }[];
}

const OFFBOARDED = VENDOR_LIFECYCLE_STATUS.toNumber('VENDOR_LIFECYCLE_STATUS_OFFBOARDED');

/** What a file does to a directory: its rows act in order, as if one after the other. A dry run stops here. */
export function planUpsert(rows: readonly CsvRow[], directory: ReadonlyMap<string, StandingVendor>, freeSlots: number): UpsertPlan {
  const plan: UpsertPlan = { results: [], created: [], changed: [] };
  let free = freeSlots;
  for (const row of rows) {
    if (row.outcome !== 'valid') plan.results.push(refused(row));
    else {
      const { domainName } = row.fields;
      const standing = directory.get(domainName);
      const columns = toColumns(row.fields);
      const slots = Number(columns.isMonitored ?? standing?.isMonitored ?? false) - Number(standing?.isMonitored ?? false);
      const refusal = refusalOf(domainName, columns, standing, slots > 0 && free < 1);
      plan.results.push({ rowIndex: String(row.rowIndex), ...(refusal ?? ACCEPTED) });
      if (refusal) continue;
      free -= slots;
      if (standing) plan.changed.push({ standing, columns });
      else plan.created.push({ domainName, columns });
    }
  }
  return plan;
}

type Verdict = Omit<BulkVendorCsvRowResult, 'rowIndex'>;

const ACCEPTED: Verdict = { outcome: 'BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED' };

function refused(row: Exclude<CsvRow, { outcome: 'valid' }>): BulkVendorCsvRowResult {
  const outcome = row.outcome === 'rejected' ? 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED' : 'BULK_VENDOR_CSV_ROW_OUTCOME_SKIPPED';
  return { rowIndex: String(row.rowIndex), outcome, code: row.code, message: row.message };
}

function refusalOf(domain: string, columns: FileColumns, standing: StandingVendor | undefined, noSlot: boolean): Verdict | undefined {
  if (standing?.lifecycleStatus === OFFBOARDED) {
    return skipped('VENDOR_OFFBOARDED', `${domain} is offboarded; onboard it again with UpdateVendor first.`);
  }
  if (standing && changesNothing(columns, standing)) return skipped('UNCHANGED', `${domain} has these values already.`);
  if (!noSlot) return undefined;
  const message = `Every monitoring slot is taken: ${domain} cannot be monitored.`;
  return { outcome: 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED', code: 'MONITORING_SLOTS_EXHAUSTED', message };
}

function skipped(code: string, message: string): Verdict {
  return { outcome: 'BULK_VENDOR_CSV_ROW_OUTCOME_SKIPPED', code, message };
}

function toColumns(fields: CsvVendor): FileColumns {
  return { ...toStored(fields), companyName: fields.companyName, isMonitored: fields.isMonitored };
}

function changesNothing(columns: FileColumns, standing: StandingVendor): boolean {
  return (Object.keys(columns) as (keyof FileColumns)[]).every(
    (name) => columns[name] === undefined || same(columns[name], standing[name]),
  );
}

/** Lists are sets here: another order is no change. */
function same(wanted: unknown, kept: unknown): boolean {
  if (wanted instanceof Date) return kept instanceof Date && wanted.getTime() === kept.getTime();
  if (Array.isArray(wanted)) return Array.isArray(kept) && wanted.length === kept.length && wanted.every((member) => kept.includes(member));
  return wanted === kept;
}
