import { readCount, readMoment, readSwitch } from './option-values';

describe('option values', () => {
  it('reads a day as its midnight in UTC, and a moment with its offset', () => {
    expect(readMoment('--until', '2027-12-31')).toEqual(new Date('2027-12-31T00:00:00Z'));
    expect(readMoment('--until', '2027-12-31T18:00:00+02:00')).toEqual(new Date('2027-12-31T16:00:00Z'));
  });

  it.each(['tomorrow', '2027', '2027-02-30', '2027-12-31T18:00', '31.12.2027', ''])('refuses %j as a moment', (text) => {
    expect(() => readMoment('--until', text)).toThrow('--until takes a day such as');
  });

  it('reads whole numbers and nothing else', () => {
    expect(readCount('--slots', '0')).toBe(0);
    for (const text of ['-1', '1.5', 'x', '', '1e3', '99999999999'])
      expect(() => readCount('--slots', text)).toThrow('--slots takes a whole number');
  });

  it('reads on and off and nothing else', () => {
    expect([readSwitch('--vrm', 'on'), readSwitch('--vrm', 'off')]).toEqual([true, false]);
    expect(() => readSwitch('--vrm', 'true')).toThrow('--vrm takes on or off');
  });
});
