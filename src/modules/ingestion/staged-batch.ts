import type { StagedRow } from './staged-row';

const HASH_BYTES = 16;
const MOST_ROWS = 10_000;
const CAPACITY = 16 * 1024 * 1024;
/** More than the longest line there can be: limits on every text of a finding see to it. */
const RESERVE = 4 * 1024 * 1024;

/**
 * Findings on their way to the database, as the bytes that COPY takes. Kept outside the heap and used again and again,
 * so that a long import needs no more memory than a short one.
 */
export class StagedBatch {
  private readonly lines = Buffer.allocUnsafe(CAPACITY);
  private readonly hashes = Buffer.allocUnsafe(MOST_ROWS * HASH_BYTES * 2);
  private readonly ends = new Uint32Array(MOST_ROWS);
  private readonly times: string[] = [];

  get size(): number {
    return this.times.length;
  }

  get isFull(): boolean {
    return this.size === MOST_ROWS || this.end() > CAPACITY - RESERVE;
  }

  add(row: StagedRow): void {
    if (this.isFull || Buffer.byteLength(row.line) > RESERVE) throw new Error('The batch holds no further line.');
    const place = this.size;
    this.ends[place] = this.end() + this.lines.write(row.line, this.end());
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

  /** COPY text of the rows at every place but these. */
  linesWithout(places: ReadonlySet<number>): Buffer {
    if (places.size === 0) return this.lines.subarray(0, this.end());
    return Buffer.concat(this.times.map((_, place) => (places.has(place) ? EMPTY : this.lineAt(place))));
  }

  /** COPY text of some rows under other ids than their own. */
  linesUnder(ids: readonly { place: number; id: string }[]): Buffer {
    return Buffer.concat(
      ids.map(({ place, id }) => {
        const line = this.lineAt(place);
        line.write(id);
        return line;
      }),
    );
  }

  private lineAt(place: number): Buffer {
    return this.lines.subarray(place === 0 ? 0 : this.ends[place - 1], this.ends[place]);
  }

  private end(): number {
    return this.size === 0 ? 0 : (this.ends[this.size - 1] as number);
  }
}

const EMPTY = Buffer.alloc(0);
