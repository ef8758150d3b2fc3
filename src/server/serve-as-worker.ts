import type { Env } from '#platform/config/env';
import { createApp } from './create-app';
import { listen } from './listen';
import { onStopSignal } from './stop-signal';

/** A worker: one of several processes on the same port. The primary process owns the database and signals when to stop. */
export async function serveAsWorker(env: Env): Promise<void> {
  const app = await createApp(env);
  onStopSignal(env, () => app.close()); // before it listens: a signal can arrive with the first call
  await listen(app, env);
  process.once('disconnect', () => process.exit(1));
}
