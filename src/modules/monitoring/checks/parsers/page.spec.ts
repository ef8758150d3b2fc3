import fc from 'fast-check';
import { countedWork } from './counted-work.fixture';
import { parsePage } from './page';

const ADDRESS = 'https://shop.example/';
const PIECES = [
  '<b>',
  '</x>',
  '<p>',
  '</p>',
  '<form>',
  '<svg>',
  '</svg>',
  '<foreignObject>',
  '<a x=y>',
  '<li>',
  '<script>',
  '<!--',
  'é',
  '&amp;',
];
/** Per character of the page. */
const MAX_WORK_PER_CHARACTER = 300;

describe('parsePage', () => {
  it('takes time with the length of the page, whatever is repeated in it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }), fc.constantFrom(...PIECES), (pieces, last) => {
        const html = pieces.map((piece) => piece.repeat(5000)).join('') + last.repeat(20_000);
        expect(countedWork(() => parsePage(html, ADDRESS))).toBeLessThan(MAX_WORK_PER_CHARACTER * html.length);
      }),
      { numRuns: 15 },
    );
  });

  it('finds what comes after thousands of open elements', () => {
    const { active } = parsePage(`${'<b>'.repeat(5000)}<script src="http://cdn.example/a.js"></script>`, ADDRESS);
    expect(active.map(({ url }) => url.href)).toEqual(['http://cdn.example/a.js']);
  });

  it.each(['https://例.example/a', 'https://%E4%BE%8B.example/a', '/a/'.repeat(900), `data:image/png;base64,${'A'.repeat(5000)}`])(
    'keeps the resource %.40s',
    (src) => {
      expect(parsePage(`<img src="${src}">`, ADDRESS).passive).toHaveLength(1);
    },
  );

  it.each([
    ['letters', `https://${'例'.repeat(4000)}.example/`],
    ['percent-encoded letters', `https://${'%E4%BE%8B'.repeat(900)}.example/`],
    ['punycode', `https://xn--${'a'.repeat(4000)}.example/`],
    ['a host behind line breaks', `https:/\n/\n${'例'.repeat(4000)}`],
    ['a host without slashes', `https:${'例'.repeat(4000)}`],
    ['a host after a name', `https://${'a'.repeat(1000)}@${'例'.repeat(4000)}`],
  ])('leaves out a host of thousands of %s', (_, src) => {
    expect(parsePage(`<img src="${src}">`, ADDRESS).passive.length).toBe(0);
  });
});
