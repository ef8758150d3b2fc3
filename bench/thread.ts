import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Order<Task> {
  file: string;
  task: Task;
}

/**
 * Work of a file, done in a thread with a heap of its own. The main one has seeded millions of rows: its garbage collector
 * would take its time from what is measured.
 */
export function inThread<Task, Result>(file: string, work: (task: Task) => Promise<Result>): (task: Task) => Promise<Result> {
  // A thread loads what its file imports, whose work is not meant.
  const order = isMainThread ? undefined : (workerData as Order<Task>);
  if (order?.file === file) void work(order.task).then((result) => parentPort?.postMessage(result));
  return (task) =>
    new Promise((done, failed) => {
      const worker = new Worker(file, { workerData: { file, task } satisfies Order<Task> });
      worker.once('message', done);
      worker.once('error', failed);
    });
}
