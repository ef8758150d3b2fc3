/** So long after the last call an export goes at full speed again. */
const QUIET_MS = 100;
/** After each chunk. With chunks of 64 KiB that is at most 8 MB a second. */
const REST_MS = 8;

/**
 * How fast an export goes. Alone it takes all that it can get. While other calls arrive it rests after each chunk, and so does PostgreSQL,
 * whose send buffer is full: both leave the processors to the calls.
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
    const begun = this.callsBegun();
    const now = this.now();
    if (begun !== this.seen) this.busyUntil = now + QUIET_MS;
    this.seen = begun;
    return now < this.busyUntil ? REST_MS : 0;
  }
}
