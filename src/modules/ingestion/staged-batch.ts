import { HEADER, writeRow } from './binary-row';
import { MAX_ROWS, ROW_BYTES, type BatchMemory } from './batch-memory';
import { STAGED_COLUMNS, type StagedRow } from './staged-row';

/** Larger than any row can be, given the limits on every text of a finding. */
const RESERVE = 4 * 1024 * 1024;
const TYPES = STAGED_COLUMNS.map(([, type]) => type);

/** Findings to be written, as bytes in COPY's binary format. */
export class StagedBatch {
  readonly lastSeen: string[] = [];
  /** Whether rows were replaced, which leaves gaps between the valid rows. */
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

  /** Adds a row, and replaces an earlier one of the same finding. The key is the fingerprint as text. */
  put(key: string, row: StagedRow): void {
    if (this.isFull) throw new Error('The batch is full.');
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
