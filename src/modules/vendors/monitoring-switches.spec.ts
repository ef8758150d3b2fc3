import { monitoringSwitches } from './monitoring-switches';

describe('monitoring switches in the audit log', () => {
  it('are empty when no vendor was switched', () => {
    expect(monitoringSwitches([], [])).toEqual([]);
  });

  it('name every vendor, however many there are, in values that are not cut', () => {
    const started = Array.from({ length: 500 }, (_, index) => `vendor-${index}.com`);
    const changes = monitoringSwitches(started, ['acme.com', 'globex.com']);
    const listed = changes.filter(({ field }) => field === 'monitoringStarted').flatMap(({ after = '' }) => after.split(', '));
    expect(listed).toEqual(started);
    expect(changes.every(({ after = '' }) => after.length <= 1000)).toBe(true);
    expect(changes.at(-1)).toEqual({ field: 'monitoringStopped', after: 'acme.com, globex.com' });
  });
});
