import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '#platform/config/env';
import { freePort } from '#platform/config/free-port';
import { connected, type Connection } from '#platform/database/connected';
import { LOCK_IDS } from '#platform/database/locks';
import { binaries, majorOf } from './binaries';
import { accountOf, createCluster, dropForeignPidFile, launch, livePlace, startedByAnother, stop, type Cluster } from './cluster';
import { clusterHome, usableFolder } from './cluster-home';
import { asSuperuser, CONNECT_TIMEOUT_MS, databaseUrl, readPasswords, type Passwords, type Place } from './superuser';
import { postgresAccount } from './unix-account';

const DATABASE = 'vendor_risk';
const SERVICE_LOGIN = 'vendor_risk_app';
/** Only part of the name of a socket. */
const SOCKET_PORT = 5432;
/** In bytes, on every platform that has sockets. */
const MAX_SOCKET_PATH = 103;

/** A PostgreSQL packaged with the project, for machines without one. */
export interface RunningPostgres {
  /** The owner of the schema; used only for migrations. */
  adminUrl: string;
  /** The login of the service; it owns nothing and does not bypass row-level security. */
  serviceUrl: string;
  /** Such as 18.4. */
  version: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Extra server settings, such as `fsync=off` for temporary clusters. */
  settings?: readonly string[];
  /** Listens on this port of the loopback interface, or on a free one for 0, instead of on a socket that only its account can reach. */
  port?: number;
  /** The folder of installed PostgreSQL programs, to use instead of the packaged ones. */
  bin?: string | undefined;
  /** Called before a cluster is created. */
  onCreate?: (() => void) | undefined;
}

/** Starts the cluster under dataDir, and creates it first if there is none; a running one is reused. */
export async function startEmbeddedPostgres(dataDir: string, options: EmbeddedOptions = {}): Promise<RunningPostgres> {
  const home = await usableFolder(dataDir);
  const cluster = await clusterOf(home, options.bin);
  const passwords = await readPasswords(home);
  if (!existsSync(join(cluster.folder, 'PG_VERSION'))) {
    options.onCreate?.();
    await createCluster(cluster, passwords);
  }
  await checkMajor(cluster);
  const place = await placeOf(cluster, passwords, options);
  return {
    adminUrl: databaseUrl('postgres', passwords.admin, place, DATABASE),
    serviceUrl: databaseUrl(SERVICE_LOGIN, passwords.service, place, DATABASE),
    version: await ensureDatabase(place, passwords),
    stop: () => stop(cluster),
  };
}

/** Creates the login of the service; its privileges come from the role that the migrations create. */
export async function ensureServiceLogin(running: RunningPostgres): Promise<void> {
  const password = decodeURIComponent(new URL(running.serviceUrl).password);
  const create = async (client: Connection) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_IDS.serviceLogin]); // concurrent starts would conflict; the lock ends with the connection
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVICE_LOGIN]);
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${SERVICE_LOGIN} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD ${client.escapeLiteral(password)}`);
    await client.query(`GRANT vendor_risk_service TO ${SERVICE_LOGIN}`);
  };
  await connected(running.adminUrl, create, CONNECT_TIMEOUT_MS);
}

async function clusterOf(home: string, installed: string | undefined): Promise<Cluster> {
  const account = postgresAccount();
  const place = await clusterHome(home, account);
  const folder = join(place, 'postgres');
  const owner = await accountOf(folder, account);
  const bin = installed ?? (await binaries(owner, place));
  return { folder, account: owner, bin, major: await majorOf(bin) };
}

/** A cluster runs only with the major version that created it. */
async function checkMajor({ folder, major }: Cluster): Promise<void> {
  const created = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (created === String(major)) return;
  throw new ConfigurationError(
    `The database in ${folder} was created by PostgreSQL ${created}, and these programs are version ${major}: set POSTGRES_BIN to those of version ${created}, or DATA_DIR to another folder.`,
  );
}

/** Where the cluster listens. It is started if it is not running. */
async function placeOf(cluster: Cluster, passwords: Passwords, options: EmbeddedOptions): Promise<Place> {
  const live = await livePlace(cluster.folder, passwords);
  if (live !== undefined) return live;
  await dropForeignPidFile(cluster.folder);
  const place = await newPlace(cluster.folder, options.port);
  try {
    await launch(cluster, place, options.settings ?? []);
    return place;
  } catch (error) {
    // Another process may have started the cluster first: use it.
    const other = await startedByAnother(cluster.folder, passwords);
    if (other === undefined) throw error;
    return other;
  }
}

/** A socket in the cluster's folder, where the platform has sockets and the folder's path is short enough for one. */
async function newPlace(folder: string, port: number | undefined): Promise<Place> {
  const isSocketUsable = process.platform !== 'win32' && Buffer.byteLength(`${folder}/.s.PGSQL.${SOCKET_PORT}`) <= MAX_SOCKET_PATH;
  return port === undefined && isSocketUsable
    ? { folder, port: SOCKET_PORT }
    : { port: port === undefined || port === 0 ? await freePort() : port };
}

/** Creates the service's database if there is none, and returns the version of the server. */
async function ensureDatabase(place: Place, passwords: Passwords): Promise<string> {
  return asSuperuser(place, passwords, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    const { rows } = await client.query<{ version: string }>(`SELECT split_part(current_setting('server_version'), ' ', 1) AS version`);
    return rows[0]?.version ?? 'unknown';
  });
}
