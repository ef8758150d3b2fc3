import { delimiterOf } from './csv-delimiter';

describe('delimiterOf', () => {
  it.each([
    ['', ','],
    ['question_id', ','],
    ['question_id,answer\na;b;c;d', ','],
    ['question_id;answer\na,b,c,d', ';'],
    ['question_id\tanswer', '\t'],
    ['question_id;answer;odd,name', ';'],
    ['\r\n\n domain_name ;company_name', ';'],
  ])('finds in %j the delimiter %j', (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });
});
