import { nextTurn } from '#platform/time/next-turn';
import { FormatError } from '#platform/import/format-error';
import { Arrivals } from '#platform/threads/arrivals';
import type { TaskChannel, ThreadTask } from '#platform/threads/thread-task';
import { BatchMemory } from './batch-memory';
import { FindingPreparer, type FileSummary } from './finding-preparer';
import { FORMATS } from './formats/formats';
import type { VendorParty } from './parties';
import type { BatchMessage } from './prepared-batch';
import { Subjects } from './subjects';
import { unreadable } from './unreadable';

/** Minimum rows for a batch while the database is idle. */
const WORTH_WRITING = 2_000;
/** Number of buffers: one batch is written while the next is prepared. */
const BATCHES = 2;

export interface PrepareInput {
  format: string;
  now: string;
  ownDomains: string[];
  /** Whether findings can be about vendors. */
  vrm: boolean;
  fallbackDomain: string | undefined;
}

export type ToPreparer =
  | { vendors: VendorParty[] }
  | { chunk: Uint8Array }
  | { end: true }
  /** Memory of a batch that has been written. */
  | { memory: ArrayBuffer }
  /** Nothing is being written. */
  | { isIdle: true }
  | { abort: true };

export type FromPreparer = { chunkWanted: true } | { batch: BatchMessage };

/** Parses a file and prepares its findings in a thread, so that the event loop stays free. */
export const PREPARE_FINDINGS: ThreadTask<PrepareInput, FileSummary, ToPreparer, FromPreparer> = {
  module: 'modules/ingestion/prepare-findings.task',
};

export async function run(input: PrepareInput, channel: TaskChannel<ToPreparer, FromPreparer>): Promise<FileSummary> {
  const subjects = new Subjects(input.ownDomains, input.fallbackDomain, input.vrm);
  const supplies = new Supplies(channel, subjects);
  const preparer = new FindingPreparer(subjects, input.now, new BatchMemory().buffer);
  const flush = async () => {
    const batch = preparer.take(await supplies.freeMemory());
    supplies.isIdle = false;
    channel.send({ batch }, [batch.memory]);
  };
  try {
    for await (const record of parse(input.format, supplies.chunks())) {
      preparer.add(record);
      if (preparer.isFull || (supplies.isIdle && preparer.size >= WORTH_WRITING)) await flush();
    }
  } catch (error) {
    throw error instanceof FormatError ? unreadable(error) : error;
  }
  if (!preparer.isEmpty) await flush();
  return preparer.finish();
}

function parse(name: string, bytes: AsyncIterable<Uint8Array>) {
  const format = FORMATS.get(name);
  if (!format) throw new Error(`There is no format ${name}.`);
  return format.parse(bytes);
}

/** What the service sends while the file is prepared: its chunks, free buffers, and whether it is writing. */
class Supplies {
  isIdle = false;
  private readonly pieces = new Arrivals<Uint8Array>();
  private readonly free = new Arrivals<ArrayBuffer>();
  private allocated = 1;

  constructor(
    private readonly channel: TaskChannel<ToPreparer, FromPreparer>,
    subjects: Subjects,
  ) {
    channel.onMessage((message) => {
      if ('vendors' in message) subjects.addVendors(message.vendors);
      else if ('chunk' in message) this.pieces.push(message.chunk);
      else if ('end' in message) this.pieces.end();
      else if ('memory' in message) this.free.push(message.memory);
      else if ('isIdle' in message) this.isIdle = true;
      else this.abort();
    });
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = await this.pieces.next();
      if (!piece) return;
      this.channel.send({ chunkWanted: true });
      yield piece;
      // Messages arrive, and other imports of this thread run, only between iterations of the event loop.
      await nextTurn();
    }
  }

  async freeMemory(): Promise<ArrayBuffer> {
    if (this.allocated < BATCHES) {
      this.allocated += 1;
      return new BatchMemory().buffer;
    }
    return (await this.free.next()) as ArrayBuffer; // it never ends, it only fails
  }

  private abort(): void {
    const aborted = new Error('The import was aborted.');
    this.pieces.fail(aborted);
    this.free.fail(aborted);
  }
}
