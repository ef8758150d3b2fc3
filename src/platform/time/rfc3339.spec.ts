import fc from 'fast-check';
import { toMicroseconds, toUtc } from './rfc3339';

describe('an RFC 3339 date-time', () => {
  it.each([
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000000Z'],
    ['2024-02-29t12:00:00.5z', '2024-02-29T12:00:00.500000Z'],
    ['2024-01-01T00:30:00+05:30', '2023-12-31T19:00:00.000000Z'],
    ['2023-12-31T23:30:00-23:59', '2024-01-01T23:29:00.000000Z'],
    ['2024-01-01T00:00:00-00:00', '2024-01-01T00:00:00.000000Z'],
    ['2024-01-01T00:00:00.123456789Z', '2024-01-01T00:00:00.123456Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000000Z'],
    ['1990-12-31T15:59:60.25-08:00', '1991-01-01T00:00:00.250000Z'],
  ])('%s is %s', (text, instant) => {
    expect(toMicroseconds(text)).toBe(instant);
    expect(toMicroseconds(text, { lenient: true })).toBe(instant);
    expect(toUtc(text)).toBe(`${instant.slice(0, 23)}Z`);
  });

  it.each([
    '',
    'now',
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2024-04-31T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-00-01T00:00:00Z',
    '2024-01-00T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:60:00Z',
    '2024-01-01T00:00:60Z',
    '2016-12-31T23:59:60+01:00',
    '2024-01-01T00:00:61Z',
    '2024-01-01T00:00:00',
    '2024-01-01T00:00:00.Z',
    '2024-01-01T00:00:00,5Z',
    '2024-01-01T00:00:00+24:00',
    '2024-01-01T00:00:00+00:60',
    '2024-01-01T00:00Z',
    '2024-01-01',
    ' 2024-01-01T00:00:00Z',
    '2024-01-01T00:00:00Z\n',
    '+02024-01-01T00:00:00Z',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:60Z',
    '٢٠٢٤-01-01T00:00:00Z',
  ])('%j is refused', (text) => {
    expect(toMicroseconds(text)).toBeUndefined();
    expect(toMicroseconds(text, { lenient: true })).toBeUndefined();
  });

  it.each([
    ['2024-03-01 08:00:00z', '2024-03-01T08:00:00.000000Z'],
    ['2024-03-01T00:30:00.5-0130', '2024-03-01T02:00:00.500000Z'],
    ['2024-03-01T00:30:00+01', '2024-02-29T23:30:00.000000Z'],
  ])('%s is accepted only in lenient mode', (text, instant) => {
    expect(toMicroseconds(text)).toBeUndefined();
    expect(toMicroseconds(text, { lenient: true })).toBe(instant);
  });

  it('agrees with JavaScript for any instant and offset', () => {
    const instants = fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true });
    const offsets = fc.constantFrom('Z', '+00:00', '-08:00', '+05:30', '-23:59');
    fc.assert(
      fc.property(instants, offsets, (date, offset) => {
        const text = date.toISOString().replace('Z', offset);
        expect(toUtc(text)).toBe(new Date(text).toISOString());
      }),
    );
  });
});
