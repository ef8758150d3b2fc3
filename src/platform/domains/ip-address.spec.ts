import { canonicalAddress } from './ip-address';

describe('canonicalAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:DB8::0001', '2001:db8::1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::FFFF:102:304', '::ffff:1.2.3.4'],
    ['::', '::'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });

  it.each(['', 'example.com', '192.0.2.256', '2001:db8::1::2', '[::1]', '%eth0'])('%j is no address', (text) => {
    expect(canonicalAddress(text)).toBeUndefined();
  });
});
