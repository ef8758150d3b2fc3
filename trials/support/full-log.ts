import { execFileSync } from 'node:child_process';
import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { asked } from '../../bench/postmaster';
import { round, type Report } from './report';
import { fill, until, withSmallDisk } from './small-disk';
import { MAX_RECOVERY_MS, Stage } from './stage';

/** No space for the write-ahead log: PostgreSQL shuts down, as its manual says. The operator frees space and starts it again. */
export function fullLog(report: Report): Promise<void> {
  return withSmallDisk(report, 'full disk of the write-ahead log', async (data, disk) => {
    await moveLog(data, join(disk, 'log'));
    await Stage.with(report, data, (stage) => play(stage, join(disk, 'ballast')));
  });
}

async function moveLog(data: string, place: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(data, { port: 0 });
  const { data_directory: cluster } = await asked<{ data_directory: string }>(postgres.adminUrl, 'SHOW data_directory');
  await postgres.stop();
  const log = join(cluster, 'pg_wal');
  execFileSync('mv', [log, place]);
  symlinkSync(place, log);
}

async function play(stage: Stage, ballast: string): Promise<void> {
  const { adminUrl } = stage.environment.postgres;
  const writers = stage.writers();
  writers.begin();
  await pause(2000);
  const before = writers.statuses.get('200') ?? 0;
  fill(ballast);
  // Preallocated segments are used up first; this speeds it up.
  const isDown = () =>
    asked(adminUrl, 'SELECT pg_switch_wal()').then(
      () => false,
      () => true,
    );
  const stopped = await until(isDown);
  const refused = await stage.read();
  const live = await stage.isLive();
  unlinkSync(ballast);
  await stage.postmaster.start();
  const recovered = await stage.recovered(writers);
  await writers.end();
  stage.report.say(
    'full disk of the write-ahead log',
    `PostgreSQL ${stopped ? 'stopped' : 'kept running'}; ${before} writes accepted before`,
    stopped && before > 0,
  );
  stage.report.say('  while it is down', `reads ${refused}, liveness ${live ? 'ok' : 'FAILED'}`, refused === 503 && live);
  stage.report.say('  recovery after PostgreSQL is up', `${round(recovered)} ms`, recovered < MAX_RECOVERY_MS);
  stage.reportAnswers(writers, ['200', '503']);
  await stage.reportLosses(writers);
}
