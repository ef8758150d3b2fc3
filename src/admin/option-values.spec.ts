import { readCount, readMoment, readSwitch } from './option-values';

describe('option values', () => {
  it('reads a date as midnight UTC, and a date-time with its offset', () => {
    expect(readMoment('--until', '2027-12-31')).toEqual(new Date('2027-12-31T00:00:00Z'));
    expect(readMoment('--until', '2027-12-31T18:00:00+02:00')).toEqual(new Date('2027-12-31T16:00:00Z'));
  });

  it.each(['tomorrow', '2027', '2027-02-30', '2027-12-31T18:00', '31.12.2027', ''])('refuses %j as a date', (text) => {
    expect(() => readMoment('--until', text)).toThrow('--until must be a date such as');
  });

  it('accepts only whole numbers', () => {
    expect(readCount('--slots', '0')).toBe(0);
    for (const text of ['-1', '1.5', 'x', '', '1e3', '99999999999'])
      expect(() => readCount('--slots', text)).toThrow('--slots must be a whole number');
  });

  it('accepts only on and off', () => {
    expect([readSwitch('--vrm', 'on'), readSwitch('--vrm', 'off')]).toEqual([true, false]);
    expect(() => readSwitch('--vrm', 'true')).toThrow('--vrm must be on or off');
  });
});
