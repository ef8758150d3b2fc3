import { BatchMemory, HASH_BYTES } from './batch-memory';
import { FIRST_VALUE, HEADER, TRAILER, writeUuid } from './binary-row';

/** A batch as the thread sends it. */
export interface BatchMessage {
  memory: ArrayBuffer;
  lastSeen: string[];
  hasGaps: boolean;
  /** Rows whose finding was already in an earlier batch of the file. */
  repeats: number[];
  /** Findings that their source reports as gone: concatenated fingerprints, and reasons. */
  gone: { fingerprints: Uint8Array; reasons: string[] };
  /** Concatenated fingerprints of findings that are only identified: they stay open. */
  named: Uint8Array;
  /** Records read so far. */
  records: number;
}

/** Findings ready to be written: the bytes of their rows, and their hashes for comparison. */
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

  /** For COPY: all rows except those at these places. */
  without(places: ReadonlySet<number>): Buffer {
    if (places.size === 0 && !this.message.hasGaps) return this.all();
    return copyOf(this.message.lastSeen.flatMap((_, place) => (places.has(place) ? [] : [this.memory.rowAt(place)])));
  }

  /** For COPY: some rows with other ids. */
  under(ids: readonly { place: number; id: string }[]): Buffer {
    return copyOf(
      ids.map(({ place, id }) => {
        const row = this.memory.rowAt(place);
        writeUuid(row, FIRST_VALUE, id);
        return row;
      }),
    );
  }

  /** A view of the memory, without a copy. */
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
