import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '#platform/config/free-port';
import { msUntil } from '../support/wait';

/** A real PgBouncer in transaction mode on a free port. */
export class PgBouncer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private target: string,
    private readonly poolSize: number,
  ) {}

  static async start(target: string, poolSize: number): Promise<PgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-pgbouncer-'));
    chmodSync(folder, 0o755);
    const bouncer = new PgBouncer(folder, await freePort(), target, poolSize);
    bouncer.configure();
    // PgBouncer refuses to run as root.
    const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    bouncer.child = spawn('pgbouncer', ['-q', ...account, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
    await msUntil(() => answers(bouncer.url), 10_000);
    return bouncer;
  }

  /** The URL a service uses instead of the target's own. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String(this.port);
    return url.href;
  }

  /** Switches to another server. */
  leadTo(target: string): void {
    this.target = target;
    this.configure();
    this.child?.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    if (this.child?.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private configure(): void {
    const { hostname, port, pathname, username, password } = new URL(this.target);
    const users = join(this.folder, 'users.txt');
    writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
    writeFileSync(
      join(this.folder, 'pgbouncer.ini'),
      [
        '[databases]',
        `${pathname.slice(1)} = host=${hostname} port=${port}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${this.port}`,
        'unix_socket_dir =',
        'pool_mode = transaction',
        'auth_type = scram-sha-256',
        `auth_file = ${users}`,
        `default_pool_size = ${this.poolSize}`,
        'max_client_conn = 500',
        'server_login_retry = 1',
        'query_wait_timeout = 10',
      ].join('\n'),
    );
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
