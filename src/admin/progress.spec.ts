import { progressLine } from './progress';

describe('progressLine', () => {
  it('shows percentage, rate and remaining time', () => {
    expect(progressLine({ done: 250, total: 1000, records: 24_000, seconds: 2 })).toBe(
      '[########......................] 25 %  12,000 records/s  6 s left',
    );
    expect(progressLine({ done: 10, total: 1000, records: 5, seconds: 10 })).toContain('16 min 30 s left');
    expect(progressLine({ done: 1000, total: 1000, records: 0, seconds: 3 })).toBe(`[${'#'.repeat(30)}] 100 %  0 s left`);
  });

  it('shows what is known at the start and when the total is unknown', () => {
    expect(progressLine({ done: 0, total: 1000, records: 0, seconds: 0 })).toBe(`[${'.'.repeat(30)}] 0 %`);
    expect(progressLine({ done: 2_097_152, total: undefined, records: 100, seconds: 4 })).toBe('2,048 KiB  25 records/s');
  });
});
