import { Networks } from '#platform/domains/network';
import { Egress, webTarget } from './egress';

const PUBLIC = '9.9.9.9';
const OWN = '9.8.7.6';
const INSIDE = '10.0.0.5';
const egress = (allowed: string[] = []) => new Egress(new Networks(allowed), (host) => host.endsWith('objected.com'), new Set([OWN]));

describe('Egress', () => {
  it('picks a public address, IPv4 first', () => {
    expect(egress().pick('a.com', ['2606:4700::1', PUBLIC])).toBe(PUBLIC);
    expect(egress().pick('a.com', ['2606:4700::1'])).toBe('2606:4700::1');
  });

  it.each([
    [[PUBLIC, INSIDE], 'a.com is not contacted: 10.0.0.5 is not a public address'],
    [['2606:4700::1', '::ffff:10.0.0.5'], 'a.com is not contacted: ::ffff:10.0.0.5 is not a public address'],
    [[OWN], 'a.com is not contacted: 9.8.7.6 is an address of this machine'],
    [[`::ffff:${OWN}`], 'a.com is not contacted: ::ffff:9.8.7.6 is an address of this machine'],
    [['168.63.129.16'], 'a.com is not contacted: 168.63.129.16 is not a public address'],
    [['nonsense'], 'a.com is not contacted: nonsense is not an address'],
    [[], 'a.com has no address'],
  ])('refuses a host with the addresses %j', (addresses, reason) => {
    expect(() => egress().pick('a.com', addresses)).toThrow(reason);
  });

  it('refuses domains that opted out, whatever their address', () => {
    expect(() => egress(['10.0.0.0/8']).pick('www.objected.com', [INSIDE])).toThrow('opt-out list');
  });

  it('contacts internal networks that the operator allows, and this machine too', () => {
    expect(egress(['10.0.0.0/8']).pick('a.com', [INSIDE])).toBe(INSIDE);
    expect(egress([`${OWN}/32`]).pick('a.com', [OWN])).toBe(OWN);
  });

  it('follows no redirect from the internet to an internal address, even an allowed one', () => {
    const allowing = egress(['10.0.0.0/8']);
    expect(() => allowing.assertStaysOutside([PUBLIC], [INSIDE])).toThrow('leads from the internet to 10.0.0.5');
    expect(() => allowing.assertStaysOutside([PUBLIC], [PUBLIC, INSIDE])).toThrow();
    expect(() => allowing.assertStaysOutside([PUBLIC], [OWN])).toThrow();
    expect(() => allowing.assertStaysOutside([INSIDE], [INSIDE])).not.toThrow();
    expect(() => allowing.assertStaysOutside([INSIDE], [PUBLIC])).not.toThrow();
  });
});

describe('webTarget', () => {
  it.each([
    ['/start', 'https://a.com/start'],
    ['//b.com/', 'https://b.com/'],
    ['https://b.com:443/#part', 'https://b.com/'],
    ['http://b.com:80/', 'http://b.com/'],
    ['https:\\\\b.com\\x', 'https://b.com/x'],
  ])('follows %s', (location, url) => {
    expect(webTarget(location, 'https://a.com/').href).toBe(url);
  });

  it.each([
    ...[
      'ftp://b.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'blob:https://b.com/x',
      'ws://b.com/',
      'gopher://b.com/',
    ],
    ...[
      'https://b.com:80/',
      'http://b.com:443/',
      'https://b.com:22/',
      'https://user@b.com/',
      'https://:secret@b.com/',
      'https://a.com:443@b.com/',
    ],
    ...['https://', 'https://[::1', 'https://b com/', 'https://999.1.1.1/'],
  ])('refuses %s', (location) => {
    expect(() => webTarget(location, 'https://a.com/')).toThrow('redirect');
  });
});
