import { Agent, request } from 'node:http';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  body?: unknown;
}

export interface Throughput {
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
  answered: number;
}

/** Keeps a number of connections busy for a time, each with the next call of the list. */
export async function hammer(
  url: string,
  token: string,
  calls: readonly Call[],
  connections: number,
  seconds: number,
): Promise<Throughput> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const target = new URL(url);
  const prepared = calls.map(({ path, method, body }) => {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return {
      payload,
      options: {
        agent,
        host: target.hostname,
        port: target.port,
        path,
        method: method ?? 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        },
      },
    };
  });
  const latencies: number[] = [];
  let failures = 0;
  let next = 0;
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const { options, payload } = prepared[next++ % prepared.length] as (typeof prepared)[number];
        const before = performance.now();
        const status = await new Promise<number>((answered) => {
          const outgoing = request(options, (response) => {
            response.resume();
            response.on('end', () => {
              answered(response.statusCode ?? 0);
            });
          });
          outgoing.on('error', () => {
            answered(0);
          });
          outgoing.end(payload);
        });
        if (status === 200) latencies.push(performance.now() - before);
        else failures += 1;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { perSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99), failures, answered: latencies.length };
}

/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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
