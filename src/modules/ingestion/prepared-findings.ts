import { nextTurn } from '#platform/time/next-turn';
import { Arrivals } from '#platform/threads/arrivals';
import type { RunningTask, ThreadPool } from '#platform/threads/thread-pool';
import type { FileSummary } from './finding-preparer';
import type { Parties } from './parties';
import { PREPARE_FINDINGS, type FromPreparer, type ToPreparer } from './prepare-findings.task';
import { PreparedBatch, type BatchMessage } from './prepared-batch';

/** Bytes copied at a time: small enough that other calls can run in between. */
const MAX_CHUNK_BYTES = 256 * 1024;
const MIN_CHUNK_BYTES = 64 * 1024;
const VENDORS_AT_ONCE = 2_000;
/** Chunks of the file sent to the thread but not yet processed. */
const CHUNKS_AHEAD = 4;

export interface PrepareOptions {
  format: string;
  now: string;
  parties: Parties;
}

/** The findings of a file, parsed and prepared in a thread while earlier ones are written. */
export class PreparedFindings {
  private readonly task: RunningTask<FileSummary, ToPreparer>;
  private readonly source: AsyncIterator<Uint8Array>;
  private readonly arrivals = new Arrivals<BatchMessage>();
  private wanted = CHUNKS_AHEAD;
  private isFeeding = false;
  private isRead = false;

  constructor(
    threads: ThreadPool,
    bytes: AsyncIterable<Uint8Array>,
    private readonly options: PrepareOptions,
  ) {
    this.source = cut(bytes)[Symbol.asyncIterator]();
    const { format, now, parties } = options;
    const input = { format, now, ownDomains: parties.ownDomains, vrm: parties.vrm, fallbackDomain: parties.fallback?.domain };
    this.task = threads.start(PREPARE_FINDINGS, input, (message) => {
      this.receive(message);
    });
  }

  /** The batches in file order. The memory of a batch is reused once the next one is requested. */
  async *batches(): AsyncGenerator<PreparedBatch> {
    this.arrivals.follow(this.task.output);
    try {
      await this.sendVendors();
      this.feed();
      for (;;) {
        const batch = await this.arrivals.next(() => {
          this.task.send({ isIdle: true });
        });
        if (!batch) return;
        yield new PreparedBatch(batch);
        this.task.send({ memory: batch.memory }, [batch.memory]);
      }
    } finally {
      if (!this.arrivals.isOver) this.task.send({ abort: true });
      if (!this.isRead) this.source.return?.().catch(() => undefined); // not awaited: standard input may never end
    }
  }

  summary(): Promise<FileSummary> {
    return this.task.output;
  }

  private async sendVendors(): Promise<void> {
    const { vendors } = this.options.parties;
    for (let start = 0; start < vendors.length; start += VENDORS_AT_ONCE) {
      this.task.send({ vendors: vendors.slice(start, start + VENDORS_AT_ONCE) });
      await nextTurn();
    }
  }

  private receive(message: FromPreparer): void {
    if ('batch' in message) {
      this.arrivals.push(message.batch);
      return;
    }
    this.wanted += 1;
    this.feed();
  }

  /** Reads ahead as far as the thread requests. */
  private feed(): void {
    if (this.isFeeding || this.isRead) return;
    this.isFeeding = true;
    this.sendWanted()
      .catch((error: unknown) => {
        this.isRead = true;
        this.arrivals.fail(error);
      })
      .finally(() => (this.isFeeding = false));
  }

  private async sendWanted(): Promise<void> {
    while (this.wanted > 0 && !this.arrivals.isOver) {
      const next = await this.source.next();
      if (next.done) {
        this.isRead = true;
        this.task.send({ end: true });
        return;
      }
      this.wanted -= 1;
      const chunk = new Uint8Array(next.value); // a copy, which can be transferred
      this.task.send({ chunk }, [chunk.buffer]);
    }
  }
}

/** Joins small chunks: for a source that arrives line by line, a message per line would cost more than the line. */
async function* cut(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    held.push(piece);
    size += piece.length;
    if (size < MIN_CHUNK_BYTES) continue;
    yield* pieces(held);
    held = [];
    size = 0;
  }
  yield* pieces(held);
}

function* pieces(held: readonly Uint8Array[]): Generator<Uint8Array> {
  const [only] = held;
  const whole = held.length === 1 && only ? only : Buffer.concat(held);
  for (let start = 0; start < whole.length; start += MAX_CHUNK_BYTES) yield whole.subarray(start, start + MAX_CHUNK_BYTES);
}
