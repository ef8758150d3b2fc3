import type { Env } from '#platform/config/env';

/** How long calls in flight may take to finish. */
const DRAIN_MS = 10_000;

/** Stops once on Ctrl-C, a termination or a closed terminal; npm passes Ctrl-C on although the terminal has sent it already. Returns whether it has begun. */
export function onStopSignal(env: Env, stop: () => Promise<void>): () => boolean {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), env.SHUTDOWN_DELAY_SECONDS * 1000 + DRAIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The service did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return () => stopping;
}
