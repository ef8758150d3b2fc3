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

/** `C0F7D8:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error:../deps/…/rec_layer_s3.c:1605:…` */
const OPENSSL_ERROR = /(?:[0-9A-F]{1,16}:)?error:[0-9A-F]{1,8}:[^:\n]*:[^:\n]*:([^:\n]*)[^\n]*\n?/gi;

/** What went wrong, the same for the same fault: of OpenSSL's text, which has a thread id and a path of its build, only the reason. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(OPENSSL_ERROR, '$1').trim() : String(error);
}
