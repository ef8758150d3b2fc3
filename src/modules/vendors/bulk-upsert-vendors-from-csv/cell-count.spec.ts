import { CellCount } from './cell-count';

/** Whether a file has a record of more than three cells, read in pieces of so many characters. */
function exceeds(text: string, pieceLength: number): boolean {
  const cells = new CellCount(',', 3);
  for (let at = 0; at < text.length; at += pieceLength) {
    if (cells.isExceededBy(text.slice(at, at + pieceLength))) return true;
  }
  return false;
}

describe('the cells of a record', () => {
  it.each([
    ['a,b,c\nd,e,f\n', false],
    ['a,b,c,d', true],
    ['a,b\nc,d,e,f', true],
    ['"a,b,c,d,e",f,g', false],
    ['"a,""b"",c,d",f,g', false],
    ['"a,""b"",c,d",f,g,h', true],
    ['a,"\n",b,c', true],
  ])('of %j: more than three is %s', (text, expected) => {
    expect([1, 2, 100].map((pieceLength) => exceeds(text, pieceLength))).toEqual([expected, expected, expected]);
  });
});
