import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, lchown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ConfigurationError } from '#platform/config/env';
import { ignoreExisting } from './ignore-existing';
import { asSuperuser, type Passwords, type Place } from './superuser';
import type { UnixAccount } from './unix-account';

const run = promisify(execFile);
/** How long a server may take to start. */
const START_SECONDS = 60;
/** How long one may take to stop, until it is stopped the hard way. */
const STOP_SECONDS = 10;
/** The first version with locales of its own. */
const BUILTIN_LOCALES = 17;

/** A cluster on disk: its folder, the folder of the PostgreSQL programs, and the account that runs them. */
export interface Cluster {
  folder: string;
  bin: string;
  /** The major version of these programs. */
  major: number;
  account: UnixAccount | undefined;
}

/** As root, PostgreSQL runs as the owner of the cluster. */
export async function accountOf(folder: string, account: UnixAccount | undefined): Promise<UnixAccount | undefined> {
  if (!account || !existsSync(folder)) return account;
  const { uid, gid } = await stat(folder);
  return { uid, gid };
}

/** Creates the cluster in a temporary folder and renames it, so that a killed start leaves nothing incomplete. */
export async function createCluster({ folder, bin, account, major }: Cluster, passwords: Passwords): Promise<void> {
  const suffix = randomBytes(8).toString('hex');
  const draft = `${folder}.new-${suffix}`;
  const passwordFile = `${folder}.password-${suffix}`;
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, passwords.admin, { mode: 0o600, flag: 'wx' });
  if (account) {
    await lchown(draft, account.uid, account.gid);
    await lchown(passwordFile, account.uid, account.gid);
  }
  try {
    const args = [
      ...['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8'],
      ...(major < BUILTIN_LOCALES ? ['--lc-ctype=C.UTF-8', '--lc-collate=C'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
      ...['--locale=C', '--no-instructions'],
    ];
    await run(join(bin, 'initdb'), args, { ...account, cwd: '/' }).catch((error: unknown) => {
      throw new ConfigurationError(`The database cannot be created in ${folder}: ${reasonOf(error)}.`);
    });
    await rename(draft, folder).catch(ignoreExisting);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** The first error that a program printed: what follows comes from it. */
function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  return /(?:FATAL|PANIC|error): +(.+)/.exec(stderr)?.[1] ?? message;
}

export async function launch({ folder, bin, account }: Cluster, place: Place, settings: readonly string[]): Promise<void> {
  await chmod(folder, 0o700);
  // A new database has no statistics: analyze tables soon, so that plans are good after the first large imports.
  const flags = [
    ...(place.folder === undefined ? ['listen_addresses=127.0.0.1', 'unix_socket_directories='] : ['listen_addresses=']),
    ...['shared_buffers=256MB', 'max_connections=100', 'autovacuum_naptime=10s', ...settings],
  ];
  // In the folder of the cluster, which is PostgreSQL's working directory and which only its account can enter.
  const socket = place.folder === undefined ? [] : ['-k', '.'];
  const server = [`-p ${place.port}`, ...socket, ...flags.map((setting) => `-c ${setting}`)].join(' ');
  const log = join(folder, 'server.log');
  try {
    await run(join(bin, 'pg_ctl'), ['start', '-D', folder, '-w', '-t', String(START_SECONDS), '-l', log, '-o', server], {
      ...account,
      cwd: '/',
    });
  } catch (error) {
    const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' | ') : String(error);
    throw new ConfigurationError(`The embedded PostgreSQL did not start: ${tail}`);
  }
}

/** A server whose disk is full does not end in an orderly way; the next start recovers it. */
export async function stop({ folder, bin, account }: Cluster): Promise<void> {
  const stopBy = (mode: string) =>
    run(join(bin, 'pg_ctl'), ['stop', '-D', folder, '-m', mode, '-w', '-t', String(STOP_SECONDS)], { ...account, cwd: '/' });
  await stopBy('fast').catch(() => stopBy('immediate'));
}

/** Where our running postmaster listens, from its pid file; undefined when it is not running. */
export async function livePlace(folder: string, passwords: Passwords): Promise<Place | undefined> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const place = runningPlace(folder);
    if (place === undefined) return undefined;
    try {
      await asSuperuser(place, passwords, (client) => client.query('SELECT 1'));
      return place;
    } catch (error) {
      // Retry while it starts or shuts down. Any other error means that our server is not running.
      if ((error as { code?: string }).code !== '57P03') return undefined;
      await pause(250);
    }
  }
  return undefined;
}

/** Where a server listens that another process is starting. Its pid file exists before it accepts connections; it removes the file if it fails. */
export async function startedByAnother(folder: string, passwords: Passwords): Promise<Place | undefined> {
  for (let attempt = 0; attempt < START_SECONDS && existsSync(join(folder, 'postmaster.pid')); attempt += 1) {
    const place = await livePlace(folder, passwords);
    if (place !== undefined) return place;
    await pause(1000);
  }
  return undefined;
}

/** After a crash the pid in the file may belong to another process by now, which PostgreSQL would mistake for its own. */
export async function dropForeignPidFile(folder: string): Promise<void> {
  const [pid] = pidFile(folder);
  if (pid !== undefined && isAlive(Number(pid)) && !isOurs(pid, folder)) await rm(join(folder, 'postmaster.pid'));
}

/** What the pid file says, if the process that it names is the server of this folder. After a crash, others may listen on its port. */
function runningPlace(folder: string): Place | undefined {
  const [pid, , , port, socketFolder] = pidFile(folder);
  if (pid === undefined || !Number(port) || !isAlive(Number(pid)) || !isOurs(pid, folder)) return undefined;
  return { port: Number(port), ...(socketFolder === '.' && { folder }) };
}

/** The lines of postmaster.pid: pid, folder, start time, port, folder of the socket. */
function pidFile(folder: string): string[] {
  const file = join(folder, 'postmaster.pid');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim())
    : [];
}

/** Whether a process is a PostgreSQL of the account that owns the folder. Where there is no /proc, unknown. */
function isOurs(pid: string, folder: string): boolean {
  if (!existsSync('/proc/self')) return true;
  try {
    return statSync(`/proc/${pid}`).uid === statSync(folder).uid && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false; // it has just ended
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
