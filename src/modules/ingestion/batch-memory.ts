import { HEADER } from './binary-row';

export const HASH_BYTES = 16;
export const MAX_ROWS = 10_000;
export const ROW_BYTES = 16 * 1024 * 1024;

const FINGERPRINTS = ROW_BYTES;
const BODY_HASHES = FINGERPRINTS + MAX_ROWS * HASH_BYTES;
const BOUNDS = BODY_HASHES + MAX_ROWS * HASH_BYTES;
const TOTAL_BYTES = BOUNDS + MAX_ROWS * 2 * Uint32Array.BYTES_PER_ELEMENT;

/**
 * The memory of one batch: its rows, their offsets, and two hashes of each. It is one buffer, so that it can be transferred
 * between threads without a copy and reused: a long import needs no more memory than a short one.
 */
export class BatchMemory {
  readonly rows: Buffer;
  private readonly hashes: Buffer;
  /** Start and end offset of each row. */
  private readonly bounds: Uint32Array;

  constructor(readonly buffer = new ArrayBuffer(TOTAL_BYTES)) {
    this.rows = Buffer.from(buffer, 0, ROW_BYTES);
    this.hashes = Buffer.from(buffer, FINGERPRINTS, BOUNDS - FINGERPRINTS);
    this.bounds = new Uint32Array(buffer, BOUNDS, MAX_ROWS * 2);
    HEADER.copy(this.rows);
  }

  place(place: number, start: number, end: number, fingerprint: Buffer, bodyHash: Buffer): void {
    this.bounds[place * 2] = start;
    this.bounds[place * 2 + 1] = end;
    fingerprint.copy(this.hashes, place * HASH_BYTES);
    bodyHash.copy(this.hashes, (MAX_ROWS + place) * HASH_BYTES);
  }

  rowAt(place: number): Buffer {
    return this.rows.subarray(this.bounds[place * 2], this.bounds[place * 2 + 1]);
  }

  /** The concatenated fingerprints of the first rows. */
  fingerprints(count: number): Buffer {
    return this.hashes.subarray(0, count * HASH_BYTES);
  }

  bodyHashes(count: number): Buffer {
    return this.hashes.subarray(MAX_ROWS * HASH_BYTES, (MAX_ROWS + count) * HASH_BYTES);
  }
}
