import type { BulkConnection } from '#platform/database/database';
import { BatchMemory } from './batch-memory';
import { FindingPreparer } from './finding-preparer';
import { ImportRun, type ImportOptions, type ImportResult } from './import-run';
import { NOTE_PARTIES } from './merge.sql';
import type { ObservationDraft } from './observation-draft';
import { loadParties } from './parties';
import { PreparedBatch } from './prepared-batch';
import { Subjects } from './subjects';

/**
 * Writes findings that the service made itself, through the same pipeline as those of a file. They are few, so they are prepared on this
 * thread.
 */
export async function recordFindings(
  tx: BulkConnection,
  drafts: readonly ObservationDraft[],
  /** Domains of the vendors that were examined: they get a score even when nothing was found. */
  examined: readonly string[],
  options: ImportOptions & { now: Date },
): Promise<ImportResult> {
  const run = await ImportRun.begin(tx, options, options.now);
  const { ownDomains, vendors } = await loadParties(tx, options.organizationId, options.vrm, undefined);
  const subjects = new Subjects(ownDomains, undefined, options.vrm);
  subjects.addVendors(vendors);
  const preparer = new FindingPreparer(subjects, options.now.toISOString(), new BatchMemory().buffer);
  for (const [index, draft] of drafts.entries()) {
    preparer.add({ line: index + 1, draft });
    if (preparer.isFull) await run.write(new PreparedBatch(preparer.take(new BatchMemory().buffer)));
  }
  if (!preparer.isEmpty) await run.write(new PreparedBatch(preparer.take(new BatchMemory().buffer)));
  const parties = examined.flatMap((domain) => subjects.resolve([domain]).subject ?? []);
  await tx.query(NOTE_PARTIES, [options.organizationId, parties.map(({ view }) => view), parties.map(({ party }) => party)]);
  return run.finish(preparer.finish(), undefined);
}
