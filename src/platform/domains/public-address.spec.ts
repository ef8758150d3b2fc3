import fc from 'fast-check';
import { Networks } from './network';
import { reachedAddress, refusalOf } from './public-address';

describe('refusalOf', () => {
  it.each([
    ...['93.184.216.34', '9.9.9.9', '1.0.0.1', '172.32.0.1', '2606:4700::1', '2a00:1450:4001::64'],
    ...['::ffff:1.1.1.1', '::ffff:909:909', '64:ff9b::101:101'],
  ])('permits %s', (address) => {
    expect(refusalOf(address)).toBeUndefined();
  });

  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254', '168.63.129.16'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
    ...['198.18.0.1', '198.51.100.7', '203.0.113.5', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::9.9.9.9', '::7f00:1', '64:ff9b:1::1', '64:ff9b:1::a00:1', '100::1', '2001::1', '2001:2::1', '2001:db8::1'],
    ...['2002:7f00:1::', '3fff::1', '4000::1', '5f00::1', 'fc00::1', 'fd12::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
  ])('refuses %s', (address) => {
    expect(refusalOf(address)).toBe(`${address} is not a public address`);
  });

  it.each([
    ...['', 'localhost', '1.2.3', '256.1.1.1', '9.9.9.9/32', 'fe80::1%eth0', '2606:4700::1%eth0', '0x7f.1', '2130706433'],
    ...['0177.0.0.1', '[::1]'],
  ])('refuses %j, which is not an address', (text) => {
    expect(refusalOf(text)).toBe(`${text} is not an address`);
  });

  it('judges an IPv6 address that carries an IPv4 address as the IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (inner) => {
        const [a = 0, b = 0, c = 0, d = 0] = inner.split('.').map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const outer of [`::ffff:${inner}`, `::ffff:${hex}`, `64:ff9b::${hex}`]) {
          expect(reachedAddress(outer)).toBe(inner);
          expect(refusalOf(outer) === undefined).toBe(refusalOf(inner) === undefined);
        }
      }),
    );
  });

  it('permits the networks that the operator names, in every form of their addresses', () => {
    const allowed = new Networks(['127.0.0.0/8', 'fd00::/8']);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fd00::1'])
      expect(refusalOf(address, allowed)).toBeUndefined();
    expect(refusalOf('10.0.0.1', allowed)).toBe('10.0.0.1 is not a public address');
  });
});

describe('reachedAddress', () => {
  it.each([
    ['2001:0DB8:0::1', '2001:db8::1'],
    ['9.9.9.9', '9.9.9.9'],
  ])('writes %s as %s', (text, address) => {
    expect(reachedAddress(text)).toBe(address);
  });
});
