import { createServer } from 'node:net';
import { ConfigurationError, type Env } from '#platform/config/env';
import { openDatabase, type OpenDatabase } from '#platform/database/open-database';
import { createApp } from './create-app';

const DRAIN_MS = 10_000;

/** Starts everything the service needs, listens, and stops it all cleanly on a signal. */
export async function serve(env: Env): Promise<void> {
  await assertPortFree(env);
  const database = await openDatabase(env, 'server');
  try {
    await database.migrate();
    await listen(Object.assign(env, { DATABASE_URL: database.url }), database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(env: Env, database: OpenDatabase): Promise<void> {
  const app = await createApp(env);
  await app.listen(env.PORT, env.HOST);
  process.stdout.write(`Vendor-Risk API  ${env.baseUrl}\nSwagger UI       ${env.baseUrl}/docs\n`);

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => process.exit(1), DRAIN_MS);
    void app
      .close()
      .then(() => database.close())
      .then(() => {
        clearTimeout(late);
        process.exit(0);
      });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** Said before a database is started for nothing. */
async function assertPortFree(env: Env): Promise<void> {
  if (env.PORT === 0) return;
  await new Promise<void>((free, taken) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      taken(
        new ConfigurationError(`Port ${env.PORT} on ${env.HOST} cannot be used (${error.code ?? error.message}); set PORT to another one.`),
      );
    });
    probe.listen(env.PORT, env.HOST, () => {
      probe.close(() => {
        free();
      });
    });
  });
}
