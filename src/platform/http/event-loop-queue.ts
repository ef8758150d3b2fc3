/** This much work needs no pause; short steps add up to it. */
const SHORT_MS = 1;
/** Length of the pauses relative to the work. */
const PAUSE = 6;
const MAX_PAUSE_MS = 50;

/**
 * A queue for work that takes noticeable time on the event loop: one step per turn of the loop, with pauses six times as long as the work.
 * So all such work together takes at most about a seventh of the loop, however much there is and however small its steps are.
 */
export class EventLoopQueue {
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
    // In the next turn of the loop, so that promises of the step count too.
    setImmediate(() => {
      const now = performance.now();
      this.restedAt = Math.max(now, this.restedAt) + Math.min(PAUSE * (now - started), MAX_PAUSE_MS);
      this.isBusy = this.waiting.length > 0;
      if (this.isBusy) this.schedule();
    });
  };
}

/** The queue for large bodies. */
export const BODY_QUEUE = new EventLoopQueue();
