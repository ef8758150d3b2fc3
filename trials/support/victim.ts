import { setTimeout as pause } from 'node:timers/promises';
import { Line } from '../../bench/line';
import { percentile } from '../../bench/percentile';
import { inProcess } from './own-process';

/** Interval between calls, whether or not earlier ones were answered. */
const EVERY_MS = 20;
const CONNECTIONS = 64;

export interface Reading {
  url: string;
  token: string;
  /** In milliseconds since the epoch. Calls before `from` warm up and are not counted. */
  from: number;
  until: number;
}

export interface Seen {
  calls: number;
  refused: number;
  p50: number;
  p99: number;
}

/** An organization that makes small reads at a steady rate. */
class Victim {
  private readonly latencies: number[] = [];
  private readonly pending: Promise<void>[] = [];
  private readonly line: Line;
  private refused = 0;

  constructor(private readonly reading: Reading) {
    this.line = new Line(reading.url, reading.token, CONNECTIONS);
  }

  async read(): Promise<Seen> {
    for (let next = performance.now(); Date.now() < this.reading.until; next += EVERY_MS) {
      await pause(Math.max(0, next - performance.now()));
      this.pending.push(this.call(this.pending.length, Date.now() >= this.reading.from));
    }
    await Promise.all(this.pending);
    return {
      calls: this.latencies.length + this.refused,
      refused: this.refused,
      p50: percentile(this.latencies, 0.5),
      p99: percentile(this.latencies, 0.99),
    };
  }

  private async call(turn: number, isCounted: boolean): Promise<void> {
    const started = performance.now();
    const status = await this.status(turn);
    if (!isCounted) return;
    if (status === 200) this.latencies.push(performance.now() - started);
    else this.refused += 1;
  }

  private async status(turn: number): Promise<number> {
    const call =
      turn % 2 === 0
        ? ({ method: 'GET', path: '/public/v1/vendors/groups?limit=10' } as const)
        : { path: '/public/v1/observations', body: { limit: 10 } };
    return this.line.send(call).then(
      ({ status }) => status,
      () => 0,
    );
  }
}

export const readSteadily = inProcess(__filename, (reading: Reading) => new Victim(reading).read());
