/** The time for a task is over. */
export class DeadlinePassed extends Error {}

/**
 * Runs a task with a timeout, which also ends with the whole it is part of. It settles then whatever the task does, so the task need not
 * notice every way in which a peer can keep silent. The error says which of the two ended it.
 */
export async function within<T>(ms: number, whole: AbortSignal, what: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  whole.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlinePassed(`${what} took longer than ${ms / 1000} s`)), ms);
  const end = () => controller.abort(whole.reason);
  whole.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<T>((resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true });
      task(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    whole.removeEventListener('abort', end);
  }
}
