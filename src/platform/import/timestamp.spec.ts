import fc from 'fast-check';
import { sightings, timestampOf, timestampOfSeconds } from './timestamp';

describe('timestampOf', () => {
  it.each([
    ['2024-03-01T08:00:00Z', '2024-03-01T08:00:00.000Z'],
    ['2024-03-01 08:00:00z', '2024-03-01T08:00:00.000Z'],
    ['2024-03-01T08:00:00.123456789+02:00', '2024-03-01T06:00:00.123Z'],
    ['2024-03-01T00:30:00.5-0130', '2024-03-01T02:00:00.500Z'],
    ['2024-03-01T00:30:00+01', '2024-02-29T23:30:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('reads %s', (text, utc) => {
    expect(timestampOf(text)).toBe(utc);
  });

  it.each(['2023-02-29T00:00:00Z', '2024-13-01T00:00:00Z', '2024-00-10T00:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01T00:60:00Z'])(
    'refuses %s',
    (text) => {
      expect(timestampOf(text)).toBeUndefined();
    },
  );

  it.each(['2024-03-01', '2024-03-01T08:00:00', 'yesterday', '', '0000-01-01T00:00:00Z', '2024-01-01T00:00:00+25:99'])(
    'refuses %j',
    (text) => {
      expect(timestampOf(text)).toBeUndefined();
    },
  );

  it('round-trips every instant', () => {
    const instants = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
    fc.assert(fc.property(instants, (date) => expect(timestampOf(date.toISOString())).toBe(date.toISOString())));
  });
});

describe('sightings', () => {
  it('sorts first and last sighting, and uses one for both', () => {
    expect(sightings('2024-01-02', '2024-01-01')).toEqual({ firstSeen: '2024-01-01', lastSeen: '2024-01-02' });
    expect(sightings(undefined, '2024-01-01')).toEqual({ firstSeen: '2024-01-01', lastSeen: '2024-01-01' });
    expect(sightings(undefined, undefined)).toEqual({});
  });
});

describe('timestampOfSeconds', () => {
  it('accepts only seconds since 1970', () => {
    expect(timestampOfSeconds('1714564900')).toBe('2024-05-01T12:01:40.000Z');
    expect([timestampOfSeconds('-1'), timestampOfSeconds('soon'), timestampOfSeconds('999999999999')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
