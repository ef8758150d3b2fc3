import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { HOUR_MS } from '#platform/time/durations';
import { CURSOR_LIFETIME_MS, CursorSealer } from './cursor';

describe('CursorSealer', () => {
  let now = 1_000_000;
  const cursors = new CursorSealer(randomBytes(32), () => now);
  const binding = ['org-a', 'GetVendors', 'filters'];
  const cursor = cursors.seal(binding, ['2026-01-01 00:00:00.123456+00', 'v1']);

  afterEach(() => {
    now = 1_000_000;
  });

  it('round-trips a position with microseconds', () => {
    expect(cursors.open(binding, cursor)).toEqual(['2026-01-01 00:00:00.123456+00', 'v1']);
  });

  it('refuses a cursor of another organization, list or filter', () => {
    for (const other of [
      ['org-b', 'GetVendors', 'filters'],
      ['org-a', 'GetVendorGroups', 'filters'],
      ['org-a', 'GetVendors', 'other'],
    ]) {
      expect(() => cursors.open(other, cursor)).toThrow(expect.objectContaining({ reason: 'CURSOR_MISMATCH' }) as Error);
    }
  });

  it('is the same for the same position within the hour', () => {
    now += 1_000;
    expect(cursors.seal(binding, ['2026-01-01 00:00:00.123456+00', 'v1'])).toBe(cursor);
  });

  it('accepts a cursor for a day, and refuses it an hour later', () => {
    now += CURSOR_LIFETIME_MS;
    expect(cursors.open(binding, cursor)).toHaveLength(2);
    now += HOUR_MS;
    expect(() => cursors.open(binding, cursor)).toThrow(expect.objectContaining({ reason: 'CURSOR_EXPIRED' }) as Error);
  });

  it('refuses a cursor with any character changed', () => {
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...Array.from('ABCxyz019-_')), (at, character) => {
        fc.pre(cursor[at] !== character);
        const edited = cursor.slice(0, at) + character + cursor.slice(at + 1);
        expect(() => cursors.open(binding, edited)).toThrow(expect.objectContaining({ reason: 'CURSOR_MALFORMED' }) as Error);
      }),
    );
  });

  it.each(['', 'nonsense', '!!!', 'A'.repeat(40)])('refuses %j', (text) => {
    expect(() => cursors.open(binding, text)).toThrow(expect.objectContaining({ reason: 'CURSOR_MALFORMED' }) as Error);
  });
});
