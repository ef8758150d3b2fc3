import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { Client } from 'pg';
import { ensureServiceLogin, startEmbeddedPostgres, type RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { migrate } from '#platform/database/migrate';
import { readEnv } from '#platform/config/env';
import { projectRoot } from '#platform/config/project-root';
import { freePort } from '#platform/config/free-port';
import { createApp } from '../src/server/create-app';

/** The flags of npm start. The reference servers get them too. */
const NODE_FLAGS = startFlags();

/** The bench measures the service, not its limits. */
const WIDE_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  CALLS_IN_FLIGHT: '10000',
  MAX_CONNECTIONS_PER_ADDRESS: '10000',
  TOKEN_REQUESTS_PER_MINUTE: '1000000',
};

/** A server under test: its address and its process. */
export interface Server {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** What a run needs: a PostgreSQL in a temporary folder, and servers on free ports. */
export class Environment {
  private readonly servers: Server[] = [];

  private constructor(
    readonly postgres: RunningPostgres,
    /** Connected as the owner of the tables, who bypasses row-level security: for the reference measurements. */
    readonly admin: Client,
    /** The service inside this process, to load data without starting a command, and to record its statements. */
    readonly application: INestApplication,
    readonly inside: Server,
    private readonly discard: () => void,
  ) {}

  /** A folder passed in is kept and reused by the next run. */
  static async start(kept?: string): Promise<Environment> {
    const folder = kept ?? mkdtempSync(join(tmpdir(), 'vendor-risk-bench-'));
    if (!kept) chmodSync(folder, 0o755);
    const postgres = await startEmbeddedPostgres(folder, {
      port: 0,
      settings: ['shared_buffers=2GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min', 'work_mem=32MB'],
    });
    const discard = () => {
      if (!kept) rmSync(folder, { recursive: true, force: true });
    };
    try {
      return await Environment.on(postgres, discard);
    } catch (error) {
      await postgres.stop();
      discard();
      throw error;
    }
  }

  private static async on(postgres: RunningPostgres, discard: () => void): Promise<Environment> {
    await migrate(postgres.adminUrl);
    await ensureServiceLogin(postgres);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const application = await createApp(
      readEnv({
        PORT: String(port),
        PUBLIC_BASE_URL: url,
        DATABASE_URL: postgres.serviceUrl,
        LOG_LEVEL: 'error',
        ...WIDE_LIMITS,
      }),
    );
    await application.listen(port, '127.0.0.1');
    const admin = new Client({ connectionString: postgres.adminUrl });
    await admin.connect();
    const inside = { url, pid: process.pid, stop: () => Promise.resolve() };
    return new Environment(postgres, admin, application, inside, discard);
  }

  /** The service as shipped, with every feature on. Its log is discarded, or written to the given file descriptor. */
  service(settings: Record<string, string> = {}, log?: number): Promise<Server> {
    const defaults = {
      DEMO_DATA: 'off',
      LOG_LEVEL: 'info',
      ...WIDE_LIMITS,
      DATABASE_MIGRATION_URL: this.postgres.adminUrl,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
    return this.launch('src/main.js', { ...defaults, ...settings }, log);
  }

  reference(script: string, settings: Record<string, string> = {}): Promise<Server> {
    return this.launch(`bench/reference/${script}.js`, settings);
  }

  cli(args: readonly string[]): Promise<string> {
    return runCli(args, this.postgres);
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await server.stop();
    await this.application.close();
    await this.admin.end();
    await this.postgres.stop();
    this.discard();
  }

  private async launch(script: string, settings: Record<string, string>, log?: number): Promise<Server> {
    const port = Number(settings.PORT ?? (await freePort()));
    const child = spawn(process.execPath, [...NODE_FLAGS, join(projectRoot(), 'dist', script)], {
      env: {
        ...baseEnv(),
        PORT: String(port),
        HOST: '127.0.0.1',
        ENCRYPTION_KEY: 'none',
        PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
        DATABASE_URL: this.postgres.serviceUrl,
        ...settings,
      },
      stdio: ['ignore', log ?? 'ignore', 'inherit'],
    });
    const server = { url: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => end(child) };
    this.servers.push(server);
    await ready(server.url);
    return server;
  }
}

/** Runs a command of the service on a database and returns its output. */
export function runCli(args: readonly string[], { serviceUrl, adminUrl }: RunningPostgres): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(projectRoot(), 'dist/src/cli.js'), ...args], {
      env: { ...baseEnv(), DATABASE_URL: serviceUrl, DATABASE_MIGRATION_URL: adminUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('close', (code) => {
      if (code === 0) done(output);
      else failed(new Error(`${args.join(' ')}: ${errors}`));
    });
  });
}

/** Resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

/** Peak resident memory since the last forgetPeak. */
export function peakMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

function statusMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${field}:`));
  return Number(line?.replaceAll(/\D/g, '') ?? 0) / 1024;
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--\S+/g) ?? [];
}

function baseEnv(): Record<string, string | undefined> {
  return { PATH: process.env.PATH, HOME: process.env.HOME };
}

async function ready(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (
      await fetch(`${url}/health/live`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await pause(50);
  }
  throw new Error(`${url} did not start.`);
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      done();
      return;
    }
    child.once('close', () => {
      done();
    });
    child.kill('SIGTERM');
  });
}
