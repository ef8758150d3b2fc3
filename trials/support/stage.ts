import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BenchClient } from '../../bench/client';
import { Environment } from '../../bench/environment';
import { Postmaster } from '../../bench/postmaster';
import { outcomeOf } from './outcome';
import { Supervised } from './processes';
import { reportRecount } from './recount';
import type { Report } from './report';
import { VENDOR, Writers, type Call } from './writers';

/** How soon the service must recover once its dependencies are back. */
export const MAX_RECOVERY_MS = 5000;
const DOMAIN = 'faults-trial.com';

/** A database and a service to break, a client, and what the client observes. */
export class Stage {
  private constructor(
    readonly environment: Environment,
    readonly postmaster: Postmaster,
    readonly service: Supervised,
    private readonly client: BenchClient,
    readonly report: Report,
    private readonly log: string,
  ) {}

  /** Runs a trial on it and always cleans up. */
  static async with(report: Report, folder: string | undefined, play: (stage: Stage) => Promise<void>): Promise<void> {
    const environment = await Environment.start(folder);
    environment.admin.on('error', () => undefined); // its connection breaks with each kill
    const place = mkdtempSync(join(tmpdir(), 'vendor-risk-trial-'));
    const output = openSync(join(place, 'service.log'), 'a');
    try {
      const service = await Supervised.start(environment, output);
      const client = await BenchClient.create(environment, service.server, DOMAIN, 10);
      await client.api.vendors.create({ domainName: VENDOR, isMonitored: true });
      const postmaster = await Postmaster.of(environment.postgres);
      await play(new Stage(environment, postmaster, service, client, report, join(place, 'service.log')));
    } finally {
      await environment.stop();
      closeSync(output);
      rmSync(place, { recursive: true, force: true });
    }
  }

  writers(): Writers {
    return new Writers(this.client);
  }

  /** The status of a read. */
  async read(call: Call = ({ vendorGroups }) => vendorGroups.list().page()): Promise<number> {
    return (await outcomeOf(() => call(this.client.api))).status;
  }

  async isLive(): Promise<boolean> {
    return fetch(`${this.service.server.url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Milliseconds until a read and a write succeed again. */
  async recovered(writers: Writers): Promise<number> {
    const started = performance.now();
    while (performance.now() - started < 30_000) {
      if ((await this.read()) === 200 && (await writers.createGroup(`Group ${performance.now()}`)) === 200) break;
      await pause(20);
    }
    return performance.now() - started;
  }

  reportAnswers({ statuses, reasons }: Writers, wanted: readonly string[]): void {
    const figures = [...statuses].map(([status, calls]) => `${status}: ${calls}`).join(', ');
    const isAsWanted = [...statuses.keys()].every((status) => wanted.includes(status));
    this.report.say('  responses', `${figures} (${[...reasons].sort().join(', ')})`, isAsWanted);
    if (!isAsWanted) for (const line of this.unexpected()) process.stdout.write(`        ${line}\n`);
  }

  async reportLosses(writers: Writers): Promise<void> {
    const { acknowledged, unanswered, lost, half } = await writers.losses(this.environment.postgres.adminUrl);
    this.report.say('  acknowledged writes', `${acknowledged}, lost: ${lost}`, lost === 0 && acknowledged > 0);
    this.report.say('  writes without a success', `${unanswered}, half-applied: ${half}`, half === 0);
    await reportRecount(this.environment, this.report);
  }

  /** The service's log entries about unexpected failures. */
  private unexpected(): string[] {
    const lines = readFileSync(this.log, 'utf8').split('\n');
    return lines.filter((line) => line.includes('unexpected failure')).slice(0, 3);
  }
}
