import { HEADER, writeRow } from './binary-row';
import { MAX_ROWS, ROW_BYTES, type BatchMemory } from './batch-memory';
import { STAGED_COLUMNS, type StagedRow } from './staged-row';

/** More than the longest row there can be: limits on every text of a finding see to it. */
const RESERVE = 4 * 1024 * 1024;
const TYPES = STAGED_COLUMNS.map(([, type]) => type);

/** Findings on their way to the database, written into memory as the bytes that COPY takes. */
export class StagedBatch {
  readonly lastSeen: string[] = [];
  /** Whether rows were replaced, so that there are gaps between those that count. */
  hasGaps = false;
  private readonly places = new Map<string, number>();
  private end = HEADER.length;

  constructor(readonly memory: BatchMemory) {}

  get size(): number {
    return this.lastSeen.length;
  }

  get isFull(): boolean {
    return this.size === MAX_ROWS || this.end > ROW_BYTES - RESERVE;
  }

  has(key: string): boolean {
    return this.places.has(key);
  }

  /** Takes a row in, in the place of an earlier one of the same finding; the key is its fingerprint as text. */
  put(key: string, row: StagedRow): void {
    if (this.isFull) throw new Error('The batch holds no further row.');
    const earlier = this.places.get(key);
    const place = earlier ?? this.size;
    if (earlier !== undefined) this.hasGaps = true;
    this.places.set(key, place);
    const start = this.end;
    this.end = writeRow(this.memory.rows, start, TYPES, row.values);
    this.memory.place(place, start, this.end, row.fingerprint, row.bodyHash);
    this.lastSeen[place] = row.lastSeen;
  }
}
