import { ATTEMPTS_AT_MS, delayAfter } from './attempt-schedule';

describe('the attempts of a delivery', () => {
  it('are nine, over a day, with jitter', () => {
    const delays = ATTEMPTS_AT_MS.map((_, index) => delayAfter(index + 1, 0.5));
    expect(delays).toEqual([5_000, 25_000, 90_000, 480_000, 3_000_000, 10_800_000, 28_800_000, 43_200_000, undefined]);
    expect([delayAfter(1, 0), delayAfter(1, 1)]).toEqual([4_500, 5_500]);
  });
});
