import { Pace } from './pace';

describe('Pace', () => {
  let [calls, now] = [7, 0];
  const pace = () =>
    new Pace(
      () => calls,
      () => now,
    );

  it('is full while no call arrives', () => {
    const alone = pace();
    now += 1000;
    expect(alone.restMs()).toBe(0);
  });

  it('rests from the moment a call arrives until none has arrived for a while', () => {
    const beside = pace();
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
    const beside = pace();
    expect(beside.restAfterMs(10)).toBe(0);
    calls += 1;
    expect(beside.restAfterMs(10)).toBe(20);
    expect(beside.restAfterMs(1000)).toBe(50);
  });
});
