const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
/** Times of the attempts, from the first. */
export const ATTEMPTS_AT_MS = [0, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR] as const;
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
