import { setTimeout as pause } from 'node:timers/promises';

export { pause };

/** Pauses grow with time: a condition is often a call, and what it waits for needs the CPU more. */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 200;
const PAUSE_SHARE = 0.1;

/**
 * Waits until the condition holds and returns the milliseconds. The limit is generous on purpose: tests assert that something happens,
 * trials measure how fast.
 */
export async function msUntil(condition: () => Promise<boolean>, limitMs = 120_000): Promise<number> {
  const started = performance.now();
  while (!(await condition())) {
    const passedMs = performance.now() - started;
    if (passedMs > limitMs) throw new Error(`the condition did not hold within ${limitMs} ms`);
    await pause(Math.min(Math.max(MIN_PAUSE_MS, PAUSE_SHARE * passedMs), MAX_PAUSE_MS));
  }
  return performance.now() - started;
}
