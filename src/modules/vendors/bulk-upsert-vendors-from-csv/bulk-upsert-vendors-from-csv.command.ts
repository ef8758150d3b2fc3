import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordAudit } from '#platform/audit/record-audit';
import { lockDirectory, lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database, type Statements } from '#platform/database/database';
import { rowIds } from '#platform/database/row-ids';
import { InvalidArgument } from '#platform/errors/api-error';
import { nextTurn } from '#platform/http/next-turn';
import { followVendors, type VendorChanges } from '../vendor-observations';
import { vendorTarget } from '../vendor-target';
import type { BulkVendorCsvRowOutcome } from '../vendor.enums';
import type {
  BulkUpsertVendorsFromCsvRequest,
  BulkUpsertVendorsFromCsvResponse,
  BulkVendorCsvRowResult,
} from './bulk-upsert-vendors-from-csv.dto';
import { readVendorCsv, type CsvRow } from './csv';
import { planUpsert, type StandingVendor, type UpsertPlan } from './plan-upsert';
import { findStanding, writeUpsert } from './upsert.sql';
import { freeSlots } from '../free-slots';

export class BulkUpsertVendorsFromCsv extends Command<BulkUpsertVendorsFromCsvResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: BulkUpsertVendorsFromCsvRequest,
  ) {
    super();
  }
}

/** Rows per portion that is planned and written. */
const PORTION = 1_000;
const LIMITS = { statementMs: 60_000, lockMs: 15_000 };

@CommandHandler(BulkUpsertVendorsFromCsv)
export class BulkUpsertVendorsFromCsvHandler implements ICommandHandler<BulkUpsertVendorsFromCsv> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: BulkUpsertVendorsFromCsv): Promise<BulkUpsertVendorsFromCsvResponse> {
    const { organizationId } = caller;
    const dryRun = request.dryRun ?? false;
    const rows = await readRows(request.csv);
    const domains = rows.flatMap((row) => (row.outcome === 'valid' ? [row.domainName] : []));
    const rowResults = await this.database.transaction(
      organizationId,
      async (tx) => {
        if (!dryRun) {
          await lockDirectory(tx, organizationId);
          await lockObservations(tx, organizationId);
        }
        const standing = await findStanding(tx, organizationId, domains, !dryRun);
        const results = await upsert(tx, organizationId, rows, standing, dryRun);
        if (!dryRun) await recordAudit(tx, caller, { targets: results.filter(isAccepted).map(vendorTarget) });
        return results;
      },
      LIMITS,
    );
    return { rowResults, summary: summaryOf(rowResults) };
  }
}

/** In portions: PostgreSQL writes one while the next is planned, and other calls run in between. */
async function upsert(
  tx: Statements,
  organizationId: string,
  rows: readonly CsvRow[],
  standing: ReadonlyMap<string, StandingVendor>,
  dryRun: boolean,
): Promise<BulkVendorCsvRowResult[]> {
  const now = new Date();
  const whole: Pick<UpsertPlan, 'results' | 'changed'> = { results: [], changed: [] };
  const ids = new Map([...standing.values()].map(({ domainName, id }) => [domainName, id]));
  const writes: Promise<void>[] = [];
  let free = await freeSlots(tx, organizationId);
  for (let from = 0; from < rows.length; from += PORTION) {
    const plan = planUpsert(rows.slice(from, from + PORTION), standing, free);
    free = plan.freeSlots;
    whole.results.push(...plan.results);
    whole.changed.push(...plan.changed);
    if (!dryRun) {
      const created = rowIds(plan.created.length);
      plan.created.forEach(({ domainName }, index) => ids.set(domainName, created[index] as string));
      const write = writeUpsert(tx, organizationId, now, plan, created);
      write.catch(() => undefined); // handled below, when all are planned
      writes.push(write);
    }
    await nextTurn();
  }
  await Promise.all(writes);
  if (!dryRun) await followVendors(tx, organizationId, changesOf(whole.changed));
  for (const result of whole.results) {
    const id = ids.get(result.domainName ?? '');
    if (id !== undefined && result.outcome !== 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED') result.id = id;
  }
  return whole.results;
}

function isAccepted(row: BulkVendorCsvRowResult): row is BulkVendorCsvRowResult & { id: string; domainName: string } {
  return row.outcome === 'BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED' && row.id !== undefined && row.domainName !== undefined;
}

async function readRows(csv: string): Promise<CsvRow[]> {
  const read = await readVendorCsv(csv);
  if ('rows' in read) return read.rows;
  const violations = read.problems.map((description) => ({ field: 'csv', description }));
  throw new InvalidArgument(`csv: ${read.problems.join(' ')}`, 'INVALID_CSV', violations);
}

/** New vendors have no observations yet. */
function changesOf(changed: UpsertPlan['changed']): VendorChanges {
  const turned = changed.filter(
    ({ standing, columns }) => columns.isMonitored !== undefined && columns.isMonitored !== standing.isMonitored,
  );
  return {
    started: turned.filter(({ columns }) => columns.isMonitored).map(({ standing }) => standing.domainName),
    stopped: turned.filter(({ columns }) => !columns.isMonitored).map(({ standing }) => standing.domainName),
    renamed: changed.flatMap(({ standing: { domainName, companyName: before }, columns: { companyName } }) =>
      companyName !== undefined && companyName !== before ? [{ domainName, companyName }] : [],
    ),
  };
}

function summaryOf(results: readonly BulkVendorCsvRowResult[]) {
  const count = (outcome: BulkVendorCsvRowOutcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    total: results.length,
    accepted: count('BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED'),
    rejected: count('BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED'),
    skipped: count('BULK_VENDOR_CSV_ROW_OUTCOME_SKIPPED'),
  };
}
