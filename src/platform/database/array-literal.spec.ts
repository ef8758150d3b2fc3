import * as fc from 'fast-check';
import { types } from 'pg';
import { arrayLiteral } from './array-literal';

const TEXTS = 1009; // type OID of text[]
const readTexts = (types.getTypeParser as (type: number) => (text: string) => unknown)(TEXTS);

describe('arrayLiteral', () => {
  it('round-trips texts, and writes undefined as null', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.oneof(fc.string(), fc.constantFrom('NULL', '"', '\\', '{a,b}', ' ', '')))), (values) => {
        expect(readTexts(arrayLiteral(values))).toEqual(values);
      }),
    );
  });

  it('writes numbers, booleans and dates', () => {
    expect(arrayLiteral([1, true, new Date(0), undefined])).toBe('{1,true,1970-01-01T00:00:00.000Z,NULL}');
  });
});
