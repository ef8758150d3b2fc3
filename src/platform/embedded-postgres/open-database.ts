import { Client } from 'pg';
import { ConfigurationError, type Env } from '#platform/config/env';
import { ensureKeyFile } from '#platform/encryption/key-file';
import { takeLease } from './cluster-lease';
import { ensureServiceLogin, startEmbeddedPostgres } from './embedded-postgres';
import { migrate } from '#platform/database/migrate';

const OLDEST_POSTGRES = 15;

export interface OpenDatabase {
  /** What the service connects with. */
  url: string;
  /** What migrations run with. */
  migrationUrl: string;
  /** The key file of an embedded database. */
  encryptionKeyFile?: string;
  /** Brings the schema up to date; the names of the migrations that were missing. */
  migrate(): Promise<string[]>;
  /** Lets go of it. An embedded one is stopped by the last who used it. */
  close(): Promise<void>;
}

/** The database of the settings: the given one, or an embedded one under DATA_DIR, which commands share with a running server. */
export async function openDatabase(env: Env, role: 'server' | 'command'): Promise<OpenDatabase> {
  return env.DATABASE_URL === undefined ? openEmbedded(env, role) : openGiven(env.DATABASE_URL, env.DATABASE_MIGRATION_URL);
}

/** Completes the settings with what the database that was opened needs. */
export function useDatabase(env: Env, { url, encryptionKeyFile }: OpenDatabase): void {
  env.DATABASE_URL = url;
  if (env.ENCRYPTION_KEY === undefined && encryptionKeyFile !== undefined) env.ENCRYPTION_KEY_FILE ??= encryptionKeyFile;
}

async function openEmbedded(env: Env, role: 'server' | 'command'): Promise<OpenDatabase> {
  const running = await startEmbeddedPostgres(env.DATA_DIR);
  const lease = await takeLease(running.adminUrl, role, env.DATA_DIR);
  const encryptionKeyFile = await ensureKeyFile(env.DATA_DIR);
  return {
    url: running.serviceUrl,
    encryptionKeyFile,
    migrationUrl: running.adminUrl,
    migrate: async () => {
      const done = await migrate(running.adminUrl);
      await ensureServiceLogin(running);
      return done;
    },
    close: async () => {
      if (await lease.release()) await running.stop();
    },
  };
}

async function openGiven(url: string, migrationUrl = url): Promise<OpenDatabase> {
  const client = new Client({ connectionString: migrationUrl, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    const version = rows[0]?.version ?? 'unknown';
    if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
      throw new ConfigurationError(`The database of DATABASE_URL is PostgreSQL ${version}; ${OLDEST_POSTGRES} or newer is needed.`);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${(error as Error).message}.`);
  } finally {
    await client.end();
  }
  return { url, migrationUrl, migrate: () => migrate(migrationUrl), close: () => Promise.resolve() };
}
