import { CellCount } from './cell-count';

/** Whether a file, read in chunks of this size, has a record with more than three cells. */
function exceeds(text: string, pieceLength: number): boolean {
  const cells = new CellCount(',', 3);
  for (let at = 0; at < text.length; at += pieceLength) {
    if (cells.isExceededBy(text.slice(at, at + pieceLength))) return true;
  }
  return false;
}

describe('CellCount', () => {
  it.each([
    ['a,b,c\nd,e,f\n', false],
    ['a,b,c,d', true],
    ['a,b\nc,d,e,f', true],
    ['"a,b,c,d,e",f,g', false],
    ['"a,""b"",c,d",f,g', false],
    ['"a,""b"",c,d",f,g,h', true],
    ['a,"\n",b,c', true],
  ])('of %j: more than three cells is %s', (text, expected) => {
    expect([1, 2, 100].map((pieceLength) => exceeds(text, pieceLength))).toEqual([expected, expected, expected]);
  });
});
