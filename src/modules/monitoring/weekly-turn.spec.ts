import { HOUR_MS } from '#platform/time/durations';
import { isWeeklyTurn } from './weekly-turn';

describe('the weekly scan of a domain', () => {
  it.each([1, 12, 24, 168, 720])('comes once a week, or with every scan, when scans are %d hours apart', (hours) => {
    const scansPerWeek = Math.max(1, Math.round(168 / hours));
    for (const domain of ['acme.com', 'globex.com', 'initech.com']) {
      const scans = Array.from({ length: scansPerWeek }, (_, index) => new Date(Date.UTC(2026, 10, 16) + index * hours * HOUR_MS));
      expect(scans.filter((at) => isWeeklyTurn(domain, at, hours))).toHaveLength(1);
    }
  });

  it('is not on the same day for all domains', () => {
    const monday = new Date('2026-11-16T12:00:00Z');
    const turns = Array.from({ length: 70 }, (_, index) => isWeeklyTurn(`vendor-${index}.com`, monday, 24));
    expect(turns.filter(Boolean).length).toBeGreaterThan(0);
    expect(turns.filter(Boolean).length).toBeLessThan(30);
  });
});
