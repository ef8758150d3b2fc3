const MAX_BACKOFF_MS = 10_000;
const FIRST_BACKOFF_MS = 200;
const BUDGET = 10;
const EARNED_PER_SUCCESS = 0.1;

/** A retry budget that successes refill, so that clients do not multiply the load of a failing service. */
export class RetryBudget {
  private left = BUDGET;

  spend(): boolean {
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }

  earn(): void {
    this.left = Math.min(BUDGET, this.left + EARNED_PER_SUCCESS);
  }
}

/** The delay before a retry when the service does not state one. */
export function backoffMs(attempt: number): number {
  return Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
}

/** At least the delay that the service states, with jitter so that clients do not all retry at once. */
export function retryAfterMs(seconds: number): number {
  return seconds * 1000 * (1 + Math.random() * 0.2) + Math.random() * 100;
}

/** The Retry-After header in seconds; it can be a number or a date. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
