import cluster from 'node:cluster';
import type { Env } from '#platform/config/env';

/** How long calls in flight may take to finish. */
const DRAIN_MS = 10_000;

/**
 * Stops once on SIGINT, SIGTERM or SIGHUP; npm forwards Ctrl-C although the terminal has already sent it. Returns a function
 * that says whether stopping has begun.
 */
export function onStopSignal(env: Env, stop: () => Promise<void>): () => boolean {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), env.SHUTDOWN_DELAY_SECONDS * 1000 + DRAIN_MS).unref();
    stop().then(
      () => {
        if (!cluster.isWorker) process.stderr.write('Stopped.\n');
        process.exit(0);
      },
      (error: unknown) => {
        process.stderr.write(`The service did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return () => stopping;
}
