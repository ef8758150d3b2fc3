/** Number of notes kept: covers more time than a replica may lag. */
const KEPT = 32;

/**
 * Determines how far a replica lags, without comparing clocks: the primary's WAL position is noted regularly with this
 * process's time, and a replica that has replayed a position has everything that was committed when it was noted.
 */
export class Freshness {
  private readonly notes: { at: number; position: bigint }[] = [];

  /** Notes that the primary had reached this position at this time. */
  note(at: number, position: bigint): void {
    this.notes.push({ at, position });
    if (this.notes.length > KEPT) this.notes.shift();
  }

  /** The latest noted time whose commits a server at this position has all replayed; undefined when it is older than all notes. */
  asOf(position: bigint): number | undefined {
    return this.notes.findLast((note) => note.position <= position)?.at;
  }
}
