import fc from 'fast-check';
import { canonicalAddress } from './ip-address';

describe('canonicalAddress', () => {
  it.each([
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0DB8::0001', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::FFFF:192.0.2.1', '::ffff:192.0.2.1'],
    ['::ffff:c000:0201', '::ffff:192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
  ])('writes %s as %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });

  it.each(['', 'example.com', '192.0.2', '192.0.2.256', '2001:db8::1::2', '[::1]', '1', '::1/64', ' ::1'])(
    'does not accept %j as an address',
    (text) => {
      expect(canonicalAddress(text)).toBeUndefined();
    },
  );

  it('is the same for every notation of an address', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
        const full = groups.map((group) => group.toString(16).padStart(4, '0').toUpperCase()).join(':');
        const plain = groups.map((group) => group.toString(16)).join(':');
        const canonical = canonicalAddress(full);
        expect(canonicalAddress(plain)).toBe(canonical);
        expect(canonicalAddress(canonical ?? '')).toBe(canonical);
      }),
    );
  });
});
