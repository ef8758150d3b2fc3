import { setTimeout as pause } from 'node:timers/promises';

export { pause };

/** Milliseconds until the condition holds. The limit is far off on purpose: tests assert that something happens, trials measure how fast. */
export async function msUntil(condition: () => Promise<boolean>, limitMs = 120_000): Promise<number> {
  const started = performance.now();
  while (!(await condition())) {
    if (performance.now() - started > limitMs) throw new Error(`the condition did not hold within ${limitMs} ms`);
    await pause(20);
  }
  return performance.now() - started;
}
