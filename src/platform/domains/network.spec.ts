import { isWithin, Networks, readNetwork } from './network';

describe('a network', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['192.0.2.255/25', '192.0.2.128/25'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:1:2:3::/40', '2001:db8::/40'],
    ['2001:db8:ffff::/44', '2001:db8:fff0::/44'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
  ])('%s is %s', (text, network) => {
    expect(readNetwork(text)).toBe(network);
  });

  it.each([
    '',
    'example.com',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '::/129',
    '10.0.0.0/-1',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/64',
    '1/8',
    '10.0.0.0 /8',
  ])('%j is none', (text) => {
    expect(readNetwork(text)).toBeUndefined();
  });

  it.each([
    ['10.9.8.7', true],
    ['::ffff:10.9.8.7', true],
    ['::ffff:a09:807', true],
    ['11.0.0.1', false],
    ['2001:db8::42', true],
    ['2001:DB8:0:0:0:0:0:42', true],
    ['2001:db9::42', false],
    ['fe80::1%eth0', false],
    ['', false],
    ['nonsense', false],
    [undefined, false],
  ])('lets %s in: %s', (address, allowed) => {
    expect(new Networks(['10.0.0.0/8', '2001:db8::/32']).has(address)).toBe(allowed);
  });

  it.each([
    ['10.1.0.0/16', true],
    ['10.0.0.0/8', true],
    ['10.1.2.3/32', true],
    ['0.0.0.0/0', false],
    ['11.0.0.0/16', false],
    ['2001:db8:1::/48', true],
    ['2001::/16', false],
    ['::/0', false],
  ])('has the network %s as a part: %s', (network, expected) => {
    expect(isWithin(network, ['10.0.0.0/8', '2001:db8::/32'])).toBe(expected);
  });

  it('refuses everyone when there are none', () => {
    expect(new Networks([]).has('127.0.0.1')).toBe(false);
  });
});
