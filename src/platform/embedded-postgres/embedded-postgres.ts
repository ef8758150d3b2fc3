import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#platform/config/free-port';
import { LOCK_IDS } from '#platform/database/locks';
import { binaries } from './binaries';
import { accountOf, createCluster, dropForeignPidFile, launch, livePort, startedByAnother, stop, type Cluster } from './cluster';
import { clusterHome, usableFolder } from './cluster-home';
import { asSuperuser, databaseUrl, readPasswords, withClient, type Passwords } from './superuser';
import { postgresAccount } from './unix-account';

const DATABASE = 'vendor_risk';
const SERVICE_LOGIN = 'vendor_risk_app';

/** A PostgreSQL that comes with the project, for machines that have none. */
export interface RunningPostgres {
  /** Owner of the schema: migrations only. */
  adminUrl: string;
  /** What the service connects with; it owns nothing and bypasses nothing. */
  serviceUrl: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Extra server settings, such as `fsync=off` for throw-away clusters. */
  settings?: readonly string[];
  /** Where it listens, if that matters to somebody. */
  port?: number;
}

/** Starts the cluster under dataDir, creating it first where there is none; one that runs already is used as it is. */
export async function startEmbeddedPostgres(dataDir: string, options: EmbeddedOptions = {}): Promise<RunningPostgres> {
  const home = await usableFolder(dataDir);
  const cluster = await clusterOf(home);
  const passwords = await readPasswords(home);
  if (!existsSync(join(cluster.folder, 'PG_VERSION'))) await createCluster(cluster, passwords);
  const port = await portOf(cluster, passwords, options);
  await ensureDatabase(port, passwords);
  return {
    adminUrl: databaseUrl('postgres', passwords.admin, port, DATABASE),
    serviceUrl: databaseUrl(SERVICE_LOGIN, passwords.service, port, DATABASE),
    stop: () => stop(cluster),
  };
}

/** Lets the service log in; its rights come from the role that the migrations make. */
export async function ensureServiceLogin(running: RunningPostgres): Promise<void> {
  const password = decodeURIComponent(new URL(running.serviceUrl).password);
  await withClient(running.adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_IDS.serviceLogin]); // two at once would trip over each other; it ends with the connection
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVICE_LOGIN]);
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${SERVICE_LOGIN} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD ${client.escapeLiteral(password)}`);
    await client.query(`GRANT vendor_risk_service TO ${SERVICE_LOGIN}`);
  });
}

async function clusterOf(home: string): Promise<Cluster> {
  const account = postgresAccount();
  const place = await clusterHome(home, account);
  const folder = join(place, 'postgres');
  const owner = await accountOf(folder, account);
  return { folder, account: owner, bin: await binaries(owner, place) };
}

/** The port of the running cluster, started where it is not running. */
async function portOf(cluster: Cluster, passwords: Passwords, options: EmbeddedOptions): Promise<number> {
  const live = await livePort(cluster.folder, passwords);
  if (live !== undefined) return live;
  await dropForeignPidFile(cluster.folder);
  const port = options.port ?? (await freePort());
  try {
    await launch(cluster, port, options.settings ?? []);
    return port;
  } catch (error) {
    // Another process may have been quicker; then its cluster serves us too.
    const other = await startedByAnother(cluster.folder, passwords);
    if (other === undefined) throw error;
    return other;
  }
}

async function ensureDatabase(port: number, passwords: Passwords): Promise<void> {
  await asSuperuser(port, passwords, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}
