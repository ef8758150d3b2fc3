import fc from 'fast-check';
import { isSpf, parseSpf, spfTerms } from '#modules/avd/detection/spf';
import { shown, shownList } from '../shown';
import { parseBanner, parseGenerator } from './banner';
import { isSessionLike, parseCookie } from './cookie';
import { cspDirectives, cspWeaknesses } from './csp';
import { parseDkim } from './dkim';
import { isDmarc, parseDmarc } from './dmarc';
import { parseHsts } from './hsts';
import { covers, isMtaSts, isTlsRpt, parseMtaStsPolicy } from './mta-sts';
import { parsePage } from './page';
import { parseSecurityTxt } from './security-txt';

const NOW = new Date('2026-11-16T12:00:00Z');
/** Arbitrary text, and text made of the words that the parsers scan for. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...[
            'v=spf1 ',
            'all',
            '+',
            '-',
            'include:',
            'redirect=',
            'ip4:',
            '/',
            '%{i}',
            'v=DMARC1;',
            'p=',
            'none',
            'pct=',
            ';',
            '=',
            ' ',
            '"',
          ],
          ...[
            'version: STSv1\n',
            'mode: ',
            'mx: *.',
            'max_age: ',
            'max-age=',
            'Secure',
            'SameSite=',
            'Expires=',
            'Contact: ',
            '\r\n',
            'Expires: ',
          ],
          ...[
            "'self'",
            "'unsafe-inline'",
            'script-src ',
            'https:',
            '*',
            'frame-ancestors',
            'k=rsa; p=MIGf',
            '__proto__',
            'constructor',
            'http://[',
          ],
          ...[
            '<script src=',
            '<base href=',
            '<meta http-equiv=content-security-policy content=',
            '>',
            '<!--',
            '-->',
            '<form action=',
            '&#x',
            '\0',
          ],
        ),
        fc.string({ maxLength: 8 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
);

const PARSERS: [string, (text: string) => unknown][] = [
  ['SPF', (value) => [isSpf(value), parseSpf(value), spfTerms(value)]],
  ['DMARC', (value) => [isDmarc(value), parseDmarc(value)]],
  ['DKIM', parseDkim],
  ['MTA-STS', (value) => [isMtaSts(value), covers(parseMtaStsPolicy(value), value)]],
  ['TLS-RPT', isTlsRpt],
  ['HSTS', parseHsts],
  ['CSP', (value) => [cspDirectives(value), cspWeaknesses(value)]],
  [
    'cookies',
    (value) => [value, `session=${value}`].map((header) => parseCookie(header, NOW)).map((cookie) => cookie && isSessionLike(cookie)),
  ],
  ['security.txt', parseSecurityTxt],
  ['pages', (value) => parsePage(value, 'https://acme.example.com/')],
  ['banners', (value) => [parseBanner(value), parseGenerator(value)]],
];

describe('parsers', () => {
  it.each(PARSERS)('%s: read any text without an error', (_, parse) => {
    fc.assert(
      fc.property(text, (value) => {
        parse(value);
      }),
    );
  });

  const long = 2 ** 19;
  it.each([
    ['v=spf1 ', 'a'],
    ['v=spf1 ip4:', '/'],
    ['v=spf1 a', '/1'],
    ['v=spf1 exists:', '%{'],
    ['v=spf1 x=', '%{d1'],
    ['v=spf1 a:', 'a-'],
    ['v=spf1', ' '],
    ['v=DMARC1;', ';'],
    ['v=DMARC1; rua=', ','],
    ['', '\n'],
    ['mx: ', 'mx: \n'],
    ['Contact: ', ':'],
    ['max-age=', '"'],
    ['script-src ', "'"],
    ['', '<'],
    ['<script src=', '<script src='],
    ['<a ', 'b=c '],
    ['<base href=', 'http://'],
    ['', '&'],
    ['nginx/', '1.'],
    ['', 'a-'],
    ['p=', 'MIGf'],
    ['sess', 'sess'],
  ])('read half a megabyte of %j + %j in linear time', (head, unit) => {
    const value = head + unit.repeat(long / unit.length);
    const before = process.cpuUsage();
    for (const [, parse] of PARSERS) parse(value);
    // Linear takes tens of milliseconds; a quadratic parser would take minutes, on any machine.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000);
  });
});

describe('shown', () => {
  it('is one bounded line of printable characters, whatever the server sends', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 400 }), (value, limit) => {
        const line = shown(value, limit);
        expect([...line].length).toBeLessThanOrEqual(limit);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('says that something was cut', () => {
    expect(shown('x'.repeat(400))).toBe(`${'x'.repeat(299)}…`);
    expect(shown('\u202egnp.exe\x1b[2J')).toBe('gnp.exe [2J');
    expect(shownList(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  });
});
