import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Env } from '#platform/config/env';
import { BenchClient } from '../bench/client';
import { bytesOf } from '../bench/connections';
import { Environment, forgetPeak, peakMb, type Server } from '../bench/environment';
import { hammer } from '../bench/hammer';
import { Abuse } from './support/abuse';
import { atPace } from './support/pace';
import { reportRecount } from './support/recount';
import { Report, round } from './support/report';

/** Load as a multiple of the measured capacity, and its duration. */
const OVERLOAD_FACTOR = 3;
const SECONDS = 60;
/** Connections that use the service to capacity. */
const BUSY = 32;
const CROWD = 1000;
/** Callers share the load, so that none exceeds its own limit of concurrent calls. */
const ORGANIZATIONS = 32;
const MAX_CONNECTIONS = 2000;
/** Memory limit of a process in the deployment files. */
const MAX_MB = 512;
const VENDOR = 'crowded-vendor.com';

/** Tests the service under overload and with misbehaving clients. */
async function main(): Promise<void> {
  const report = new Report();
  const environment = await Environment.start();
  try {
    const service = await environment.service({ CALLS_IN_FLIGHT: String(new Env().CALLS_IN_FLIGHT) });
    const clients: BenchClient[] = [];
    for (let number = 0; number < ORGANIZATIONS; number += 1) clients.push(await newClient(environment, service, number));
    preferOurselves();
    await overload(service, clients, report);
    const abuse = new Abuse(service, clients, report, MAX_MB);
    await abuse.slowClients(400);
    await abuse.manyConnections(MAX_CONNECTIONS + 500, MAX_CONNECTIONS);
    await abuse.zipBombs(40);
    await abuse.hugeBodies(40);
    await abuse.largeBodies(20);
    await reportRecount(environment, report);
  } finally {
    await environment.stop();
  }
  report.conclude();
}

async function newClient(environment: Environment, service: Server, number: number): Promise<BenchClient> {
  const client = await BenchClient.create(environment, service, `overload-trial-${number}.com`, 1);
  await client.api.vendors.create({ domainName: VENDOR, companyName: 'Crowded', isMonitored: true });
  await client.api.observations.import({ format: 'jsonl', content: findings(200) });
  return client;
}

async function overload(service: Server, clients: readonly BenchClient[], report: Report): Promise<void> {
  const request = { limit: 50 };
  const [client] = clients as [BenchClient];
  const { observations } = await client.api.observations.list(request).page();
  const lists = clients.map(({ token }) => ({ path: '/public/v1/observations', body: request, token }));
  const busyFor = (seconds: number) => hammer(service.url, client.token, lists, BUSY, seconds);
  await busyFor(5); // warm up
  const normal = await busyFor(10);
  report.say(
    'capacity',
    `${round(normal.perSecond)} lists of ${observations.length} per second, p50 ${round(normal.p50)} ms, p99 ${round(normal.p99)} ms`,
    observations.length === request.limit,
  );

  forgetPeak(service.pid);
  const watch = new Watch(service);
  const flood = await atPace({
    url: service.url,
    calls: lists.map((list) => bytesOf(service.url, client.token, list)),
    perSecond: OVERLOAD_FACTOR * normal.perSecond,
    seconds: SECONDS,
    connections: CROWD,
  });
  const seen = await watch.end();
  report.say(
    `${OVERLOAD_FACTOR} times that for ${SECONDS} s`,
    `per second: ${round(flood.offered)} sent, ${round(flood.accepted)} succeeded, ${round(flood.shed)} refused with 503 and Retry-After; ${flood.others} other outcomes; ${flood.unsent} not sent, as all ${CROWD} connections were busy`,
    flood.offered > 0.99 * OVERLOAD_FACTOR * normal.perSecond &&
      flood.shed > 0 &&
      flood.accepted > normal.perSecond / 3 &&
      flood.others === 0,
  );
  report.say(
    'successful calls',
    `p50 ${round(flood.p50)} ms, p99 ${round(flood.p99)} ms: ${round(flood.p99 / normal.p99)} times normal`,
    flood.p99 < 2 * normal.p99,
  );
  report.say(
    'liveness under overload',
    `${seen.live} of ${seen.asked} probes succeeded, the slowest in ${round(seen.slowest)} ms`,
    seen.live === seen.asked,
  );
  const megabytes = peakMb(service.pid);
  report.say('memory under overload', `peak ${round(megabytes)} MB`, megabytes <= MAX_MB);
  const after = await busyFor(3);
  report.say('right after', `${round(after.perSecond)} calls per second, ${after.failures} refused`, after.failures === 0);
}

/** Callers have a machine of their own: if this process waited for a CPU, its waiting would count as the latency of the service. */
function preferOurselves(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    process.stdout.write('The load generator has no priority over the service: that needs root. Latencies include its own waiting.\n');
  }
}

/** Probes the service four times a second, as an orchestrator would. */
class Watch {
  private readonly seen = { asked: 0, live: 0, slowest: 0 };
  private ended = false;
  private readonly done: Promise<void>;

  constructor(private readonly service: Server) {
    this.done = this.probe();
  }

  async end(): Promise<typeof this.seen> {
    this.ended = true;
    await this.done;
    return this.seen;
  }

  private async probe(): Promise<void> {
    while (!this.ended) {
      const started = performance.now();
      const isLive = await fetch(`${this.service.url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
      this.seen.asked += 1;
      if (isLive) this.seen.live += 1;
      this.seen.slowest = Math.max(this.seen.slowest, performance.now() - started);
      await pause(250);
    }
  }
}

function findings(count: number): string {
  const one = {
    title: 'TLS 1.0 is accepted',
    observationType: 'tls',
    category: 'ENCRYPTION',
    severity: 'MEDIUM',
    source: { name: 'trial' },
  };
  return Array.from({ length: count }, (_, at) => JSON.stringify({ ...one, host: `h${at}.${VENDOR}` })).join('\n');
}

void main();
