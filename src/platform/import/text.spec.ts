import { idOf, keyOf, proseOf, slugOf } from './text';

describe('display text', () => {
  it('replaces characters that the database cannot store', () => {
    expect(proseOf(' a\0b \ud800c \u{1F600} ', 100)).toBe('a\uFFFDb \uFFFDc \u{1F600}');
    expect(proseOf('   ', 100)).toBeUndefined();
  });

  it('truncates long text visibly and never inside a character', () => {
    expect(proseOf('abcdef', 6)).toBe('abcdef');
    expect(proseOf('abcdefg', 6)).toBe('abcde…');
    expect(proseOf('abcd\u{1F600}g', 6)).toBe('abcd…');
  });
});

describe('identifying text', () => {
  it.each(['a\0b', 'a\ud800', 'a\nb', 'a\u007f'])('refuses %j', (text) => {
    expect(() => keyOf(text, 'the id', 100)).toThrow('the id contains characters that cannot be stored');
  });

  it('keeps long keys apart', () => {
    const [one, other] = [keyOf(`${'x'.repeat(200)}1`, 'id', 50), keyOf(`${'x'.repeat(200)}2`, 'id', 50)];
    expect(one).toHaveLength(50);
    expect(other).toHaveLength(50);
    expect(one).not.toBe(other);
  });
});

describe('ids', () => {
  it('keeps apart what differs only in characters that cannot be stored', () => {
    const ids = ['a\0b', 'a\u0001b', 'a\nb', 'a\ud800b', 'a\uFFFDb'].map((text) => idOf(text, 100) ?? '');
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^a\uFFFDb/);
    expect(idOf(' a b ', 100)).toBe('a b');
    expect(idOf(' ', 100)).toBeUndefined();
  });
});

describe('slugOf', () => {
  it.each([
    ['CVE-2021-44228', 'cve_2021_44228'],
    ['  Shell Script Analysis 2076 ', 'shell_script_analysis_2076'],
    ['js/xss.v1', 'js_xss_v1'],
    ['___', undefined],
    ['日本', undefined],
  ])('makes %j %j', (text, slug) => {
    expect(slugOf(text, 100)).toBe(slug);
  });
});
