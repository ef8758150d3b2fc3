import { Client } from 'pg';
import type { Env } from '#platform/config/env';
import { ConfigurationError } from '#platform/config/env';
import { attachEmbeddedPostgres, ensureServiceLogin, startEmbeddedPostgres } from './embedded-postgres';
import { migrate } from './migrate';

export interface OpenDatabase {
  /** What the service connects with. */
  url: string;
  /** What migrations run with. */
  migrationUrl: string;
  /** Whether this very process started the server. */
  embedded: boolean;
  close(): Promise<void>;
}

/** The database of the settings, ready for use: the given one, or an embedded one under DATA_DIR; migrated either way. */
export async function openDatabase(env: Env): Promise<OpenDatabase> {
  const database = await connect(env);
  await migrate(database.migrationUrl);
  return database;
}

/** For commands that run beside the server: its embedded database when it is up, else the same as openDatabase. */
export async function joinDatabase(env: Env): Promise<OpenDatabase> {
  if (!env.embedded) return openDatabase(env);
  const running = await attachEmbeddedPostgres(env.DATA_DIR);
  if (!running) return openDatabase(env);
  return { url: running.serviceUrl, migrationUrl: running.adminUrl, embedded: true, close: () => running.stop() };
}

async function connect(env: Env): Promise<OpenDatabase> {
  if (env.DATABASE_URL === undefined) {
    const running = await startEmbeddedPostgres(env.DATA_DIR);
    await migrate(running.adminUrl);
    await ensureServiceLogin(running);
    return { url: running.serviceUrl, migrationUrl: running.adminUrl, embedded: true, close: () => running.stop() };
  }
  const migrationUrl = env.DATABASE_MIGRATION_URL ?? env.DATABASE_URL;
  const client = new Client({ connectionString: migrationUrl, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${(error as Error).message}.`);
  }
  return { url: env.DATABASE_URL, migrationUrl, embedded: false, close: () => Promise.resolve() };
}
