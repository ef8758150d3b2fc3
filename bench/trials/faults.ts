import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { BenchClient } from '../client';
import { Environment } from '../environment';
import { asked, pause, Postmaster, Supervised } from './processes';
import { Report, round } from './report';
import { VENDOR, Writers } from './writers';

/** How soon the service must answer again once it could. */
const RECOVERS_WITHIN_MS = 5000;
const DOMAIN = 'faults-trial.com';

/** Kills PostgreSQL and the service under load, again and again, and looks for what was lost. */
async function main(): Promise<void> {
  const times = countOf(process.argv.slice(2));
  const report = new Report();
  const environment = await Environment.start();
  environment.admin.on('error', () => undefined); // it is killed with the rest
  try {
    const postmaster = await Postmaster.of(environment.postgres);
    const service = await Supervised.start(environment);
    const client = await BenchClient.create(environment, service.server, DOMAIN, 10);
    await client.call('POST', 'vendors/create', { domainName: VENDOR, isMonitored: true });
    const trial = new Trial(environment, postmaster, service, client, report);
    await trial.killDatabase(times);
    await trial.killService(times);
    await trial.readOnly();
    await trial.locked();
    await trial.frozen();
  } finally {
    await environment.stop();
  }
  report.conclude();
}

function countOf(args: readonly string[]): number {
  const at = args.indexOf('--count');
  const count = at < 0 ? 100 : Number(args[at + 1]);
  if (!Number.isInteger(count) || count < 1) throw new Error('--count takes a whole number from 1.');
  return count;
}

class Trial {
  constructor(
    private readonly environment: Environment,
    private readonly postmaster: Postmaster,
    private readonly service: Supervised,
    private readonly client: BenchClient,
    private readonly report: Report,
  ) {}

  async killDatabase(times: number): Promise<void> {
    const writers = this.writers();
    writers.begin();
    const recoveries: number[] = [];
    let refusals = 0;
    let alive = 0;
    for (let time = 0; time < times; time += 1) {
      await pause(randomInt(50, 700));
      this.postmaster.kill();
      if ((await this.read()) === 503) refusals += 1;
      if (await this.isLive()) alive += 1;
      await this.postmaster.start();
      recoveries.push(await this.recovered(writers));
    }
    await writers.end();
    const slowest = Math.max(...recoveries);
    this.report.say(
      `PostgreSQL killed ${times} times`,
      `a call meanwhile got 503 ${refusals} times, liveness green ${alive} times; answering again ${round(slowest)} ms after it was up, at the latest`,
      refusals === times && alive === times && slowest < RECOVERS_WITHIN_MS,
    );
    this.reportAnswers(writers, ['200', '503', '504', '409']);
    await this.reportLosses(writers);
  }

  async killService(times: number): Promise<void> {
    const writers = this.writers();
    writers.begin();
    const starts: number[] = [];
    for (let time = 0; time < times; time += 1) {
      await pause(randomInt(50, 700));
      const started = performance.now();
      await this.service.killAndRestart();
      await this.recovered(writers);
      starts.push(performance.now() - started);
    }
    await writers.end();
    this.report.say(`service killed ${times} times`, `started again and answering after ${round(Math.max(...starts))} ms, at the latest`);
    this.reportAnswers(writers, ['200', '503', 'no answer', '409']);
    await this.reportLosses(writers);
  }

  async readOnly(): Promise<void> {
    await this.alterSystem(`SET default_transaction_read_only = on`);
    const writers = this.writers();
    const write = await writers.call('vendors/groups', { name: 'Read only' });
    const read = await this.read();
    await this.alterSystem(`RESET default_transaction_read_only`);
    const after = await writers.call('vendors/groups', { name: 'Read only' });
    this.report.say(
      'a database that is read-only',
      `writes ${[...writers.reasons].join(', ')}, reads ${read}; afterwards writes ${after}`,
      write === 503 && read === 200 && after === 200 && writers.reasons.has('503 DATABASE_READ_ONLY'),
    );
  }

  /** A lock nobody gives back: the first calls wait for it, the others for a connection. */
  async locked(): Promise<void> {
    const holder = new Client({ connectionString: this.environment.postgres.adminUrl });
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE vendor_group`);
    const writers = this.writers();
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
    this.report.say(
      'a table that stays locked, 20 calls at once',
      `${[...writers.reasons].sort().join(', ')}, the slowest after ${round(slowest)} ms; afterwards ${after}`,
      slowest < 8000 && after === 200 && writers.reasons.has('503 LOCK_TIMEOUT') && writers.reasons.has('503 DATABASE_BUSY'),
    );
  }

  /** A database that says nothing at all. */
  async frozen(): Promise<void> {
    const thaw = this.postmaster.freeze();
    const writers = this.writers();
    const started = performance.now();
    const calls = Array.from({ length: 12 }, () => this.read());
    const live = await this.isLive();
    await pause(6000);
    thaw();
    const statuses = await Promise.all(calls);
    const recovered = await this.recovered(writers);
    this.report.say(
      'a database that stands still for 6 s',
      `12 calls: ${count(statuses)}, liveness ${live ? 'green' : 'red'}; answering again ${round(recovered)} ms after it moved`,
      live &&
        statuses.every((status) => status === 200 || status === 503) &&
        recovered < RECOVERS_WITHIN_MS &&
        performance.now() - started < 30_000,
    );
  }

  private writers(): Writers {
    return new Writers(this.client, () => this.service.server.url);
  }

  private async alterSystem(what: string): Promise<void> {
    const { adminUrl } = this.environment.postgres;
    const url = new URL(adminUrl);
    url.searchParams.set('options', '-c default_transaction_read_only=off');
    await asked(url.href, `ALTER SYSTEM ${what}`);
    await asked(url.href, `SELECT pg_reload_conf()`);
    await pause(500);
  }

  private async read(): Promise<number> {
    return fetch(`${this.service.server.url}/public/v1/vendors/groups`, { headers: { authorization: `Bearer ${this.client.token}` } }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status === 503 && !response.headers.has('retry-after') ? 0 : response.status;
      },
      () => 0,
    );
  }

  private async isLive(): Promise<boolean> {
    return fetch(`${this.service.server.url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Milliseconds until a read and a write succeed again. */
  private async recovered(writers: Writers): Promise<number> {
    const started = performance.now();
    while (performance.now() - started < 30_000) {
      if ((await this.read()) === 200 && (await writers.call('vendors/groups', { name: `Group ${performance.now()}` })) === 200) break;
      await pause(20);
    }
    return performance.now() - started;
  }

  private reportAnswers({ statuses, reasons }: Writers, wanted: readonly string[]): void {
    const figures = [...statuses].map(([status, calls]) => `${status}: ${calls}`).join(', ');
    this.report.say(
      '  answers',
      `${figures} (${[...reasons].sort().join(', ')})`,
      [...statuses.keys()].every((status) => wanted.includes(status)),
    );
  }

  private async reportLosses(writers: Writers): Promise<void> {
    const { acknowledged, unanswered, lost, half } = await writers.losses(this.environment.postgres.adminUrl);
    this.report.say('  acknowledged writes', `${acknowledged}, lost: ${lost}`, lost === 0 && acknowledged > 0);
    this.report.say('  writes without an answer', `${unanswered}, half-applied: ${half}`, half === 0);
    const verified = JSON.parse(await this.environment.cli(['db', 'verify', '--json'])) as { rows: number; differences: number };
    this.report.say('  db verify', `${verified.rows} rows recounted, ${verified.differences} differences`, verified.differences === 0);
  }
}

function count(statuses: readonly number[]): string {
  return [...new Set(statuses)].map((status) => `${statuses.filter((each) => each === status).length} times ${status}`).join(', ');
}

void main();
