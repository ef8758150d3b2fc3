import { byOperator, bySystem } from '#platform/audit/audit-call';
import { recordAsOwner } from '#platform/audit/record-as-owner';
import { ConfigurationError, readEnv, type Env } from '#platform/config/env';
import { connected } from '#platform/database/connected';
import { ensureKeyFile } from '#platform/encryption/key-file';
import { MIN_POSTGRES_VERSION } from './binaries';
import { takeLease } from './cluster-lease';
import { ensureServiceLogin, startEmbeddedPostgres } from './embedded-postgres';
import { migrate } from '#platform/database/migrate';

/** Who opens the database. */
type Role = 'server' | 'command';

export interface OpenDatabase {
  /** For the service. */
  url: string;
  /** For migrations. */
  migrationUrl: string;
  /** The key file of an embedded database. */
  encryptionKeyFile?: string;
  /** Brings the schema up to date and returns the names of the migrations that ran. */
  migrate(): Promise<string[]>;
  /** Of an embedded PostgreSQL, such as 18.4. */
  version?: string;
  /** Closes the database. The last user stops an embedded one. */
  close(): Promise<void>;
}

/** Opens the database of DATABASE_URL, or an embedded one under DATA_DIR, which commands share with a running server. */
export async function openDatabase(env: Env, role: Role, onCreate?: () => void): Promise<OpenDatabase> {
  return env.DATABASE_URL === undefined ? openEmbedded(env, role, onCreate) : openGiven(role, env.DATABASE_URL, env.DATABASE_MIGRATION_URL);
}

/** Adds the settings that the opened database needs. */
export function useDatabase(env: Env, { url, migrationUrl, encryptionKeyFile }: OpenDatabase): void {
  env.DATABASE_URL = url;
  env.DATABASE_MIGRATION_URL = migrationUrl;
  if (encryptionKeyFile !== undefined) env.ENCRYPTION_KEY ??= readEnv({ ENCRYPTION_KEY_FILE: encryptionKeyFile }).ENCRYPTION_KEY;
}

async function openEmbedded(env: Env, role: Role, onCreate?: () => void): Promise<OpenDatabase> {
  const running = await startEmbeddedPostgres(env.DATA_DIR, { bin: env.POSTGRES_BIN, onCreate });
  const lease = await takeLease(running.adminUrl, role, env.DATA_DIR);
  const encryptionKeyFile = await ensureKeyFile(env.DATA_DIR);
  return {
    url: running.serviceUrl,
    encryptionKeyFile,
    version: running.version,
    migrationUrl: running.adminUrl,
    migrate: async () => {
      const done = await migrateAndRecord(running.adminUrl, role);
      await ensureServiceLogin(running);
      return done;
    },
    close: async () => {
      if (await lease.release()) await running.stop();
    },
  };
}

async function openGiven(role: Role, url: string, migrationUrl = url): Promise<OpenDatabase> {
  const version = await connected(migrationUrl, async (client) => {
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    return rows[0]?.version ?? 'unknown';
  }).catch((error: unknown) => {
    throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${(error as Error).message}.`);
  });
  if (Number.parseInt(version, 10) < MIN_POSTGRES_VERSION)
    throw new ConfigurationError(`The database of DATABASE_URL is PostgreSQL ${version}; ${MIN_POSTGRES_VERSION} or newer is required.`);
  return { url, migrationUrl, migrate: () => migrateAndRecord(migrationUrl, role), close: () => Promise.resolve() };
}

async function migrateAndRecord(url: string, role: Role): Promise<string[]> {
  const done = await migrate(url);
  if (done.length === 0) return done;
  const by = role === 'server' ? bySystem('db migrate') : byOperator('db migrate');
  await connected(url, (client) => recordAsOwner(client, by, { targets: done.map((id) => ({ type: 'migration', id })) }));
  return done;
}
