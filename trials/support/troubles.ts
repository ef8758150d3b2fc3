import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { asked } from '../../bench/postmaster';
import { round } from './report';
import { MAX_RECOVERY_MS, type Stage } from './stage';

/** The statement timeout is fifteen seconds. */
const MAX_STATEMENT_MS = 18_000;

/** A read-only database, such as a standby or one set read-only by its operator. The service is restarted while it lasts. */
export async function readOnly(stage: Stage): Promise<void> {
  const writers = stage.writers();
  await stage.recovered(writers); // whatever the first call creates now exists
  await alterSystem(stage, `SET default_transaction_read_only = on`);
  const write = await writers.createGroup('Read only');
  const reads = [await stage.read()];
  await stage.service.killAndRestart();
  reads.push(await stage.read());
  await alterSystem(stage, `RESET default_transaction_read_only`);
  const after = await writers.createGroup('Read only');
  stage.report.say(
    'read-only database',
    `writes ${[...writers.reasons].join(', ')}, reads ${reads[0]}, reads after a restart of the service ${reads[1]}; writes afterwards ${after}`,
    write === 503 && reads.every((read) => read === 200) && after === 200 && writers.reasons.has('503 DATABASE_READ_ONLY'),
  );
}

/** A lock that is never released: the first calls wait for it, the others for a connection. */
export async function locked(stage: Stage): Promise<void> {
  const holder = new Client({ connectionString: stage.environment.postgres.adminUrl });
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE vendor_group`);
  const writers = stage.writers();
  const waits = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const started = performance.now();
      await writers.createGroup(`Locked ${at}`);
      return performance.now() - started;
    }),
  );
  await holder.end();
  const slowest = Math.max(...waits);
  const after = await writers.createGroup('Unlocked');
  stage.report.say(
    'locked table, 20 calls at once',
    `${[...writers.reasons].sort().join(', ')}, the slowest after ${round(slowest)} ms; a write afterwards ${after}`,
    slowest < 8000 && after === 200 && writers.reasons.has('503 LOCK_TIMEOUT') && writers.reasons.has('503 DATABASE_BUSY'),
  );
}

/** Statements that take a minute: they are cancelled at the statement timeout, and reads are not delayed. */
export async function slow(stage: Stage): Promise<void> {
  const { adminUrl } = stage.environment.postgres;
  const body = `BEGIN PERFORM pg_sleep(60); RETURN NEW; END`;
  await asked(adminUrl, `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ ${body} $$`);
  await asked(adminUrl, `CREATE TRIGGER dawdle BEFORE INSERT ON vendor_group FOR EACH ROW EXECUTE FUNCTION dawdle()`);
  const writers = stage.writers();
  const started = performance.now();
  const writes = Promise.all(['One', 'Two', 'Three'].map((name) => writers.createGroup(`Slow ${name}`)));
  await pause(1000);
  const read = await stage.read();
  await writes;
  const waited = performance.now() - started;
  await asked(adminUrl, `DROP FUNCTION dawdle CASCADE`);
  const after = await writers.createGroup('Quick');
  stage.report.say(
    'statements that take a minute',
    `${[...writers.reasons].join(', ')} after ${round(waited)} ms, a read meanwhile ${read}; a write afterwards ${after}`,
    waited < MAX_STATEMENT_MS && read === 200 && after === 200 && [...writers.reasons].join() === '504 STATEMENT_TIMEOUT',
  );
}

/** A suspended database: connections stay open, but nothing is answered. */
export async function frozen(stage: Stage): Promise<void> {
  const thaw = stage.postmaster.freeze();
  const started = performance.now();
  const calls = Array.from({ length: 12 }, () => stage.read());
  const live = await stage.isLive();
  await pause(6000);
  thaw();
  const statuses = await Promise.all(calls);
  const recovered = await stage.recovered(stage.writers());
  stage.report.say(
    'database suspended for 6 s',
    `12 calls: ${count(statuses)}, liveness ${live ? 'ok' : 'FAILED'}; recovery ${round(recovered)} ms after it resumed`,
    live &&
      statuses.every((status) => status === 200 || status === 503) &&
      recovered < MAX_RECOVERY_MS &&
      performance.now() - started < 30_000,
  );
}

async function alterSystem(stage: Stage, what: string): Promise<void> {
  const url = new URL(stage.environment.postgres.adminUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=off');
  await asked(url.href, `ALTER SYSTEM ${what}`);
  await asked(url.href, `SELECT pg_reload_conf()`);
  await pause(500);
}

function count(statuses: readonly number[]): string {
  return [...new Set(statuses)].map((status) => `${statuses.filter((each) => each === status).length} times ${status}`).join(', ');
}
