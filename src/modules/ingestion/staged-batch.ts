import { FIRST_VALUE, HEADER, TRAILER, writeRow, writeUuid } from './binary-row';
import { STAGED_COLUMNS, type StagedRow } from './staged-row';

const HASH_BYTES = 16;
const MOST_ROWS = 10_000;
const CAPACITY = 16 * 1024 * 1024;
/** More than the longest row there can be: limits on every text of a finding see to it. */
const RESERVE = 4 * 1024 * 1024;
const TYPES = STAGED_COLUMNS.map(([, type]) => type);

/**
 * Findings on their way to the database, as the bytes that COPY takes. Kept outside the heap and used again and again,
 * so that a long import needs no more memory than a short one.
 */
export class StagedBatch {
  private readonly rows = Buffer.allocUnsafe(CAPACITY);
  private readonly hashes = Buffer.allocUnsafe(MOST_ROWS * HASH_BYTES * 2);
  private readonly ends = new Uint32Array(MOST_ROWS);
  private readonly times: string[] = [];

  constructor() {
    HEADER.copy(this.rows);
  }

  get size(): number {
    return this.times.length;
  }

  get isFull(): boolean {
    return this.size === MOST_ROWS || this.endBefore(this.size) > CAPACITY - RESERVE;
  }

  add(row: StagedRow): void {
    if (this.isFull) throw new Error('The batch holds no further row.');
    const place = this.size;
    this.ends[place] = writeRow(this.rows, this.endBefore(place), TYPES, row.values);
    row.fingerprint.copy(this.hashes, place * HASH_BYTES);
    row.bodyHash.copy(this.hashes, (MOST_ROWS + place) * HASH_BYTES);
    this.times.push(row.lastSeen);
  }

  clear(): void {
    this.times.length = 0;
  }

  /** All fingerprints, one after the other. */
  get fingerprints(): Buffer {
    return this.hashes.subarray(0, this.size * HASH_BYTES);
  }

  get bodyHashes(): Buffer {
    return this.hashes.subarray(MOST_ROWS * HASH_BYTES, (MOST_ROWS + this.size) * HASH_BYTES);
  }

  get lastSeen(): readonly string[] {
    return this.times;
  }

  /** For COPY: the rows at every place but these. */
  without(places: ReadonlySet<number>): Buffer {
    if (places.size > 0) return copyOf(this.times.flatMap((_, place) => (places.has(place) ? [] : [this.rowAt(place)])));
    const end = this.endBefore(this.size);
    return this.rows.subarray(0, end + TRAILER.copy(this.rows, end));
  }

  /** For COPY: some rows under other ids than their own. */
  under(ids: readonly { place: number; id: string }[]): Buffer {
    return copyOf(
      ids.map(({ place, id }) => {
        const row = this.rowAt(place);
        writeUuid(row, FIRST_VALUE, id);
        return row;
      }),
    );
  }

  private rowAt(place: number): Buffer {
    return this.rows.subarray(this.endBefore(place), this.ends[place]);
  }

  private endBefore(place: number): number {
    return place === 0 ? HEADER.length : (this.ends[place - 1] as number);
  }
}

function copyOf(rows: readonly Buffer[]): Buffer {
  return Buffer.concat([HEADER, ...rows, TRAILER]);
}
