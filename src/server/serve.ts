import { createServer } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ConfigurationError, type Env } from '#platform/config/env';
import { bySystem } from '#platform/audit/audit-call';
import { KeyRewrap } from '#platform/auth/key-rewrap';
import { openDatabase, useDatabase, type OpenDatabase } from '#platform/embedded-postgres/open-database';
import { Logger } from '#platform/logging/logger';
import type { DemoProgress } from '../admin/seed/demo/demo-data';
import { prepareDemo, type DemoAccess } from '../admin/seed/demo/demo-organization';
import { createApp } from './create-app';
import { listen } from './listen';
import { onStopSignal } from './stop-signal';
import { StartReport } from './start-report';
import { nodeNote, postgresNote } from './versions';
import { startWorkers } from './workers';

const NO_KEY =
  'ENCRYPTION_KEY is not set: it encrypts signing keys and secrets in the database of DATABASE_URL. Create one with "openssl rand -base64 32" and keep it apart from backups, or set ENCRYPTION_KEY=none to store them in clear.';

/** Starts everything the service needs, listens, and stops it all cleanly on a signal. */
export async function serve(env: Env): Promise<void> {
  const { embedded } = env;
  if (!embedded && env.ENCRYPTION_KEY === undefined) throw new ConfigurationError(NO_KEY);
  env.PORT = await freePort(env);
  const report = new StartReport();
  report.step(embedded ? 'Starting the database…' : 'Connecting to the database…');
  const opening = openDatabase(env, 'server', () => {
    report.step('Creating the database…', { isLong: true });
  });
  const closeDatabase = async () => (await opening.catch(() => undefined))?.close();
  let stopServing = (): Promise<void> => Promise.resolve();
  const isStopping = onStopSignal(env, async () => {
    report.end();
    await stopServing();
    await closeDatabase();
  });

  try {
    const database = await opening;
    report.step('Bringing the tables up to date…');
    await database.migrate();
    useDatabase(env, database);
    report.step('Starting the service…');
    const app = await createApp(env);
    await app.init(); // the demo data is created by the application's own commands
    await checkKeys(app, embedded);
    const demo = embedded && env.DEMO_DATA ? await prepareDemo(app, loading(report)) : undefined;
    if (env.WORKERS === 1) {
      stopServing = () => app.close(); // before it listens: a signal can arrive with the first call
      await listen(app, env);
    } else {
      await app.close();
      const workers = startWorkers(env);
      stopServing = workers.stop;
      await workers.listening;
    }
    report.end();
    process.stdout.write(greeting(env, database, demo));
  } catch (error) {
    if (isStopping()) return; // it failed because the service is stopping
    report.step('Stopping the database…');
    await closeDatabase().catch(() => undefined); // a database that fails to stop is not the reason
    report.end();
    throw error;
  }
}

/** Keys that cannot be decrypted stop the start. An embedded database has only one server, so its keys are re-encrypted at once. */
async function checkKeys(app: NestExpressApplication, embedded: boolean): Promise<void> {
  const rewrap = app.get(KeyRewrap);
  if (embedded) await rewrap.run(bySystem('keys rewrap'));
  const warning = await rewrap.warning();
  if (warning !== undefined) app.get(Logger).warn({}, warning);
}

/** The first call says how long loading the demo will take. */
function loading(report: StartReport): DemoProgress {
  let isSaid = false;
  return (findings, share) => {
    if (!isSaid) report.step('Loading demo data…', { isLong: true });
    isSaid = true;
    report.advance(`Loading demo data… ${findings.toLocaleString('en-US')} findings`, share);
  };
}

function greeting(env: Env, { version }: OpenDatabase, demo: DemoAccess | undefined): string {
  const lines = [`Vendor-Risk API     ${env.baseUrl}`, `Swagger UI          ${env.baseUrl}/docs`];
  if (version !== undefined) lines.push(`Database            ${postgresNote(version, new Date())}`);
  if (version !== undefined && env.isLocal)
    lines.push('Reachable from      this machine only; EMBEDDED_ON_NETWORK=on and HOST=0.0.0.0 open it to the network');
  if (demo) {
    lines.push(`Demo client id      ${demo.clientId}`);
    lines.push(
      demo.clientSecret === undefined
        ? `Demo client secret  shown at the first start; create a new one with: vendor-risk credential rotate ${demo.clientId}`
        : `Demo client secret  ${demo.clientSecret}  (shown only once)`,
    );
  }
  if (env.WORKERS > 1 && env.REDIS_URL === undefined) {
    lines.push(
      `Without REDIS_URL each of the ${env.WORKERS} workers counts calls separately: effective rate limits are up to ${env.WORKERS} times as high.`,
    );
  }
  const note = nodeNote(process.versions.node, new Date());
  if (note !== undefined) lines.push(note);
  return `${lines.join('\n')}\n`;
}

/** The port to listen on. Fails early when it is in use, before a database is started. */
async function freePort(env: Env): Promise<number> {
  return new Promise((free, taken) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${error.code ?? error.message})`;
      taken(new ConfigurationError(`Port ${env.PORT} on ${env.HOST} ${reason}; set PORT or HOST to another one.`));
    });
    probe.listen(env.PORT, env.HOST, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => free(port));
    });
  });
}
