import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureServiceLogin, startEmbeddedPostgres, type RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { migrate } from '#platform/database/migrate';
import { run } from './database';
import { msUntil } from './wait';

const exec = promisify(execFile);

/** A separate cluster in a temporary folder, with a standby that follows it by streaming replication. */
export class ReplicatedPostgres {
  private constructor(
    private readonly folder: string,
    readonly primary: RunningPostgres,
    public standby: RunningPostgres,
  ) {}

  static async start(settings: readonly string[] = []): Promise<ReplicatedPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-replicated-'));
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'primary'));
    const draft = await startEmbeddedPostgres(join(folder, 'primary'));
    await migrate(draft.adminUrl);
    await ensureServiceLogin(draft);
    await draft.stop();
    await exec('cp', ['-a', join(folder, 'primary'), join(folder, 'standby')]);

    const primary = await startEmbeddedPostgres(join(folder, 'primary'), { port: 0, settings });
    const { port, password } = new URL(primary.adminUrl);
    const standby = join(folder, 'standby/postgres');
    writeFileSync(join(standby, 'standby.signal'), '');
    appendFileSync(
      join(standby, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${decodeURIComponent(password)}'\n`,
    );
    const replicated = new ReplicatedPostgres(
      folder,
      primary,
      await startEmbeddedPostgres(join(folder, 'standby'), { port: 0, settings: [...settings, 'wal_retrieve_retry_interval=200ms'] }),
    );
    await msUntil(() => replicated.isStreaming(), 20_000);
    return replicated;
  }

  /** Kills a server, like a crash. */
  async kill(which: 'primary' | 'standby'): Promise<void> {
    const pid = Number(readFileSync(join(this.folder, which, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    await msUntil(() => Promise.resolve(!isAlive(pid)), 10_000);
  }

  /** Restarts the standby. */
  async restartStandby(settings: readonly string[] = []): Promise<void> {
    const port = Number(new URL(this.standby.adminUrl).port);
    this.standby = await startEmbeddedPostgres(join(this.folder, 'standby'), { settings, port });
  }

  /** Promotes the standby. */
  async promote(): Promise<void> {
    await run(this.standby.adminUrl, 'SELECT pg_promote()');
  }

  /** Pauses replay: the standby receives changes but does not show them. */
  pauseReplay(): Promise<void> {
    return run(this.standby.adminUrl, 'SELECT pg_wal_replay_pause()');
  }

  resumeReplay(): Promise<void> {
    return run(this.standby.adminUrl, 'SELECT pg_wal_replay_resume()');
  }

  async stop(): Promise<void> {
    for (const server of [this.standby, this.primary]) await server.stop().catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async isStreaming(): Promise<boolean> {
    return run(this.primary.adminUrl, `SELECT 1 / count(*) FROM pg_stat_replication WHERE state = 'streaming'`).then(
      () => true,
      () => false,
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
