import type { Env } from '#platform/config/env';
import { createApp } from './create-app';
import { listen } from './listen';
import { onStopSignal } from './stop-signal';

/** One of several processes on one port. The one that forked it owns the database and tells it when to stop. */
export async function serveAsWorker(env: Env): Promise<void> {
  const app = await createApp(env);
  await listen(app, env);
  onStopSignal(env, () => app.close());
  process.once('disconnect', () => process.exit(1));
}
