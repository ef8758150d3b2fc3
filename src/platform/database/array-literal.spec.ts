import * as fc from 'fast-check';
import { types } from 'pg';
import { arrayLiteral } from './array-literal';

const TEXTS = 1009; // PostgreSQL's number for text[]
const readTexts = (types.getTypeParser as (type: number) => (text: string) => unknown)(TEXTS);

describe('an array as PostgreSQL reads it', () => {
  it('gives texts back as they were, and null for what is missing', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.oneof(fc.string(), fc.constantFrom('NULL', '"', '\\', '{a,b}', ' ', '')))), (values) => {
        expect(readTexts(arrayLiteral(values))).toEqual(values);
      }),
    );
  });

  it('writes numbers, truth and time plainly', () => {
    expect(arrayLiteral([1, true, new Date(0), undefined])).toBe('{1,true,1970-01-01T00:00:00.000Z,NULL}');
  });
});
