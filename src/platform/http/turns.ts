/** Work that takes a noticeable time waits for its turn here: one piece in each turn of the event loop, so that all else goes on in between. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private isScheduled = false;

  take(run: () => void): void {
    this.waiting.push(run);
    this.schedule();
  }

  next(): Promise<void> {
    return new Promise((begin) => {
      this.take(begin);
    });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      const run = this.waiting.shift();
      if (this.waiting.length > 0) this.schedule();
      run?.();
    });
  }
}

/** Those of large bodies. */
export const BODY_TURNS = new Turns();
