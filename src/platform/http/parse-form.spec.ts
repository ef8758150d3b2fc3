import { parseForm } from './parse-form';

const read = (text: string) => ({ ...parseForm(Buffer.from(text)) });

describe('parseForm', () => {
  it('reads names and values, and every value of a repeated name', () => {
    expect(read('a=1&b=%C3%A4+x&a=2&a=3&c')).toEqual({ a: ['1', '2', '3'], b: 'ä x', c: '' });
    expect(read('')).toEqual({});
  });

  it('has no names but those of the form', () => {
    expect(parseForm(Buffer.from('__proto__=1&constructor=2'))).toEqual(
      Object.assign(Object.create(null), { ['__proto__']: '1', constructor: '2' }),
    );
  });

  it('refuses more than 1,000 fields before it parses any', () => {
    expect(read(`${'a=1&'.repeat(999)}a=1`)).toEqual({ a: Array<string>(1000).fill('1') });
    const parse = jest.spyOn(URLSearchParams.prototype, Symbol.iterator as never);
    expect(() => read('a=1&'.repeat(1000))).toThrow('The form has more than 1000 fields.');
    expect(() => read('&'.repeat(200_000))).toThrow('The form has more than 1000 fields.');
    expect(parse).not.toHaveBeenCalled();
  });
});
