import { parseArgs } from 'node:util';
import { BenchClient } from '../bench/client';
import { Environment, forgetPeak, peakMb, type Server } from '../bench/environment';
import { LoadSeed } from '../src/admin/seed/load-seed';
import { carryOut, type Outcomes } from './support/attacker';
import { attacksOf } from './support/attacks';
import { longestHold } from './support/longest-hold';
import { reportRecount } from './support/recount';
import { Report, round } from './support/report';
import { readSteadily } from './support/victim';

const ATTACKER = 'neighbour-attacker.com';
const VICTIM = 'neighbour-victim.com';
/** One of the vendors that the load creates. */
const VENDOR = 'load-1.com';

/** The limits of what one organization may do to others. */
const MAX_TIMES = 3;
const MAX_HOLD_MS = 100;
const MAX_MB = 512;

const START_MS = 3000;

/** The service as shipped, except for the limit per minute, which would end each attack at once. */
const SETTINGS = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  CALLS_IN_FLIGHT: '16',
  MAX_CONNECTIONS_PER_ADDRESS: '256',
  TOKEN_REQUESTS_PER_MINUTE: '300',
};

/** One organization reads steadily while another, or an anonymous caller, attacks: one attack after the other. */
async function main(): Promise<void> {
  const { seconds, observations, only } = optionsOf(process.argv.slice(2));
  const report = new Report();
  const environment = await Environment.start();
  try {
    const service = await environment.service(SETTINGS);
    const victim = await victimOf(environment, service);
    const attacker = await attackerOf(environment, service, observations);
    const { url } = service;
    await readSteadily({ url, token: victim.token, ...during(seconds) }); // warms the service up
    const normal = await readSteadily({ url, token: victim.token, ...during(seconds) });
    report.say('undisturbed', `p50 ${round(normal.p50)} ms, p99 ${round(normal.p99)} ms`, normal.refused === 0);

    for (const attack of attacksOf(VENDOR).filter(({ name }) => name.includes(only))) {
      await longestHold(service); // resets it
      forgetPeak(service.pid);
      const time = during(seconds);
      const [seen, outcomes] = await Promise.all([
        readSteadily({ url, token: victim.token, ...time }),
        carryOut({ attack, url, token: attacker.token, ...time }),
      ]);
      const hold = await longestHold(service);
      const megabytes = peakMb(service.pid);
      const times = seen.p99 / normal.p99;
      report.say(
        attack.name,
        `p50 ${round(seen.p50)} ms, p99 ${round(seen.p99)} ms, ${round(times)} times; ${seen.refused} of ${seen.calls} refused; longest hold ${round(hold)} ms; at most ${round(megabytes)} MB; the attacker got ${told(outcomes)}`,
        times <= MAX_TIMES && seen.refused === 0 && hold < MAX_HOLD_MS && megabytes <= MAX_MB,
      );
    }
    await reportRecount(environment, report);
  } finally {
    await environment.stop();
  }
  report.conclude();
}

function optionsOf(args: string[]): { seconds: number; observations: number; only: string } {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '20' },
      observations: { type: 'string', default: '100000' },
      only: { type: 'string', default: '' },
    },
  });
  return { seconds: Number(values.seconds), observations: Number(values.observations), only: values.only };
}

async function victimOf(environment: Environment, service: Server): Promise<BenchClient> {
  const client = await BenchClient.create(environment, service, VICTIM, 100);
  await environment.application.get(LoadSeed).run({ organization: VICTIM, vendors: 20, observations: 1000, randomSeed: 1 });
  for (let at = 0; at < 20; at += 1) await client.api.vendorGroups.create({ name: `Group ${at}` });
  return client;
}

async function attackerOf(environment: Environment, service: Server, observations: number): Promise<BenchClient> {
  const client = await BenchClient.create(environment, service, ATTACKER, 20_000);
  await environment.application.get(LoadSeed).run({ organization: ATTACKER, vendors: 1000, observations, randomSeed: 2 });
  await environment.admin.query('VACUUM ANALYZE');
  return client;
}

/** Start and end in milliseconds since the epoch: a process needs a moment to start and to warm up. */
function during(seconds: number): { from: number; until: number } {
  const from = Date.now() + START_MS;
  return { from, until: from + seconds * 1000 };
}

function told(outcomes: Outcomes): string {
  return (
    Object.entries(outcomes)
      .map(([outcome, count]) => `${count} times ${outcome}`)
      .join(', ') || 'no answer'
  );
}

void main();
