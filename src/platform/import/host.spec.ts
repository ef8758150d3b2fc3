import { addressOf, hostOf, portOf } from './host';

describe('hostOf', () => {
  it.each([
    ['https://user:pass@WWW.Acme.example:8443/path?x=//y#z', 'www.acme.example'],
    ['acme.example.', 'acme.example'],
    ['acme.example:443', 'acme.example'],
    ['*.acme.example', 'acme.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['203.0.113.5:80', '203.0.113.5'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['http://[fe80::1%25eth0]/', 'fe80::1'],
    ['_dmarc.acme.example', '_dmarc.acme.example'],
  ])('finds the host in %s', (text, host) => {
    expect(hostOf(text)).toBe(host);
  });

  it.each([
    '',
    '/tmp/file.js',
    'localhost',
    '1.2.3',
    'a b.example',
    'acme..example',
    `${'a'.repeat(64)}.example`,
    'x\0.example',
    '[nonsense]',
  ])('finds no host in %j', (text) => {
    expect(hostOf(text)).toBeUndefined();
  });

  it('finds the port where there is one', () => {
    expect(['https://a.example:8443/x', '[2001:db8::1]:53', '2001:db8::1', 'a.example', 'a.example:99999'].map(portOf)).toEqual([
      8443,
      53,
      undefined,
      undefined,
      undefined,
    ]);
    expect(addressOf('a.example')).toBeUndefined();
  });
});
