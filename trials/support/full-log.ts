import { execFileSync } from 'node:child_process';
import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { asked } from './processes';
import { round, type Report } from './report';
import { fill, until, withSmallDisk } from './small-disk';
import { RECOVERS_WITHIN_MS, Stage } from './stage';

/** No room for the write-ahead log: PostgreSQL stops by itself, as its manual says. Whoever runs it makes room and starts it. */
export function fullLog(report: Report): Promise<void> {
  return withSmallDisk(report, 'a disk of the log that is full', async (data, disk) => {
    await moveLog(data, join(disk, 'log'));
    await Stage.with(report, data, (stage) => play(stage, join(disk, 'ballast')));
  });
}

async function moveLog(data: string, place: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(data);
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
  // Segments that lie ready are used up first, which this hastens.
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
    'a disk of the log that is full',
    `PostgreSQL ${stopped ? 'stopped' : 'went on'}; ${before} writes accepted before`,
    stopped && before > 0,
  );
  stage.report.say('  meanwhile', `reads ${refused}, liveness ${live ? 'green' : 'red'}`, refused === 503 && live);
  stage.report.say('  answering after PostgreSQL was up', `${round(recovered)} ms`, recovered < RECOVERS_WITHIN_MS);
  stage.reportAnswers(writers, ['200', '503']);
  await stage.reportLosses(writers);
}
