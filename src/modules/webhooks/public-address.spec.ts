import { Networks } from '#platform/domains/network';
import { refusalOf } from './public-address';

const NONE = new Networks([]);

describe('an address that deliveries go to', () => {
  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101'])('may be %s', (address) => {
    expect(refusalOf(address, NONE)).toBeUndefined();
  });

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '4000::1',
    'nonsense',
  ])('may not be %s', (address) => {
    expect(refusalOf(address, NONE)).toContain(address);
  });

  it('may be one of an allowed network, in any form', () => {
    const allowed = new Networks(['127.0.0.0/8', 'fd00::/8']);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', 'fd00::1']) expect(refusalOf(address, allowed)).toBeUndefined();
    expect(refusalOf('10.0.0.1', allowed)).toBe('10.0.0.1 is not a public address');
  });
});
