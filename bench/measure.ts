import type { Call } from './connections';
import { cpuMs, type Server } from './environment';
import { hammer } from './hammer';
import { median } from './percentile';
import { bySeveral } from './several';

export interface Contender {
  server: Server;
  calls: readonly Call[];
}

export interface Figures {
  perSecond: number;
  /** Processor time of the server for one call, in microseconds. */
  micros: number;
}

/** Servers under the same load in turns, so that all meet the same machine: the median of each. */
export async function contest(
  contenders: readonly Contender[],
  { token, rounds, seconds }: { token: string; rounds: number; seconds: number },
): Promise<Figures[]> {
  const connections = 8;
  for (const { server, calls } of contenders) await hammer(server.url, token, calls, connections, 2);
  const taken = contenders.map(() => ({ perSecond: [] as number[], micros: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { server, calls }] of contenders.entries()) {
      const before = cpuMs(server.pid);
      const { perSecond, answered, failures } = await hammer(server.url, token, calls, connections, seconds);
      if (failures > 0) throw new Error(`${failures} calls failed.`);
      taken[index]?.perSecond.push(perSecond);
      taken[index]?.micros.push(((cpuMs(server.pid) - before) * 1000) / answered);
    }
  }
  return taken.map(({ perSecond, micros }) => ({ perSecond: median(perSecond), micros: median(micros) }));
}

/** How often a piece of work is done in a second when several do it at once. Each is told which of them it is. */
export async function doneBySeveral(workers: number, seconds: number, work: (worker: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  const elapsed = await bySeveral(workers, seconds, async (worker) => {
    await work(worker);
    done += 1;
  });
  return done / elapsed;
}

/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** How long a piece of work takes when it is done several times in a row. */
export async function medianOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) taken.push(await timed(work));
  return median(taken);
}

/** Runs two pieces of work in turns, so that both meet the same machine, and gives the median of each. */
export async function sideBySide(rounds: number, first: () => Promise<number>, second: () => Promise<number>): Promise<[number, number]> {
  const results: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    results[0].push(await first());
    results[1].push(await second());
  }
  return [median(results[0]), median(results[1])];
}
