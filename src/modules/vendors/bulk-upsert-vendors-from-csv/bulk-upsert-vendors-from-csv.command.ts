import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordAudit } from '#platform/audit/record-audit';
import { recordEvent } from '#platform/events/record-event';
import { lockDirectory, lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database, type Statements } from '#platform/database/database';
import { rowIds } from '#platform/database/row-ids';
import { InvalidArgument } from '#platform/errors/api-error';
import type { FileText } from '#platform/http/file-text';
import { nextTurn } from '#platform/http/next-turn';
import { ThreadPool } from '#platform/threads/thread-pool';
import { followVendors, type VendorChanges } from '../vendor-observations';
import { monitoringSwitches } from '../monitoring-switches';
import { vendorTarget } from '../vendor-target';
import type { BulkVendorCsvRowOutcome } from '../vendor.enums';
import type {
  BulkUpsertVendorsFromCsvRequest,
  BulkUpsertVendorsFromCsvResponse,
  BulkVendorCsvRowResult,
} from './bulk-upsert-vendors-from-csv.dto';
import type { CsvRow } from './csv';
import { planUpsert, type UpsertPlan } from './plan-upsert';
import { READ_VENDOR_CSV } from './read-vendor-csv.task';
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
const PORTION = 500;
const LIMITS = { statementMs: 60_000, lockMs: 15_000 };

@CommandHandler(BulkUpsertVendorsFromCsv)
export class BulkUpsertVendorsFromCsvHandler implements ICommandHandler<BulkUpsertVendorsFromCsv> {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadPool,
  ) {}

  async execute({ caller, request }: BulkUpsertVendorsFromCsv): Promise<BulkUpsertVendorsFromCsvResponse> {
    const { organizationId } = caller;
    // They would only wait for each other's locks, with a connection each.
    return this.database.longWork.during(organizationId, () => this.upsert(caller, request));
  }

  private async upsert(caller: Caller, request: BulkUpsertVendorsFromCsvRequest): Promise<BulkUpsertVendorsFromCsvResponse> {
    const { organizationId } = caller;
    const dryRun = request.dryRun ?? false;
    const rows = await this.readRows(request.csv);
    const rowResults = await this.database.transaction(
      organizationId,
      async (tx) => {
        if (!dryRun) {
          await lockDirectory(tx, organizationId);
          await lockObservations(tx, organizationId);
        }
        const { results, started, stopped } = await upsert(tx, organizationId, rows, dryRun);
        if (!dryRun) {
          const targets = results.filter(isAccepted).map(vendorTarget);
          await recordAudit(tx, caller, { targets, changes: monitoringSwitches(started, stopped) });
          await recordEvent(tx, organizationId, 'import.completed', [{ importType: 'vendors', ...summaryOf(results) }]);
        }
        return results;
      },
      LIMITS,
    );
    return { rowResults, summary: summaryOf(rowResults) };
  }

  private async readRows({ bytes }: FileText): Promise<CsvRow[]> {
    const rows: CsvRow[] = [];
    const task = this.threads.start(READ_VENDOR_CSV, bytes, (portion) => rows.push(...portion));
    const problems = await task.output;
    if (problems.length === 0) return rows;
    const violations = problems.map((description) => ({ field: 'csv', description }));
    throw new InvalidArgument(`csv: ${problems.join(' ')}`, 'INVALID_CSV', violations);
  }
}

interface Upserted {
  results: BulkVendorCsvRowResult[];
  /** Domains of vendors that are monitored from now on, new ones included. */
  started: string[];
  stopped: string[];
}

/** In portions: PostgreSQL writes one while the next is planned, and other calls run in between. */
async function upsert(tx: Statements, organizationId: string, rows: readonly CsvRow[], dryRun: boolean): Promise<Upserted> {
  const now = new Date();
  const whole: Omit<UpsertPlan, 'freeSlots'> = { results: [], created: [], changed: [] };
  const ids = new Map<string, string>();
  const writes: Promise<void>[] = [];
  let free = await freeSlots(tx, organizationId);
  for (let from = 0; from < rows.length; from += PORTION) {
    const portion = rows.slice(from, from + PORTION);
    const domains = portion.flatMap((row) => (row.outcome === 'valid' ? [row.domainName] : []));
    const standing = await findStanding(tx, organizationId, domains, !dryRun).catch(async (error: unknown) => {
      await Promise.all(writes); // the first fault is the one to report
      throw error;
    });
    for (const { domainName, id } of standing.values()) ids.set(domainName, id);
    const plan = planUpsert(portion, standing, free);
    free = plan.freeSlots;
    whole.results.push(...plan.results);
    whole.created.push(...plan.created);
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
  const changes = changesOf(whole.changed);
  if (!dryRun) await followVendors(tx, organizationId, changes);
  for (const result of whole.results) {
    const id = ids.get(result.domainName ?? '');
    if (id !== undefined && result.outcome !== 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED') result.id = id;
  }
  const monitoredFromTheStart = whole.created.filter(({ columns }) => columns.isMonitored).map(({ domainName }) => domainName);
  return { results: whole.results, started: [...monitoredFromTheStart, ...changes.started], stopped: [...changes.stopped] };
}

function isAccepted(row: BulkVendorCsvRowResult): row is BulkVendorCsvRowResult & { id: string; domainName: string } {
  return row.outcome === 'BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED' && row.id !== undefined && row.domainName !== undefined;
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
