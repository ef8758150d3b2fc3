import { progressLine } from './progress';

describe('progressLine', () => {
  it('shows percentage, rate and remaining time', () => {
    expect(progressLine({ read: 250, total: 1000, records: 24_000, seconds: 2 })).toBe(
      '[########......................] 25 %  12,000 records/s  6 s left',
    );
    expect(progressLine({ read: 10, total: 1000, records: 5, seconds: 10 })).toContain('16 min 30 s left');
    expect(progressLine({ read: 1000, total: 1000, records: 0, seconds: 3 })).toBe(`[${'#'.repeat(30)}] 100 %  0 s left`);
  });

  it('shows what is known at the start and when the total is unknown', () => {
    expect(progressLine({ read: 0, total: 1000, records: 0, seconds: 0 })).toBe(`[${'.'.repeat(30)}] 0 %`);
    expect(progressLine({ read: 2_097_152, total: undefined, records: 100, seconds: 4 })).toBe('2,048 KiB read  25 records/s');
  });
});
