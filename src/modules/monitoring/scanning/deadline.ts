/** Runs a task with a timeout, which also ends with the whole scan. The error says which of the two. */
export async function within<T>(ms: number, scan: AbortSignal, what: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  scan.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`${what} took longer than ${ms / 1000} s`)), ms);
  const end = () => controller.abort(scan.reason);
  scan.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<T>((resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true });
      task(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    scan.removeEventListener('abort', end);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
