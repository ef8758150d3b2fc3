import { Arrivals } from './arrivals';

describe('Arrivals', () => {
  it('delivers values in order, those in the queue also after the end', async () => {
    const arrivals = new Arrivals<number>();
    arrivals.push(1);
    arrivals.push(2);
    arrivals.end();
    expect([await arrivals.next(), await arrivals.next(), await arrivals.next()]).toEqual([1, 2, undefined]);
  });

  it('waits for a value, and says when it waits', async () => {
    const arrivals = new Arrivals<number>();
    let waits = 0;
    const next = arrivals.next(() => (waits += 1));
    expect(waits).toBe(1);
    arrivals.push(1);
    expect(await next).toBe(1);
  });

  it('reports the first failure of its source, and is over then', async () => {
    const arrivals = new Arrivals<number>();
    arrivals.push(1);
    arrivals.fail(new Error('first'));
    arrivals.follow(Promise.reject(new Error('second')));
    await expect(arrivals.next()).rejects.toThrow('first');
    await new Promise((turn) => setImmediate(turn));
    expect(arrivals.isOver).toBe(true);
  });
});
