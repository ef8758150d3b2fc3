import { isDeepStrictEqual } from 'node:util';
import type { Call } from './connections';
import { cpuMs } from './cpu-time';
import type { Server } from './environment';
import { hammer } from './hammer';
import { Line } from './line';
import { median } from './percentile';
import { bySeveral } from './several';

export interface Contender {
  server: Server;
  calls: readonly Call[];
}

export interface Figures {
  perSecond: number;
  /** Calls per second of each round. */
  rates: readonly number[];
  /** CPU time of the server per call, in microseconds. */
  micros: number;
  /** Calls in all rounds. None failed. */
  answered: number;
}

interface Contest {
  token: string;
  rounds: number;
  seconds: number;
  /** Observations in a response. All servers must return the same to their first call, so that none wins by returning less. */
  observations?: number;
}

/** A large server needs longer than a small one until its code is compiled. */
const WARM_UP_SECONDS = 5;
/** Unmeasured load before each turn: the turn before left caches cold and connections closed. */
const SETTLE_SECONDS = 1;

/** Puts servers under the same load in turns, so that noise of the machine affects all alike. Returns the median of each. */
export async function contest(contenders: readonly Contender[], { token, rounds, seconds, observations }: Contest): Promise<Figures[]> {
  const connections = 8;
  if (observations !== undefined) await checkAnswers(contenders, token, observations);
  for (const contender of contenders) {
    await hammer(contender.server.url, token, contender.calls, connections, Math.min(WARM_UP_SECONDS, 5 * seconds));
  }
  const taken = contenders.map(() => ({ perSecond: [] as number[], micros: [] as number[], answered: 0 }));
  await inTurns(rounds, contenders.length, async (index) => {
    const { server, calls } = contenders[index] as Contender;
    const figures = taken[index] as (typeof taken)[number];
    const settling = await hammer(server.url, token, calls, connections, Math.min(SETTLE_SECONDS, seconds));
    const before = cpuMs(server.pid);
    const { perSecond, answered, failures } = await hammer(server.url, token, calls, connections, seconds);
    if (failures + settling.failures > 0) throw new Error(`${failures + settling.failures} calls failed.`);
    figures.perSecond.push(perSecond);
    figures.micros.push(((cpuMs(server.pid) - before) * 1000) / answered);
    figures.answered += answered;
  });
  return taken.map(({ perSecond, micros, answered }) => ({
    perSecond: median(perSecond),
    rates: perSecond,
    micros: median(micros),
    answered,
  }));
}

/** The ratio within each round. Its median says more than that of all rounds: the speed of the machine changes from round to round. */
export function ratiosOf(own: readonly number[], other: readonly number[]): number[] {
  return own.map((figure, round) => figure / (other[round] as number));
}

export function shareOf(own: Figures, other: Figures): number {
  return median(ratiosOf(own.rates, other.rates));
}

async function checkAnswers(contenders: readonly Contender[], token: string, observations: number): Promise<void> {
  const answers: unknown[] = [];
  for (const { server, calls } of contenders) {
    const { body } = await new Line(server.url, token, 1).send(calls[0] as Call);
    answers.push((JSON.parse(body.toString()) as { observations?: unknown }).observations);
  }
  const [first] = answers;
  if (!Array.isArray(first) || first.length !== observations)
    throw new Error(`The first response does not contain ${observations} observations.`);
  const other = answers.findIndex((answer) => !isDeepStrictEqual(answer, first));
  if (other !== -1) throw new Error(`Server ${other + 1} returns other observations than the first: ${JSON.stringify(answers[other])}`);
}

/** Each contender once per round. The order rotates, because the first one runs right after the previous round. */
async function inTurns(rounds: number, contenders: number, turn: (contender: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (let place = 0; place < contenders; place += 1) await turn((round + place) % contenders);
  }
}

/** Runs per second with several workers at once. Each worker gets its own index. */
export async function doneBySeveral(workers: number, seconds: number, work: (worker: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  const elapsed = await bySeveral(workers, seconds, async (worker) => {
    await work(worker);
    done += 1;
  });
  return done / elapsed;
}

/** Duration of one run, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Durations of several runs in a row. */
export async function timesOf(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) taken.push(await timed(work));
  return taken;
}

export async function medianOf(times: number, work: () => Promise<unknown>): Promise<number> {
  return median(await timesOf(times, work));
}

type Works = (() => Promise<number>)[];
type OfEach<All extends readonly unknown[], Result> = { [Work in keyof All]: Result };

/** Runs the works in turns, so that noise of the machine affects all alike. Returns the results of each, round by round. */
export async function roundByRound<All extends Works>(rounds: number, ...works: All): Promise<OfEach<All, number[]>> {
  const results = works.map((): number[] => []);
  await inTurns(rounds, works.length, async (index) => {
    results[index]?.push(await (works[index] as All[number])());
  });
  return results as OfEach<All, number[]>;
}

/** The same, with the median of each. */
export async function sideBySide<All extends Works>(rounds: number, ...works: All): Promise<OfEach<All, number>> {
  return (await roundByRound(rounds, ...works)).map(median) as OfEach<All, number>;
}
