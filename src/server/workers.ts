import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { ConfigurationError, type Env } from '#platform/config/env';
import { answerScrapes } from '#platform/metrics/cluster-scrape';

const RESTART_MS = 1000;

/** Forks the worker processes and replaces one that dies. They can be stopped before all of them listen. */
export function startWorkers(env: Env): { listening: Promise<unknown>; stop: () => Promise<void> } {
  const { DATABASE_URL, HOST, ENCRYPTION_KEY } = env;
  const settings = { DATABASE_URL, DATABASE_URL_FILE: '', PORT: String(env.PORT), HOST, ENCRYPTION_KEY, ENCRYPTION_KEY_FILE: '' };
  let stopping = false;
  answerScrapes();
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    process.stderr.write(`Worker ${worker.process.pid} ended (${signal || code}); starting a new one.\n`);
    setTimeout(() => stopping || cluster.fork(settings), RESTART_MS);
  });
  const stop = async () => {
    stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(stopWorker));
  };
  return { listening: Promise.all(Array.from({ length: env.WORKERS }, () => listening(cluster.fork(settings)))), stop };
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
