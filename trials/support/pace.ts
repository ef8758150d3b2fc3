import { setTimeout as pause } from 'node:timers/promises';
import { Crowd, type Reply } from '../../bench/connections';
import { percentile } from '../../bench/percentile';
import { inThread } from '../../bench/thread';

const TICK_MS = 4;

export interface Pace {
  url: string;
  /** The bytes of each call, sent in turns. */
  calls: readonly string[];
  perSecond: number;
  seconds: number;
  connections: number;
}

export interface Figures {
  /** Calls per second: sent, answered with 200, refused with 503 and Retry-After. */
  offered: number;
  accepted: number;
  shed: number;
  /** Any other response, or none. */
  others: number;
  /** Calls that were due while every connection was busy. */
  unsent: number;
  /** Latency of the accepted calls, in milliseconds. */
  p50: number;
  p99: number;
}

/** Counts replies as they arrive. It keeps only numbers: collecting garbage would take CPU from the service it measures. */
class Tally {
  private readonly latencies: number[] = [];
  private shed = 0;
  private others = 0;
  private open = 0;

  sent(): void {
    this.open += 1;
  }

  readonly answered = ({ status, retryAfter, ms }: Reply): void => {
    this.open -= 1;
    if (status === 200) this.latencies.push(ms);
    else if (status === 503 && retryAfter) this.shed += 1;
    else this.others += 1;
  };

  get isComplete(): boolean {
    return this.open === 0;
  }

  figures(unsent: number, elapsedMs: number): Figures {
    const { latencies, shed, others } = this;
    const perSecond = (count: number) => (count * 1000) / elapsedMs;
    return {
      offered: perSecond(latencies.length + shed + others),
      accepted: perSecond(latencies.length),
      shed: perSecond(shed),
      others,
      unsent,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
    };
  }
}

async function keepPace({ url, calls, perSecond, seconds, connections }: Pace): Promise<Figures> {
  const crowd = await Crowd.of(connections, url);
  const tally = new Tally();
  let unsent = 0;
  const started = performance.now();
  for (let sent = 0, elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
    for (const due = Math.floor((elapsed * perSecond) / 1000); sent < due; sent += 1) {
      if (crowd.send(calls[sent % calls.length] as string, tally.answered)) tally.sent();
      else unsent += 1;
    }
    await pause(TICK_MS);
  }
  const elapsed = performance.now() - started;
  while (!tally.isComplete) await pause(TICK_MS); // every connection has a timeout
  crowd.close();
  return tally.figures(unsent, elapsed);
}

/** Sends calls at a fixed rate, independent of the response times, as long as a connection is free. */
export const atPace = inThread(__filename, keepPace);
