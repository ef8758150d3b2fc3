import { setTimeout as rest } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordAudit } from '#platform/audit/record-audit';
import { recordEvent } from '#platform/events/record-event';
import { lockDirectory, lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database, type Statements } from '#platform/database/database';
import { Admission } from '#platform/http/admission';
import { JsonText } from '#platform/http/json-text';
import { LongWorkThrottle } from '#platform/http/long-work-throttle';
import { ThreadPool } from '#platform/threads/thread-pool';
import { freeSlots } from '../free-slots';
import { monitoringSwitches } from '../monitoring-switches';
import { followVendors } from '../vendor-observations';
import type { BulkUpsertVendorsFromCsvRequest, BulkUpsertVendorsFromCsvResponse } from './bulk-upsert-vendors-from-csv.dto';
import type { FileOutcome, PlannedPortion } from './file-planner';
import { LARGE_PORTION, PORTION } from './plan-vendor-file.task';
import { findStanding, TUNE, writeUpsert } from './upsert.sql';
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
const COMMA = Buffer.from(',');

@CommandHandler(BulkUpsertVendorsFromCsv)
export class BulkUpsertVendorsFromCsvHandler implements ICommandHandler<BulkUpsertVendorsFromCsv> {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadPool,
    private readonly admission: Admission,
  ) {}

  async execute({ caller, request }: BulkUpsertVendorsFromCsv): Promise<JsonText<BulkUpsertVendorsFromCsvResponse>> {
    const { organizationId } = caller;
    const dryRun = request.dryRun ?? false;
    // Concurrent imports would only wait for each other's locks, each with a connection.
    return this.database.longWork.during(organizationId, async () => {
      const file = await VendorFile.open(this.threads, { bytes: request.csv.bytes, dryRun });
      try {
        return await this.upsert(caller, file, dryRun);
      } finally {
        file.close();
      }
    });
  }

  private async upsert(caller: Caller, file: VendorFile, dryRun: boolean): Promise<JsonText<BulkUpsertVendorsFromCsvResponse>> {
    const { organizationId } = caller;
    return this.database.transaction(
      organizationId,
      async (tx) => {
        if (!dryRun) {
          await lockDirectory(tx, organizationId);
          await lockObservations(tx, organizationId);
        }
        await tx.query(TUNE);
        const upsert = new Upsert(tx, organizationId, dryRun, await freeSlots(tx, organizationId));
        await upsert.run(file, new LongWorkThrottle(() => this.admission.begun));
        const { summary, targets, changes, monitoredFromTheStart } = await file.outcome();
        if (!dryRun) {
          await followVendors(tx, organizationId, changes);
          const switches = monitoringSwitches([...monitoredFromTheStart, ...changes.started], changes.stopped);
          await recordAudit(tx, caller, { targets, targetCount: summary.accepted, changes: switches });
          await recordEvent(tx, organizationId, 'import.completed', [{ importType: 'vendors', ...summary }]);
        }
        return upsert.answer(summary);
      },
      LIMITS,
    );
  }
}

/** Applies a file in portions. While other calls arrive, portions are small, and it pauses after each. */
class Upsert {
  private readonly now = new Date();
  private readonly results: Uint8Array[] = [];
  /** Writes in progress. */
  private writes: Promise<void>[] = [];

  constructor(
    private readonly tx: Statements,
    private readonly organizationId: string,
    private readonly dryRun: boolean,
    private freeSlots: number,
  ) {}

  /** The vendors of a portion are looked up before the portion before it is written: it is planned while PostgreSQL writes. */
  async run(file: VendorFile, throttle: LongWorkThrottle): Promise<void> {
    for await (const { planned, domains } of file.portions()) {
      const started = performance.now();
      const standing = domains === undefined ? undefined : this.find(domains);
      if (planned) this.apply(planned);
      if (!standing) break;
      const nextRows = throttle.isBusy() ? PORTION : LARGE_PORTION;
      file.answer({ standing: await standing, freeSlots: this.freeSlots, nextRows });
      if (!throttle.isBusy()) continue;
      await this.written();
      await rest(throttle.restAfterMs(performance.now() - started));
    }
    await this.written();
  }

  /** The results of all rows, and the summary. */
  answer(summary: FileOutcome['summary']): JsonText<BulkUpsertVendorsFromCsvResponse> {
    const pieces = this.results.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
    return new JsonText(Buffer.concat([Buffer.from('{"rowResults":['), ...pieces, Buffer.from(`],"summary":${JSON.stringify(summary)}}`)]));
  }

  private find(domains: string): Promise<string> {
    return findStanding(this.tx, this.organizationId, domains, !this.dryRun).catch(async (error: unknown) => {
      await this.written(); // report the first error
      throw error;
    });
  }

  private apply({ writes, results, freeSlots }: PlannedPortion): void {
    this.freeSlots = freeSlots;
    this.results.push(results);
    if (this.dryRun) return;
    const write = writeUpsert(this.tx, this.organizationId, this.now, writes);
    write.catch(() => undefined); // reported by written()
    this.writes.push(write);
  }

  private async written(): Promise<void> {
    const { writes } = this;
    this.writes = [];
    await Promise.all(writes);
  }
}
