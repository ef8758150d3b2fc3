import './compile-cache';
import cluster from 'node:cluster';
import { readEnv } from '#platform/config/env';
import { environment } from '#platform/config/env-file';
import { operatorMessage } from '#platform/database/operator-message';
import { startTracing } from '#platform/tracing/tracing';
import { serve } from './server/serve';
import { serveAsWorker } from './server/serve-as-worker';

async function main(): Promise<void> {
  const variables = environment();
  const env = readEnv(variables);
  startTracing(variables);
  await (cluster.isWorker ? serveAsWorker(env) : serve(env));
}

main().catch((error: unknown) => {
  process.stderr.write(`${operatorMessage(error) ?? String((error as Error).stack ?? error)}\n`);
  process.exit(1);
});
