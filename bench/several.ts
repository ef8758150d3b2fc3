/** Several do a piece of work again and again for a time, each told which of them it is; how many seconds it came to. */
export async function bySeveral(workers: number, seconds: number, work: (worker: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < until) await work(worker);
    }),
  );
  return (performance.now() - started) / 1000;
}
