import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Order<Task> {
  file: string;
  task: Task;
}

/**
 * Runs the work of a file in a thread with its own heap. The main thread has seeded millions of rows, and its garbage
 * collection would distort the measurement.
 */
export function inThread<Task, Result>(file: string, work: (task: Task) => Promise<Result>): (task: Task) => Promise<Result> {
  // The thread also loads other files that call inThread; only the work of its own file runs.
  const order = isMainThread ? undefined : (workerData as Order<Task>);
  if (order?.file === file) void work(order.task).then((result) => parentPort?.postMessage(result));
  return (task) =>
    new Promise((done, failed) => {
      const worker = new Worker(file, { workerData: { file, task } satisfies Order<Task> });
      worker.once('message', done);
      worker.once('error', failed);
    });
}
