/** So much work needs no pause after it; short pieces add up to it. */
const SHORT_MS = 1;
/** How long the pauses are, compared with the work. */
const PAUSE = 4;
const MAX_PAUSE_MS = 50;

/**
 * Work that takes a noticeable time waits for its turn here: one piece in a turn of the event loop, and pauses four times as long as the
 * work. So all such work together takes about a fifth of the loop at most, however much of it there is and however small its pieces are.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private isBusy = false;
  /** When the pauses for the work so far are over. */
  private restedAt = 0;

  take(run: () => void): void {
    this.waiting.push(run);
    if (this.isBusy) return;
    this.isBusy = true;
    this.schedule();
  }

  next(): Promise<void> {
    return new Promise((begin) => {
      this.take(begin);
    });
  }

  private schedule(): void {
    const restMs = this.restedAt - performance.now();
    if (restMs < PAUSE * SHORT_MS) setImmediate(this.runNext);
    else setTimeout(this.runNext, restMs);
  }

  private readonly runNext = (): void => {
    const started = performance.now();
    this.waiting.shift()?.();
    // In the next turn of the loop: what the piece does in promises counts too.
    setImmediate(() => {
      const now = performance.now();
      this.restedAt = Math.max(now, this.restedAt) + Math.min(PAUSE * (now - started), MAX_PAUSE_MS);
      this.isBusy = this.waiting.length > 0;
      if (this.isBusy) this.schedule();
    });
  };
}

/** Those of large bodies. */
export const BODY_TURNS = new Turns();
