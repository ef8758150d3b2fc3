import { HOUR_MS } from '#platform/time/durations';
import { Breaker } from './breaker';

describe('the breaker', () => {
  it('opens when a third of the scans of the last hour were inconclusive, and closes after that hour', () => {
    const breaker = new Breaker();
    for (let scan = 0; scan < 10; scan += 1) breaker.note(scan < 3, 0);
    expect(breaker.isOpen(1)).toBe(false);
    breaker.note(true, 1);
    expect(breaker.isOpen(1)).toBe(true);
    expect(breaker.isOpen(HOUR_MS + 2)).toBe(false);
  });

  it('ignores a few inconclusive scans', () => {
    const breaker = new Breaker();
    for (let scan = 0; scan < 9; scan += 1) breaker.note(true, 0);
    expect(breaker.isOpen(0)).toBe(false);
  });
});
