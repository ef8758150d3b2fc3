import { execFileSync } from 'node:child_process';
import { statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { round, type Report } from './report';
import { fill, until, withSmallDisk } from './small-disk';
import { MAX_RECOVERY_MS, Stage } from './stage';
import type { Call } from './writers';

/** Reads without and with a body. */
const READS: Call[] = [
  ({ vendorGroups }) => vendorGroups.list().page(),
  ({ questionnaires }) => questionnaires.listTemplates().page(),
  ({ vendors }) => vendors.list().page(),
  ({ observations }) => observations.list().page(),
];

/** A full disk: the tables are on a small separate disk, and a ballast file fills the rest of it. */
export function fullDisk(report: Report): Promise<void> {
  return withSmallDisk(report, 'full disk', async (data, disk) => {
    await moveTables(data, disk);
    await Stage.with(report, data, (stage) => play(stage, join(disk, 'ballast')));
  });
}

/** The write-ahead log stays on the original disk. */
async function moveTables(data: string, disk: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(data, { port: 0 });
  const url = new URL(postgres.adminUrl);
  const database = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const { uid, gid } = statSync(rows[0]?.data_directory ?? data);
  execFileSync('chown', [`${uid}:${gid}`, disk]);
  await client.query(`CREATE TABLESPACE small LOCATION ${client.escapeLiteral(disk)}`);
  await client.query(`ALTER DATABASE ${database} SET TABLESPACE small`);
  await client.end();
  await postgres.stop();
}

async function play(stage: Stage, ballast: string): Promise<void> {
  const writers = stage.writers();
  writers.begin();
  await pause(2000);
  const before = writers.statuses.get('200') ?? 0;
  fill(ballast);
  await until(() => writers.reasons.has('503 DATABASE_FULL'));
  const reads: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const call of READS) reads.push(await stage.read(call));
    await pause(200);
  }
  const live = await stage.isLive();
  unlinkSync(ballast);
  const freed = performance.now();
  const succeeded = writers.statuses.get('200') ?? 0;
  while ((writers.statuses.get('200') ?? 0) < succeeded + 3 && performance.now() - freed < 30_000) await pause(10);
  const recovered = performance.now() - freed;
  await writers.end();
  stage.report.say(
    'full disk',
    `${writers.statuses.get('503') ?? 0} writes refused (${[...writers.reasons].sort().join(', ')}), ${before} accepted before`,
    writers.reasons.has('503 DATABASE_FULL') && before > 0,
  );
  const read = reads.filter((status) => status === 200).length;
  stage.report.say(
    '  while it is full',
    `${read} of ${reads.length} reads succeeded, liveness ${live ? 'ok' : 'FAILED'}`,
    read === reads.length && live,
  );
  stage.report.say('  writes work again', `${round(recovered)} ms after space was freed`, recovered < MAX_RECOVERY_MS);
  stage.reportAnswers(writers, ['200', '503']);
  await stage.reportLosses(writers);
}
