import fc from 'fast-check';
import { deriveCompanyName, normalizeDomain, parentDomains } from './domain-name';

describe('normalizeDomain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['https://WWW.Example.com/path', 'example.com'],
    ['  example.com. ', 'example.com'],
    ['http://user:secret@shop.example.com:8443/a?b#c', 'shop.example.com'],
    ['//cdn.example.com/x', 'cdn.example.com'],
    ['example.com:443', 'example.com'],
    ['example.com/path@here', 'example.com'],
    ['https://example.org\\@example.com', 'example.org'],
    ['www.www.example.com', 'example.com'],
    ['api.www.example.com', 'api.www.example.com'],
    ['www2.example.com', 'www2.example.com'],
    ['www.com', 'www.com'],
    ['www.www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
    ['www.acme.co.uk', 'acme.co.uk'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['XN--MNCHEN-3YA.DE', 'xn--mnchen-3ya.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['例え。jp。', 'xn--r8jz45g.jp'],
    ['ＥＸＡＭＰＬＥ.com', 'example.com'],
    ['exam\u00adple.com', 'example.com'],
    ['github.io', 'github.io'],
    ['acme.github.io', 'acme.github.io'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('keeps %j as %s', (input, domain) => {
    expect(normalizeDomain(input)).toEqual({ domain });
  });

  it.each(['192.0.2.1', 'http://192.0.2.1/', '192.0.2.1:80', '3221225985', '0xC0000201', '0300.0.2.1', '192.513', '１９２.0.2.1'])(
    'refuses %s as an IPv4 address',
    (input) => {
      expect(normalizeDomain(input)).toEqual({ problem: 'An IP address is not a domain name.' });
    },
  );

  it.each(['2001:db8::1', '[2001:db8::1]', 'https://[2001:db8::1]:443/', '::ffff:192.0.2.1'])('refuses %s as an IPv6 address', (input) => {
    expect(normalizeDomain(input)).toEqual({ problem: 'An IP address is not a domain name.' });
  });

  it.each([
    ['', 'No host name'],
    ['   ', 'No host name'],
    ['https://', 'No host name'],
    [':443', 'No host name'],
    ['/path', 'No host name'],
    ['user@example.com', 'e-mail'],
    ['ftp://example.com', 'http and https'],
    ['mailto:user@example.com', 'e-mail'],
    ['example.com:port', 'port'],
    ['example.com:65536', 'port'],
    ['example.com:80:80', 'port'],
    ['exam ple.com', 'White space'],
    ['exam\nple.com', 'White space'],
    ['exam\0ple.com', 'NUL'],
    ['acme.com/\0', 'NUL'],
    ['com', 'public suffix'],
    ['co.uk', 'public suffix'],
    ['acme.ck', 'public suffix'],
    ['localhost', 'Unknown top-level'],
    ['acme.test', 'Unknown top-level'],
    ['acme.example', 'Unknown top-level'],
    ['acme.internal', 'Unknown top-level'],
    ['acme.onion', 'Unknown top-level'],
    ['2.0.192.in-addr.arpa', 'Unknown top-level'],
    ['a..example.com', 'empty label'],
    ['.example.com', 'empty label'],
    ['example.com..', 'empty label'],
    ['acme_cloud.com', 'Only letters'],
    ['-acme.com', 'Only letters'],
    ['acme-.com', 'Only letters'],
    ['*.example.com', 'Only letters'],
    [`${'a'.repeat(64)}.com`, '63'],
    [`${'ü'.repeat(63)}.com`, '63'],
    [`${'a.'.repeat(126)}com`, '253'],
    [`example.com/${'a'.repeat(2048)}`, '2048'],
    ['xn--zzzzzzzz.com', 'Not a valid host name'],
    ['acme.com%2Fpath', 'Not a valid host name'],
    ['999.999.999.999', 'Not a valid host name'],
  ])('refuses %j', (input, reason) => {
    expect(normalizeDomain(input)).toEqual({ problem: expect.stringContaining(reason) });
  });

  it('accepts a name of exactly 253 characters', () => {
    const name = `${'a.'.repeat(125)}com`;
    expect(name).toHaveLength(253);
    expect(normalizeDomain(name)).toEqual({ domain: name });
  });

  it('is idempotent', () => {
    const pieces = fc.constantFrom(
      'www.',
      'WWW.',
      'a-b.',
      'shop.',
      'münchen.',
      'ＡＢ.',
      'com',
      'co.uk',
      'de',
      'ck',
      'github.io',
      'рф',
      '.',
      '-',
      '1',
    );
    const names = fc.oneof(
      fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.constantFrom('.com', '.co.uk', '.jp'))
        .map((parts) => parts.join('')),
      fc.domain(),
      fc.webUrl(),
    );
    let kept = 0;
    fc.assert(
      fc.property(names, (name) => {
        const once = normalizeDomain(name);
        if ('problem' in once) return;
        kept += 1;
        expect(once.domain).toMatch(/^[a-z0-9.-]{1,253}$/);
        expect(normalizeDomain(once.domain)).toEqual(once);
        expect(normalizeDomain(`https://www.${once.domain}/`)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
    expect(kept).toBeGreaterThan(200);
  });
});

describe('parentDomains', () => {
  it.each([
    ['mail.eu.example.co.uk', ['mail.eu.example.co.uk', 'eu.example.co.uk', 'example.co.uk']],
    ['example.com', ['example.com']],
    ['WWW.Example.com.', ['www.example.com', 'example.com']],
    ['_dmarc.example.com', ['_dmarc.example.com', 'example.com']],
    ['d1.cloudfront.net', ['d1.cloudfront.net', 'cloudfront.net']],
    ['co.uk', []],
    ['192.0.2.1', []],
    ['example.com..', []],
    ['', []],
  ])('lists the parents of %j up to the registrable domain', (host, parents) => {
    expect(parentDomains(host)).toEqual(parents);
  });
});

describe('deriveCompanyName', () => {
  it.each([
    ['acme-cloud.co.uk', 'Acme Cloud'],
    ['acme.com', 'Acme'],
    ['shop.acme.com', 'Acme'],
    ['3m-health.com', '3m Health'],
    ['xn--mnchen-3ya.de', 'München'],
    ['acme--cloud.com', 'Acme Cloud'],
    ['acme.github.io', 'Acme'],
    ['acme.uk.com', 'Acme'],
    ['github.io', 'Github'],
    ['www.com', 'Www'],
    ['360.com', '360'],
    ['0x10.com', '0x10'],
  ])('names %s %s', (domain, name) => {
    expect(deriveCompanyName(domain)).toBe(name);
  });
});
