/** Several workers repeat some work for a given time; each gets its own index. Returns the seconds it really took. */
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
