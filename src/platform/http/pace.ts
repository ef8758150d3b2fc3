/** So long after the last call, long work goes at full speed again. */
const QUIET_MS = 100;
/** After each chunk of an export. With chunks of 64 KiB that is at most 8 MB a second. */
const CHUNK_REST_MS = 8;
/** How long the rest after a piece of work is, compared with the piece. */
const REST = 2;
const MAX_REST_MS = 50;

/**
 * How fast long work goes. Alone it takes all that it can get. While other calls arrive it rests after each piece, and so does PostgreSQL,
 * which waits for the next one: both leave the processors to the calls.
 */
export class Pace {
  private seen: number;
  private busyUntil = -Infinity;

  /** @param callsBegun how many calls the service has begun so far */
  constructor(
    private readonly callsBegun: () => number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.seen = callsBegun();
  }

  /** How long to rest after a chunk; 0 for not at all. */
  restMs(): number {
    return this.isBusy() ? CHUNK_REST_MS : 0;
  }

  /** How long to rest after a piece that took so long, the time in the database included; 0 for not at all. */
  restAfterMs(workMs: number): number {
    return this.isBusy() ? Math.min(REST * workMs, MAX_REST_MS) : 0;
  }

  /** Whether other calls have arrived lately. */
  isBusy(): boolean {
    const begun = this.callsBegun();
    const now = this.now();
    if (begun !== this.seen) this.busyUntil = now + QUIET_MS;
    this.seen = begun;
    return now < this.busyUntil;
  }
}
