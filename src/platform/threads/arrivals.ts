/** A queue of values that arrive from elsewhere, such as the messages of a thread, until their source ends or fails. */
export class Arrivals<T> {
  private readonly values: T[] = [];
  private isEnded = false;
  private failure: { error: unknown } | undefined;
  private wake: () => void = () => undefined;

  get isOver(): boolean {
    return this.isEnded;
  }

  push(value: T): void {
    this.values.push(value);
    this.wake();
  }

  /** No further value will arrive; those in the queue are still delivered. */
  end(): void {
    this.isEnded = true;
    this.wake();
  }

  /** The reader gets the first error instead of the next value. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.wake();
  }

  /** Ends or fails together with a promise. */
  follow(source: Promise<unknown>): void {
    void source
      .catch((error: unknown) => {
        this.fail(error);
      })
      .finally(() => {
        this.end();
      });
  }

  /** Waits for a value or for the end. `onWait` runs whenever the queue is empty. */
  async arrival(onWait?: () => void): Promise<void> {
    for (;;) {
      if (this.failure) throw this.failure.error;
      if (this.values.length > 0 || this.isEnded) return;
      onWait?.();
      await new Promise<void>((wake) => {
        this.wake = wake;
      });
    }
  }

  /** The next value; undefined after the last. */
  async next(onWait?: () => void): Promise<T | undefined> {
    await this.arrival(onWait);
    return this.values.shift();
  }
}
