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

/** A PostgreSQL packaged with the project, for machines without one. */
export interface RunningPostgres {
  /** The owner of the schema; used only for migrations. */
  adminUrl: string;
  /** The login of the service; it owns nothing and does not bypass row-level security. */
  serviceUrl: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Extra server settings, such as `fsync=off` for temporary clusters. */
  settings?: readonly string[];
  /** The port to listen on; a free one by default. */
  port?: number;
}

/** Starts the cluster under dataDir, and creates it first if there is none; a running one is reused. */
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

/** Creates the login of the service; its privileges come from the role that the migrations create. */
export async function ensureServiceLogin(running: RunningPostgres): Promise<void> {
  const password = decodeURIComponent(new URL(running.serviceUrl).password);
  await withClient(running.adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_IDS.serviceLogin]); // concurrent starts would conflict; the lock ends with the connection
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

/** The port of the cluster, which is started if it is not running. */
async function portOf(cluster: Cluster, passwords: Passwords, options: EmbeddedOptions): Promise<number> {
  const live = await livePort(cluster.folder, passwords);
  if (live !== undefined) return live;
  await dropForeignPidFile(cluster.folder);
  const port = options.port ?? (await freePort());
  try {
    await launch(cluster, port, options.settings ?? []);
    return port;
  } catch (error) {
    // Another process may have started the cluster first: use it.
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
