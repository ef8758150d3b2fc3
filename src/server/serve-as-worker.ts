import type { Env } from '#platform/config/env';
import { createApp } from './create-app';
import { listen } from './listen';
import { onStopSignal } from './stop-signal';

/** A worker: one of several processes on the same port. The primary process owns the database and signals when to stop. */
export async function serveAsWorker(env: Env): Promise<void> {
  const app = await createApp(env);
  await listen(app, env);
  onStopSignal(env, () => app.close());
  process.once('disconnect', () => process.exit(1));
}
