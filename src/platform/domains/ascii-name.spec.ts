import * as url from 'node:url';
import fc from 'fast-check';
import { asciiName } from './ascii-name';

describe('asciiName', () => {
  it('writes a name in ASCII', () => {
    expect(asciiName('MÜNCHEN.de')).toBe('xn--mnchen-3ya.de');
    expect(asciiName('株式会社。jp.')).toBe('xn--6oqv20b1zgzxr.jp.');
    expect(asciiName('a b')).toBe('');
  });

  it('normalizes names of at most 253 characters, whatever it is given', () => {
    const normalize = jest.spyOn(url, 'domainToASCII');
    const letters = fc.constantFrom('a', 'ü', '株', 'ﷺ', '\u{20bb7}', '.', '。', '\u00ad', '\u0301');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 600 }), (given) => {
        asciiName(given.join(''));
      }),
    );
    const lengths = normalize.mock.calls.map(([name]) => name.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(254); // with the root's dot
    normalize.mockClear();
    expect(['株'.repeat(2000), `${'株'.repeat(64)}.jp`, 'ﷺ'.repeat(10_000)].map(asciiName)).toEqual(['', '', '']);
    expect(normalize).not.toHaveBeenCalled();
  });
});
