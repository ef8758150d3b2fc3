import { Freshness } from './freshness';

describe('Freshness', () => {
  const freshness = new Freshness();
  freshness.note(1000, 10n);
  freshness.note(1500, 20n);
  freshness.note(2000, 20n);
  freshness.note(2500, 35n);

  it.each([
    [9n, undefined],
    [10n, 1000],
    [19n, 1000],
    [20n, 2000],
    [35n, 2500],
    [99n, 2500],
  ])('a replica at position %s is as fresh as %s', (position, at) => {
    expect(freshness.asOf(position)).toBe(at);
  });

  it('is unknown for positions older than every recorded one', () => {
    const long = new Freshness();
    for (let at = 0; at < 100; at += 1) long.note(at, BigInt(at));
    expect([long.asOf(50n), long.asOf(68n), long.asOf(200n)]).toEqual([undefined, 68, 99]);
  });

  it('follows a primary whose position went back, as after a failover', () => {
    const failedOver = new Freshness();
    failedOver.note(1000, 50n);
    failedOver.note(2000, 40n);
    expect([failedOver.asOf(39n), failedOver.asOf(40n)]).toEqual([undefined, 2000]);
  });
});
