/** Notes that are kept: more than are made in the time that a replica may lag. */
const KEPT = 32;

/**
 * Tells how far back in time a replica is, without comparing clocks: the primary's position is noted now and then with our
 * own time, and a replica that has replayed a position has everything that was committed when it was noted.
 */
export class Freshness {
  private readonly notes: { at: number; position: bigint }[] = [];

  /** The primary was at this position at this time, or past it. */
  note(at: number, position: bigint): void {
    this.notes.push({ at, position });
    if (this.notes.length > KEPT) this.notes.shift();
  }

  /** The latest time of which a server at this position knows everything; undefined when that was too long ago to tell. */
  asOf(position: bigint): number | undefined {
    return this.notes.findLast((note) => note.position <= position)?.at;
  }
}
