/** Work shorter than this needs no pause after it. */
const SHORT_MS = 1;
/** How long the pause after a turn is, compared with the turn. */
const PAUSE = 2;
const MAX_PAUSE_MS = 50;

/**
 * Work that takes a noticeable time waits for its turn here: one piece in a turn of the event loop, and then a pause twice as long
 * as the turn took. So all such work together takes about a third of the loop at most, however much of it there is.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private isBusy = false;

  take(run: () => void): void {
    this.waiting.push(run);
    if (this.isBusy) return;
    this.isBusy = true;
    setImmediate(this.runNext);
  }

  next(): Promise<void> {
    return new Promise((begin) => {
      this.take(begin);
    });
  }

  private readonly runNext = (): void => {
    const started = performance.now();
    this.waiting.shift()?.();
    // In the next turn of the loop: what the piece does in promises counts too.
    setImmediate(() => {
      this.isBusy = this.waiting.length > 0;
      if (!this.isBusy) return;
      const spentMs = performance.now() - started;
      if (spentMs < SHORT_MS) setImmediate(this.runNext);
      else setTimeout(this.runNext, Math.min(PAUSE * spentMs, MAX_PAUSE_MS));
    });
  };
}

/** Those of large bodies. */
export const BODY_TURNS = new Turns();
