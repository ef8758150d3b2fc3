import { parseArgs } from 'node:util';
import { BenchClient } from '../bench/client';
import { Environment, forgetPeak, peakMb } from '../bench/environment';
import { SERVICE_CASES } from './hostile/cases';
import type { HostileCase } from './hostile/hostile-case';
import { repeatCase, type Outcomes } from './hostile/repeat-case';
import { targetOf } from './hostile/target';
import { longestHold } from './support/longest-hold';
import { reportRecount } from './support/recount';
import { Report, round } from './support/report';
import { readSteadily } from './support/victim';

const ATTACKER = 'hostile-attacker.com';
const VICTIM = 'hostile-victim.com';

/** The limits of what one input may do to others. */
const MAX_TIMES = 3;
const MAX_HOLD_MS = 100;
const MAX_MB = 512;

const START_MS = 2000;
/** Whatever else refuses an attempt because there are many. */
const TOO_MANY = ['429', '503', 'connection closed'];

/** The service as shipped, except for the limit per minute, which would end each case at once. */
const SETTINGS = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  CALLS_IN_FLIGHT: '16',
  MAX_CONNECTIONS_PER_ADDRESS: '256',
  TOKEN_REQUESTS_PER_MINUTE: '300',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
};

/** One organization reads steadily while another, or an anonymous caller, sends the worst input of one reader after the other. */
async function main(): Promise<void> {
  const { seconds, only } = optionsOf(process.argv.slice(2));
  const report = new Report();
  const environment = await Environment.start();
  try {
    const service = await environment.service(SETTINGS);
    const { token, api } = await BenchClient.create(environment, service, VICTIM, 100);
    for (let at = 0; at < 20; at += 1) await api.vendorGroups.create({ name: `Group ${at}` });
    const attacker = await BenchClient.create(environment, service, ATTACKER, 1000);
    const target = await targetOf(attacker.api, { url: service.url, token: attacker.token });
    const steadily = (span: Span) => readSteadily({ url: service.url, token, from: span.from, until: span.until });
    await steadily(spanOf(seconds)); // warms the service up
    const normal = await steadily(spanOf(seconds));
    report.say('undisturbed', `p50 ${round(normal.p50)} ms, p99 ${round(normal.p99)} ms`, normal.refused === 0);

    for (const each of SERVICE_CASES.filter(({ name }) => name.includes(only))) {
      await longestHold(service); // resets it
      forgetPeak(service.pid);
      const span = spanOf(seconds);
      const [seen, outcomes] = await Promise.all([steadily(span), repeatCase({ name: each.name, target, ...span })]);
      const hold = await longestHold(service);
      const megabytes = peakMb(service.pid);
      const times = seen.p99 / normal.p99;
      report.say(
        each.name,
        `p99 ${round(seen.p99)} ms, ${round(times)} times; ${seen.refused} of ${seen.calls} refused; longest hold ${round(hold)} ms; at most ${round(megabytes)} MB; ${told(outcomes)}`,
        times <= MAX_TIMES && seen.refused === 0 && hold <= MAX_HOLD_MS && megabytes <= MAX_MB && isBounded(each, outcomes),
      );
    }
    await reportRecount(environment, report);
  } finally {
    await environment.stop();
  }
  report.conclude();
}

interface Span {
  from: number;
  parallelFrom: number;
  until: number;
}

/** In milliseconds since the epoch: processes need a moment to start. A third of the time one attempt follows the other. */
function spanOf(seconds: number): Span {
  const from = Date.now() + START_MS;
  return { from, parallelFrom: from + (seconds * 1000) / 3, until: from + seconds * 1000 };
}

function optionsOf(args: string[]): { seconds: number; only: string } {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '6' }, only: { type: 'string', default: '' } } });
  return { seconds: Number(values.seconds), only: values.only };
}

function isBounded({ outcomes }: HostileCase, seen: Outcomes): boolean {
  const names = Object.keys(seen);
  return names.some((name) => outcomes.includes(name)) && names.every((name) => outcomes.includes(name) || TOO_MANY.includes(name));
}

function told(outcomes: Outcomes): string {
  return Object.entries(outcomes)
    .map(([outcome, count]) => `${count} times ${outcome}`)
    .join(', ');
}

void main();
