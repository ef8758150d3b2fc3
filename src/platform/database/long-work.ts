import { Unavailable } from '#platform/errors/api-error';

export const MAX_RUNNING = 4;
/** Maximum number waiting per owner, and without an owner. */
const MAX_WAITING_OF_ONE = 16;
const WAIT_MS = 10_000;

interface Waiting {
  owner: string | undefined;
  begin(): void;
}

/** Limits long work such as imports to a few at a time, and one per owner. Further work waits for its turn. */
export class LongWork {
  private running = 0;
  private readonly owners = new Set<string>();
  private readonly waiting = new Set<Waiting>();

  /** What the work is, in the plural, for the refusal message. */
  constructor(private readonly kind: string) {}

  /** Work without an owner counts only towards the total. */
  async during<T>(owner: string | undefined, work: () => Promise<T>): Promise<T> {
    if (this.mayBegin(owner)) this.enter(owner);
    else await this.turn(owner);
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (owner !== undefined) this.owners.delete(owner);
      this.beginNext();
    }
  }

  private mayBegin(owner: string | undefined): boolean {
    return this.running < MAX_RUNNING && !(owner !== undefined && this.owners.has(owner));
  }

  private enter(owner: string | undefined): void {
    this.running += 1;
    if (owner !== undefined) this.owners.add(owner);
  }

  /** Waits until running work ends, then takes its place. */
  private turn(owner: string | undefined): Promise<void> {
    const full = new Unavailable(`This process already runs its maximum number of ${this.kind}; try again.`, 'LONG_WORK_LIMIT', 5);
    const others = [...this.waiting].filter((one) => one.owner === owner);
    if (others.length >= MAX_WAITING_OF_ONE) return Promise.reject(full);
    return new Promise((resolve, reject) => {
      const waiting = {
        owner,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(full);
      }, WAIT_MS);
      this.waiting.add(waiting);
    });
  }

  private beginNext(): void {
    for (const next of this.waiting) {
      if (!this.mayBegin(next.owner)) continue;
      this.waiting.delete(next);
      this.enter(next.owner);
      next.begin();
    }
  }
}
