import { setTimeout as pause } from 'node:timers/promises';
import type { BenchClient } from '../../bench/client';
import { percentile } from '../../bench/percentile';

/** A call every so often, whether or not earlier ones were answered. */
const EVERY_MS = 20;

export interface Seen {
  calls: number;
  refused: number;
  p50: number;
  p99: number;
}

/** An organization that makes small reads at a steady pace, until it is told to end. */
export class Victim {
  private readonly latencies: number[] = [];
  private refused = 0;
  private readonly pending: Promise<void>[] = [];
  private hasEnded = false;
  private readonly loop: Promise<void>;

  constructor(private readonly client: BenchClient) {
    this.loop = this.call();
  }

  async end(): Promise<Seen> {
    this.hasEnded = true;
    await this.loop;
    await Promise.all(this.pending);
    return {
      calls: this.latencies.length + this.refused,
      refused: this.refused,
      p50: percentile(this.latencies, 0.5),
      p99: percentile(this.latencies, 0.99),
    };
  }

  private async call(): Promise<void> {
    for (let next = performance.now(); !this.hasEnded; next += EVERY_MS) {
      await pause(Math.max(0, next - performance.now()));
      this.pending.push(this.read(this.pending.length, performance.now()));
    }
  }

  private async read(turn: number, started: number): Promise<void> {
    try {
      if (turn % 2 === 0) await this.client.exchange('GET', 'vendors/groups?limit=10');
      else await this.client.exchange('POST', 'observations', { limit: 10 });
      this.latencies.push(performance.now() - started);
    } catch {
      this.refused += 1;
    }
  }
}
