const MAX_BACKOFF_MS = 10_000;
const FIRST_BACKOFF_MS = 200;
const BUDGET = 10;
const EARNED_PER_SUCCESS = 0.1;

/** Retries are paid from a budget that successes refill, so that a client does not multiply the load of a service in trouble. */
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

/** How long to wait before a further attempt, where the service does not say. */
export function backoffMs(attempt: number): number {
  return Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
}

/** At least as long as the service says, spread so that clients do not all come back at once. */
export function retryAfterMs(seconds: number): number {
  return seconds * 1000 * (1 + Math.random() * 0.2) + Math.random() * 100;
}

/** The header Retry-After in seconds: a number or a date. */
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
