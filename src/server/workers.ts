import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { ConfigurationError, type Env } from '#platform/config/env';

const RESTART_MS = 1000;

/** Forks the processes that answer calls; one that dies is replaced. Returns how to stop them all. */
export async function startWorkers(env: Env): Promise<() => Promise<void>> {
  const settings = { DATABASE_URL: env.DATABASE_URL, PORT: String(env.PORT), HOST: env.HOST, ENCRYPTION_KEY_FILE: env.ENCRYPTION_KEY_FILE };
  let stopping = false;
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    process.stderr.write(`Worker ${worker.process.pid} ended (${signal || code}); another one takes its place.\n`);
    setTimeout(() => stopping || cluster.fork(settings), RESTART_MS);
  });
  await Promise.all(Array.from({ length: env.WORKERS }, () => listening(cluster.fork(settings))));
  return async () => {
    stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(stopWorker));
  };
}

async function listening(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => {
    throw new ConfigurationError('A worker did not start.');
  });
  await Promise.race([once(worker, 'listening'), ended]);
}

async function stopWorker(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}
