import { BatchMemory, HASH_BYTES } from './batch-memory';
import { FIRST_VALUE, HEADER, TRAILER, writeUuid } from './binary-row';

/** A batch as it comes from the thread that prepared it. */
export interface BatchMessage {
  memory: ArrayBuffer;
  lastSeen: string[];
  hasGaps: boolean;
  /** Rows of findings that an earlier batch of the file held. */
  repeats: number[];
  /** Findings that their source says are gone: fingerprints one after the other, and why. */
  gone: { fingerprints: Uint8Array; reasons: string[] };
  /** Fingerprints of findings that are only named, one after the other: they stay open. */
  named: Uint8Array;
  /** Records read so far. */
  records: number;
}

/** Findings ready to be written: the bytes of their rows, and what they are compared by. */
export class PreparedBatch {
  private readonly memory: BatchMemory;

  constructor(readonly message: BatchMessage) {
    this.memory = new BatchMemory(message.memory);
  }

  get size(): number {
    return this.message.lastSeen.length;
  }

  get fingerprints(): Buffer {
    return this.memory.fingerprints(this.size);
  }

  get bodyHashes(): Buffer {
    return this.memory.bodyHashes(this.size);
  }

  fingerprintAt(place: number): Buffer {
    return this.fingerprints.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
  }

  /** For COPY: the rows at every place but these. */
  without(places: ReadonlySet<number>): Buffer {
    if (places.size === 0 && !this.message.hasGaps) return this.all();
    return copyOf(this.message.lastSeen.flatMap((_, place) => (places.has(place) ? [] : [this.memory.rowAt(place)])));
  }

  /** For COPY: some rows under other ids than their own. */
  under(ids: readonly { place: number; id: string }[]): Buffer {
    return copyOf(
      ids.map(({ place, id }) => {
        const row = this.memory.rowAt(place);
        writeUuid(row, FIRST_VALUE, id);
        return row;
      }),
    );
  }

  /** As it lies in memory, without being copied. */
  private all(): Buffer {
    const { rows } = this.memory;
    const last = this.memory.rowAt(this.size - 1);
    const end = last.byteOffset - rows.byteOffset + last.length;
    return rows.subarray(0, end + TRAILER.copy(rows, end));
  }
}

function copyOf(rows: readonly Buffer[]): Buffer {
  return Buffer.concat([HEADER, ...rows, TRAILER]);
}
