import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** A PostgreSQL server that can be killed, suspended and started again. */
export class Postmaster {
  private constructor(
    private readonly adminUrl: string,
    private readonly folder: string,
    private readonly program: { path: string; args: string[]; uid: number; gid: number },
  ) {}

  static async of({ adminUrl }: { adminUrl: string }): Promise<Postmaster> {
    const folder = await folderOf(adminUrl);
    const pid = pidIn(folder);
    const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    const { uid, gid } = statSync(`/proc/${pid}`);
    return new Postmaster(adminUrl, folder, { path: readlinkSync(`/proc/${pid}/exe`), args, uid, gid });
  }

  /** Kills all its processes at once, like a power failure. */
  kill(): void {
    const postmaster = pidIn(this.folder);
    for (const pid of [postmaster, ...childrenOf(postmaster)]) signal(pid, 'SIGKILL');
  }

  /** Suspends all its processes. */
  freeze(): () => void {
    const postmaster = pidIn(this.folder);
    const all = [postmaster, ...childrenOf(postmaster)];
    for (const pid of all) signal(pid, 'SIGSTOP');
    return () => {
      for (const pid of all) signal(pid, 'SIGCONT');
    };
  }

  /** Starts it and waits until it accepts connections. */
  async start(): Promise<void> {
    const { path, args, uid, gid } = this.program;
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const child = spawn(path, args, { uid, gid, cwd: '/', stdio: 'ignore', detached: true });
      child.unref();
      while (child.exitCode === null && child.signalCode === null) {
        const isUp = await asked(this.adminUrl, 'SELECT 1').then(
          () => true,
          () => false,
        );
        if (isUp) return;
        await pause(25);
      }
      await pause(50); // the old processes are still exiting
    }
    throw new Error('PostgreSQL did not restart.');
  }
}

/** Runs a statement on a new connection and returns its first row. */
export async function asked<Row>(url: string, sql: string, params: unknown[] = []): Promise<Row> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql, params)).rows[0] as Row;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The process that starts all others of a PostgreSQL. */
export async function postmasterOf({ adminUrl }: { adminUrl: string }): Promise<number> {
  return pidIn(await folderOf(adminUrl));
}

async function folderOf(adminUrl: string): Promise<string> {
  return (await asked<{ data_directory: string }>(adminUrl, 'SHOW data_directory')).data_directory;
}

function pidIn(folder: string): number {
  return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent;
      } catch {
        return false; // it has just exited
      }
    });
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has already exited
  }
}
