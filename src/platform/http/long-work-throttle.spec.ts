import { LongWorkThrottle } from './long-work-throttle';

describe('LongWorkThrottle', () => {
  let [calls, now] = [7, 0];
  const throttle = () =>
    new LongWorkThrottle(
      () => calls,
      () => now,
    );

  it('lets work run at full speed while no call arrives', () => {
    const alone = throttle();
    now += 1000;
    expect(alone.restMs()).toBe(0);
  });

  it('rests from the moment a call arrives until none has arrived for a while', () => {
    const beside = throttle();
    calls += 1;
    expect(beside.restMs()).toBeGreaterThan(0);
    now += 99;
    expect(beside.restMs()).toBeGreaterThan(0);
    now += 1;
    expect(beside.restMs()).toBe(0);
    calls += 3;
    expect(beside.restMs()).toBeGreaterThan(0);
  });

  it('rests twice as long as a step took, and not much longer than a call may wait', () => {
    const beside = throttle();
    expect(beside.restAfterMs(10)).toBe(0);
    calls += 1;
    expect(beside.restAfterMs(10)).toBe(20);
    expect(beside.restAfterMs(1000)).toBe(50);
  });
});
