import { Worker } from 'node:worker_threads';

/** Runs code in a thread and returns the first message that it posts. */
export function reportOfThread(code: string, workerData: unknown): Promise<string[]> {
  const worker = new Worker(code, { eval: true, execArgv: [], workerData });
  return new Promise((reported, failed) => {
    worker.once('message', reported);
    worker.once('error', failed);
  });
}
