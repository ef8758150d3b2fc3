import { setTimeout as pause } from 'node:timers/promises';
import { Crowd, type Reply } from '../../bench/connections';
import { percentile } from '../../bench/percentile';
import { inThread } from '../../bench/thread';

const TICK_MS = 4;

export interface Pace {
  url: string;
  bytes: string;
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

async function keepPace({ url, bytes, perSecond, seconds, connections }: Pace): Promise<Figures> {
  const crowd = await Crowd.of(connections, url);
  const replies: Promise<Reply>[] = [];
  let unsent = 0;
  const started = performance.now();
  for (let sent = 0, elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
    for (const due = Math.floor((elapsed * perSecond) / 1000); sent < due; sent += 1) {
      const reply = crowd.request(bytes);
      if (reply) replies.push(reply);
      else unsent += 1;
    }
    await pause(TICK_MS);
  }
  const elapsed = performance.now() - started;
  const answered = await Promise.all(replies);
  crowd.close();
  return figuresOf(answered, unsent, elapsed);
}

function figuresOf(replies: readonly Reply[], unsent: number, elapsedMs: number): Figures {
  const perSecond = (count: number) => (count * 1000) / elapsedMs;
  const accepted = replies.filter(({ status }) => status === 200);
  const shed = replies.filter(({ status, retryAfter }) => status === 503 && retryAfter).length;
  const latencies = accepted.map(({ ms }) => ms);
  return {
    offered: perSecond(replies.length),
    accepted: perSecond(accepted.length),
    shed: perSecond(shed),
    others: replies.length - accepted.length - shed,
    unsent,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

/** Sends calls at a fixed rate, independent of the response times, as long as a connection is free. */
export const atPace = inThread(__filename, keepPace);
