import { LongWork } from './long-work';

/** Work that runs until the test stops it. */
function stoppable() {
  let stop!: () => void;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  return { stop, stopped };
}

describe('LongWork', () => {
  afterEach(() => jest.useRealTimers());

  it('runs four at a time, and the next as soon as one ends', async () => {
    const long = new LongWork();
    const started: number[] = [];
    const works = Array.from({ length: 6 }, stoppable);
    const all = works.map((work, index) =>
      long.during(async () => {
        started.push(index);
        await work.stopped;
      }),
    );
    await new Promise(setImmediate);
    expect(started).toEqual([0, 1, 2, 3]);
    works[2]?.stop();
    await all[2];
    await new Promise(setImmediate);
    expect(started).toEqual([0, 1, 2, 3, 4]);
    for (const work of works) work.stop();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('releases its place when work fails', async () => {
    const long = new LongWork();
    for (let i = 0; i < 10; i += 1) await expect(long.during(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await long.during(() => Promise.resolve('done'))).toBe('done');
  });

  it('refuses work that waits too long, and work that finds a full queue', async () => {
    jest.useFakeTimers();
    const long = new LongWork();
    const { stop, stopped } = stoppable();
    const running = Array.from({ length: 4 }, () => long.during(() => stopped));
    const waiting = Array.from({ length: 16 }, () => long.during(() => Promise.resolve()).catch((error: unknown) => error));
    await expect(long.during(() => Promise.resolve())).rejects.toMatchObject({ reason: 'LONG_WORK_LIMIT', httpStatus: 503 });
    jest.advanceTimersByTime(10_000);
    for (const refusal of await Promise.all(waiting)) expect(refusal).toMatchObject({ reason: 'LONG_WORK_LIMIT' });
    stop();
    await Promise.all(running);
    expect(await long.during(() => Promise.resolve('done'))).toBe('done');
  });
});
