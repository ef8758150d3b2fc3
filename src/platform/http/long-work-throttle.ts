/** This long after the last call, long work runs at full speed again. */
const QUIET_MS = 100;
/** Pause after each chunk of an export. With chunks of 64 KiB this allows at most 8 MB a second. */
const CHUNK_REST_MS = 8;
/** Length of a pause relative to the work before it. */
const REST = 2;
const MAX_REST_MS = 50;

/**
 * Slows long work. Without other calls it runs at full speed. While calls arrive it pauses after each step, and so does PostgreSQL, which
 * waits for the next one: both leave the CPU to the calls.
 */
export class LongWorkThrottle {
  private seen: number;
  private busyUntil = -Infinity;

  constructor(
    /** How many calls the service has begun so far. */
    private readonly callsBegun: () => number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.seen = callsBegun();
  }

  /** How long to pause after a chunk; 0 for no pause. */
  restMs(): number {
    return this.isBusy() ? CHUNK_REST_MS : 0;
  }

  /** How long to pause after a step of this duration, database time included; 0 for no pause. */
  restAfterMs(workMs: number): number {
    return this.isBusy() ? Math.min(REST * workMs, MAX_REST_MS) : 0;
  }

  /** Whether other calls arrived recently. */
  isBusy(): boolean {
    const begun = this.callsBegun();
    const now = this.now();
    if (begun !== this.seen) this.busyUntil = now + QUIET_MS;
    this.seen = begun;
    return now < this.busyUntil;
  }
}
