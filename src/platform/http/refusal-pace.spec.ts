import { RefusalPace } from './refusal-pace';

describe('RefusalPace', () => {
  const delays = (pace: RefusalPace, count: number, now: number, whose = 'A') =>
    Array.from({ length: count }, () => pace.delayOf(whose, now));

  it('answers a burst at once and further refusals at a hundred a second, delayed by at most a second', () => {
    const pace = new RefusalPace();
    expect(delays(pace, 20, 5000)).toEqual(Array<number>(20).fill(0));
    expect(delays(pace, 3, 5000)).toEqual([10, 20, 30]);
    expect(Math.max(...delays(pace, 500, 5000))).toBe(1000);
  });

  it('does not delay other callers', () => {
    const pace = new RefusalPace();
    delays(pace, 100, 5000);
    expect(pace.delayOf('B', 5000)).toBe(0);
  });

  it('forgets callers that stopped retrying', () => {
    const pace = new RefusalPace();
    delays(pace, 1000, 5000);
    expect(pace.delayOf('A', 6500)).toBe(0);
  });
});
