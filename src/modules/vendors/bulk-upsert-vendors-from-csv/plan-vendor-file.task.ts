import { arrayLiteral } from '#platform/database/array-literal';
import type { TaskChannel, ThreadTask } from '#platform/threads/thread-task';
import { readVendorCsv, type CsvRow } from './csv';
import { FilePlanner, type FileOutcome, type PlannedPortion } from './file-planner';

/** Rows per portion while other calls arrive: PostgreSQL takes ten to twenty milliseconds to write them. */
export const PORTION = 250;
/** Rows per portion otherwise: planning statements and running triggers costs as much for few rows as for many. */
export const LARGE_PORTION = 1_000;

export interface PlanInput {
  bytes: Uint8Array;
  dryRun: boolean;
}

/** What is known about a portion: the vendors of its domains, as JSON, and the free monitoring slots. */
export interface Standing {
  standing: string;
  freeSlots: number;
  /** Rows of the portion after it. */
  nextRows: number;
}

export type PlannerOrder = Standing | 'close';

export interface FilePortion {
  /** What becomes of the portion that was asked about before. */
  planned?: PlannedPortion;
  /** The domains of the next portion, as an array literal; absent after the last one. */
  domains?: string;
}

export type Planned = { problems: string[] } | FileOutcome;

/**
 * Parses a vendor file and plans what to write in a thread, so that the event loop stays free: it only passes texts on between the thread
 * and PostgreSQL. The output lists the problems of the whole file, or says what came of it.
 */
export const PLAN_VENDOR_FILE: ThreadTask<PlanInput, Planned, PlannerOrder, FilePortion> = {
  module: 'modules/vendors/bulk-upsert-vendors-from-csv/plan-vendor-file.task',
};

export async function run(input: PlanInput, channel: TaskChannel<PlannerOrder, FilePortion>): Promise<Planned> {
  const { bytes, dryRun } = input;
  const read = await readVendorCsv(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  if ('problems' in read) return read;
  const planner = new FilePlanner(dryRun);
  if (read.rows.length > 0) await planAll(read.rows, planner, channel);
  return planner.outcome;
}

/** Sends the domains of the first portion, and then for each answer the plan of its portion with the domains of the next one. */
function planAll(rows: readonly CsvRow[], planner: FilePlanner, channel: TaskChannel<PlannerOrder, FilePortion>): Promise<void> {
  return new Promise((over) => {
    let portion = rows.slice(0, PORTION);
    let read = PORTION;
    channel.send({ domains: domainsOf(portion) });
    channel.onMessage((order) => {
      if (order === 'close') {
        over();
        return;
      }
      const planned = planner.plan(portion, order);
      portion = rows.slice(read, read + order.nextRows);
      read += order.nextRows;
      channel.send({ planned, ...(portion.length > 0 && { domains: domainsOf(portion) }) }, [planned.results.buffer]);
      if (portion.length === 0) over();
    });
  });
}

function domainsOf(rows: readonly CsvRow[]): string {
  return arrayLiteral(rows.flatMap((row) => (row.outcome === 'valid' ? [row.domainName] : [])));
}
