import { Unavailable } from '#platform/errors/api-error';

const MAX_RUNNING = 4;
const MAX_WAITING = 16;
const WAIT_MS = 10_000;

/** Limits work that uses a separate connection, such as imports: calls never compete with it for connections. */
export class LongWork {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MAX_RUNNING) await this.turn();
    else this.running += 1;
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  /** Waits until running work ends and takes its place. */
  private turn(): Promise<void> {
    const full = new Unavailable('This process already runs its maximum number of imports; try again.', 'LONG_WORK_LIMIT', 5);
    if (this.waiting.size >= MAX_WAITING) return Promise.reject(full);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(begin);
        reject(full);
      }, WAIT_MS);
      this.waiting.add(begin);
    });
  }

  private passOn(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
