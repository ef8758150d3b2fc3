import { setTimeout as rest } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AuditChange } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { recordEvent } from '#platform/events/record-event';
import { lockDirectory, lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database, type Statements } from '#platform/database/database';
import { rowIds } from '#platform/database/row-ids';
import { Admission } from '#platform/http/admission';
import type { JsonText } from '#platform/http/json-text';
import { nextTurn } from '#platform/http/next-turn';
import { Pace } from '#platform/http/pace';
import { ThreadPool } from '#platform/threads/thread-pool';
import { freeSlots } from '../free-slots';
import { monitoringSwitches } from '../monitoring-switches';
import { followVendors } from '../vendor-observations';
import type { BulkUpsertVendorsFromCsvRequest, BulkUpsertVendorsFromCsvResponse } from './bulk-upsert-vendors-from-csv.dto';
import type { CsvRow } from './csv';
import { planUpsert, type UpsertPlan } from './plan-upsert';
import { RowResults } from './row-results';
import { findStanding, writeUpsert } from './upsert.sql';
import { VendorFile } from './vendor-file';

export class BulkUpsertVendorsFromCsv extends Command<JsonText<BulkUpsertVendorsFromCsvResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: BulkUpsertVendorsFromCsvRequest,
  ) {
    super();
  }
}

const LIMITS = { statementMs: 60_000, lockMs: 15_000 };

@CommandHandler(BulkUpsertVendorsFromCsv)
export class BulkUpsertVendorsFromCsvHandler implements ICommandHandler<BulkUpsertVendorsFromCsv> {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadPool,
    private readonly admission: Admission,
  ) {}

  async execute({ caller, request }: BulkUpsertVendorsFromCsv): Promise<JsonText<BulkUpsertVendorsFromCsvResponse>> {
    const { organizationId } = caller;
    // Concurrent imports would only wait for each other's locks, each with a connection.
    return this.database.longWork.during(organizationId, async () => {
      const file = await VendorFile.open(this.threads, request.csv.bytes);
      try {
        return await this.upsert(caller, file, request.dryRun ?? false);
      } finally {
        file.close();
      }
    });
  }

  private async upsert(caller: Caller, file: VendorFile, dryRun: boolean): Promise<JsonText<BulkUpsertVendorsFromCsvResponse>> {
    const { organizationId } = caller;
    const results = await this.database.transaction(
      organizationId,
      async (tx) => {
        if (!dryRun) {
          await lockDirectory(tx, organizationId);
          await lockObservations(tx, organizationId);
        }
        const upsert = new Upsert(tx, organizationId, dryRun, await freeSlots(tx, organizationId));
        await upsert.run(file, new Pace(() => this.admission.begun));
        const { targets, summary } = upsert.results;
        if (!dryRun) {
          await recordAudit(tx, caller, { targets, targetCount: summary.accepted, changes: upsert.switches });
          await recordEvent(tx, organizationId, 'import.completed', [{ importType: 'vendors', ...summary }]);
        }
        return upsert.results;
      },
      LIMITS,
    );
    return results.answer();
  }
}

/** Applies a file in portions. While other calls arrive, it pauses after each portion. */
class Upsert {
  readonly results = new RowResults();
  private readonly now = new Date();
  private readonly ids = new Map<string, string>();
  private readonly changes = {
    started: [] as string[],
    stopped: [] as string[],
    renamed: [] as { domainName: string; companyName: string }[],
  };
  private readonly monitoredFromTheStart: string[] = [];
  /** Writes in progress. */
  private writes: Promise<void>[] = [];

  constructor(
    private readonly tx: Statements,
    private readonly organizationId: string,
    private readonly dryRun: boolean,
    private freeSlots: number,
  ) {}

  /** The vendors that are monitored from now on, new ones included, and those that no longer are. */
  get switches(): AuditChange[] {
    const { started, stopped } = this.changes;
    return monitoringSwitches([...this.monitoredFromTheStart, ...started], stopped);
  }

  async run(file: VendorFile, pace: Pace): Promise<void> {
    for await (const portion of file.portions()) {
      const started = performance.now();
      await this.apply(portion);
      if (pace.isBusy()) {
        await this.written();
        await rest(pace.restAfterMs(performance.now() - started));
      } else {
        await nextTurn(); // PostgreSQL writes this portion while the next one is planned
      }
    }
    await this.written();
    if (!this.dryRun) await followVendors(this.tx, this.organizationId, this.changes);
  }

  private async apply(portion: readonly CsvRow[]): Promise<void> {
    const domains = portion.flatMap((row) => (row.outcome === 'valid' ? [row.domainName] : []));
    const standing = await findStanding(this.tx, this.organizationId, domains, !this.dryRun).catch(async (error: unknown) => {
      await this.written(); // report the first error
      throw error;
    });
    for (const { domainName, id } of standing.values()) this.ids.set(domainName, id);
    const plan = planUpsert(portion, standing, this.freeSlots);
    this.freeSlots = plan.freeSlots;
    if (!this.dryRun) this.write(plan);
    this.note(plan);
  }

  private write(plan: UpsertPlan): void {
    const created = rowIds(plan.created.length);
    plan.created.forEach(({ domainName }, index) => this.ids.set(domainName, created[index] as string));
    const write = writeUpsert(this.tx, this.organizationId, this.now, plan, created);
    write.catch(() => undefined); // reported by written()
    this.writes.push(write);
  }

  private async written(): Promise<void> {
    const { writes } = this;
    this.writes = [];
    await Promise.all(writes);
  }

  /** New vendors have no observations yet. A row that repeats a domain also names that vendor, whose first row came earlier. */
  private note({ results, created, changed }: UpsertPlan): void {
    const { started, stopped, renamed } = this.changes;
    for (const { domainName, columns } of created) if (columns.isMonitored) this.monitoredFromTheStart.push(domainName);
    for (const { standing, columns } of changed) {
      const { domainName } = standing;
      const { isMonitored, companyName } = columns;
      if (isMonitored !== undefined && isMonitored !== standing.isMonitored) (isMonitored ? started : stopped).push(domainName);
      if (companyName !== undefined && companyName !== standing.companyName) renamed.push({ domainName, companyName });
    }
    for (const result of results) {
      const id = this.ids.get(result.domainName ?? '');
      if (id !== undefined && result.outcome !== 'BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED') result.id = id;
    }
    this.results.add(results);
  }
}
