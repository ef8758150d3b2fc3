import { setTimeout as pause } from 'node:timers/promises';

export { pause };

/**
 * Milliseconds until the condition holds; fails when it does not within the limit, which is far off: tests say that a thing
 * comes to pass, on however busy a machine, and the trials how fast.
 */
export async function msUntil(condition: () => Promise<boolean>, limitMs = 15_000): Promise<number> {
  const started = performance.now();
  while (!(await condition())) {
    if (performance.now() - started > limitMs) throw new Error(`not so within ${limitMs} ms`);
    await pause(20);
  }
  return performance.now() - started;
}
