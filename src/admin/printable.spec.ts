import { printable, printableResult } from './printable';

const HOSTILE = 'a\u001b[2Jb\u009d0;title\u0007c\r\nd\u202ee\u2066f\u200bg\u2028h\u{e0041}';

describe('printable', () => {
  it('escapes what could steer a terminal, and nothing else', () => {
    expect(printable(HOSTILE)).toBe('a\\u001b[2Jb\\u009d0;title\\u0007c\\u000d\\u000ad\\u202ee\\u2066f\\u200bg\\u2028h\\udb40\\udc41');
    expect(printable('Zürich – 東京 🙂 "x" \\n')).toBe('Zürich – 東京 🙂 "x" \\n');
  });

  it('keeps the meaning of a JSON document', () => {
    const text = printable(JSON.stringify({ name: HOSTILE }));
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text)).toEqual({ name: HOSTILE });
  });

  it('reaches every text of a result', () => {
    expect(printableResult({ rows: [{ name: '\u001b' }], count: 1, at: undefined, by: null })).toEqual({
      rows: [{ name: '\\u001b' }],
      count: 1,
      at: undefined,
      by: null,
    });
  });
});
