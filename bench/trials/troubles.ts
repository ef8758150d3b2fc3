import { Client } from 'pg';
import { asked, pause } from './processes';
import { round } from './report';
import { RECOVERS_WITHIN_MS, type Stage } from './stage';

/** A database that takes no writes, as a standby or one that its operator has set so. */
export async function readOnly(stage: Stage): Promise<void> {
  await alterSystem(stage, `SET default_transaction_read_only = on`);
  const writers = stage.writers();
  const write = await writers.call('vendors/groups', { name: 'Read only' });
  const read = await stage.read();
  await alterSystem(stage, `RESET default_transaction_read_only`);
  const after = await writers.call('vendors/groups', { name: 'Read only' });
  stage.report.say(
    'a database that is read-only',
    `writes ${[...writers.reasons].join(', ')}, reads ${read}; afterwards writes ${after}`,
    write === 503 && read === 200 && after === 200 && writers.reasons.has('503 DATABASE_READ_ONLY'),
  );
}

/** A lock nobody gives back: the first calls wait for it, the others for a connection. */
export async function locked(stage: Stage): Promise<void> {
  const holder = new Client({ connectionString: stage.environment.postgres.adminUrl });
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE vendor_group`);
  const writers = stage.writers();
  const waits = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const started = performance.now();
      await writers.call('vendors/groups', { name: `Locked ${at}` });
      return performance.now() - started;
    }),
  );
  await holder.end();
  const slowest = Math.max(...waits);
  const after = await writers.call('vendors/groups', { name: 'Unlocked' });
  stage.report.say(
    'a table that stays locked, 20 calls at once',
    `${[...writers.reasons].sort().join(', ')}, the slowest after ${round(slowest)} ms; afterwards ${after}`,
    slowest < 8000 && after === 200 && writers.reasons.has('503 LOCK_TIMEOUT') && writers.reasons.has('503 DATABASE_BUSY'),
  );
}

/** A database that says nothing at all. */
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
    'a database that stands still for 6 s',
    `12 calls: ${count(statuses)}, liveness ${live ? 'green' : 'red'}; answering again ${round(recovered)} ms after it moved`,
    live &&
      statuses.every((status) => status === 200 || status === 503) &&
      recovered < RECOVERS_WITHIN_MS &&
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
