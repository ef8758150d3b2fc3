import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Work of a file, done in a thread with a heap of its own. The main one has seeded millions of rows: its garbage collector
 * would take its time from what is measured.
 */
export function inThread<Task, Result>(file: string, work: (task: Task) => Promise<Result>): (task: Task) => Promise<Result> {
  if (!isMainThread) void work(workerData as Task).then((result) => parentPort?.postMessage(result));
  return (task) =>
    new Promise((done, failed) => {
      const worker = new Worker(file, { workerData: task });
      worker.once('message', done);
      worker.once('error', failed);
    });
}
