export function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}

/** Milliseconds until the condition holds; fails when it does not within the limit. */
export async function msUntil(condition: () => Promise<boolean>, limitMs: number): Promise<number> {
  const started = performance.now();
  while (!(await condition())) {
    if (performance.now() - started > limitMs) throw new Error(`not so within ${limitMs} ms`);
    await pause(20);
  }
  return performance.now() - started;
}
