import { LongWork } from './long-work';

/** Work that lasts until the test ends it. */
function stoppable() {
  let stop!: () => void;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  return { stop, stopped };
}

async function startAll(long: LongWork, owners: readonly (string | undefined)[]) {
  const started: number[] = [];
  const works = owners.map(stoppable);
  const all = owners.map((owner, index) =>
    long.during(owner, async () => {
      started.push(index);
      await works[index]?.stopped;
    }),
  );
  await new Promise(setImmediate);
  const stop = async (index: number) => {
    works[index]?.stop();
    await all[index];
    await new Promise(setImmediate);
  };
  return { started, stop };
}

describe('LongWork', () => {
  it('runs the work of four organizations at a time, and the next as soon as one ends', async () => {
    const { started, stop } = await startAll(new LongWork('imports'), ['A', 'B', 'C', 'D', 'E', 'F']);
    expect(started).toEqual([0, 1, 2, 3]);
    await stop(2);
    expect(started).toEqual([0, 1, 2, 3, 4]);
    for (const index of [0, 1, 3, 4, 5]) await stop(index);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('runs one at a time for an organization, and lets others pass those that wait for it', async () => {
    const { started, stop } = await startAll(new LongWork('imports'), ['A', 'A', 'A', 'B']);
    expect(started).toEqual([0, 3]);
    for (const index of [0, 1, 2, 3]) await stop(index);
    expect(started).toEqual([0, 3, 1, 2]);
  });

  it('runs several pieces of work without an owner at a time', async () => {
    const { started, stop } = await startAll(new LongWork('imports'), [undefined, undefined, undefined, undefined, undefined]);
    expect(started).toEqual([0, 1, 2, 3]);
    for (const index of [0, 1, 2, 3, 4]) await stop(index);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('begins the next when work fails', async () => {
    const long = new LongWork('imports');
    for (let i = 0; i < 10; i += 1) await expect(long.during('A', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await long.during('A', () => Promise.resolve('done'))).toBe('done');
  });

  it('refuses only the organization with too many waiting imports', async () => {
    const long = new LongWork('imports');
    const { stop, stopped } = stoppable();
    const all = Array.from({ length: 17 }, () => long.during('A', () => stopped));
    await expect(long.during('A', () => Promise.resolve())).rejects.toMatchObject({ reason: 'LONG_WORK_LIMIT', httpStatus: 503 });
    expect(await long.during('B', () => Promise.resolve('done'))).toBe('done');
    stop();
    await Promise.all(all);
  });
});
