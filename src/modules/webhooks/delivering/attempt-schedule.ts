import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/time/durations';

/** Times of the attempts, from the first. */
export const ATTEMPTS_AT_MS = [0, 5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, DAY_MS] as const;
const JITTER = 0.2;

/**
 * Delay from attempt number `tries` to the next one; undefined after the last. Random, so that receivers that failed together are not
 * called together.
 */
export function delayAfter(tries: number, random = Math.random()): number | undefined {
  const [before, next] = [ATTEMPTS_AT_MS[tries - 1], ATTEMPTS_AT_MS[tries]];
  if (before === undefined || next === undefined) return undefined;
  return Math.round((next - before) * (1 - JITTER / 2 + random * JITTER));
}
