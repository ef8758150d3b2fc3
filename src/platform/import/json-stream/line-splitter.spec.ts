import fc from 'fast-check';
import { inChunks } from './in-chunks.fixture';
import { LineSplitter } from './line-splitter';

function split(text: string, sizes: readonly number[] = [], maxBytes?: number): string[] {
  const splitter = new LineSplitter(maxBytes);
  const lines = inChunks(Buffer.from(text), sizes).flatMap((chunk) => splitter.push(chunk));
  lines.push(...splitter.end());
  return lines.map((line) => `${line.line} ${'bytes' in line ? line.bytes.toString() : `! ${line.problem}`}`);
}

describe('LineSplitter', () => {
  it('numbers lines from 1 and skips blank ones', () => {
    expect(split('a\r\n\n \t\r\nb\nc')).toEqual(['1 a\r', '4 b', '5 c']);
  });

  it('skips a line that is too long and continues with the next', () => {
    expect(split(`ab\n${'x'.repeat(11)}\ncd`, [4], 10)).toEqual(['1 ab', '2 ! longer than 10 bytes', '3 cd']);
  });

  it('finds the same lines whatever the chunk sizes', () => {
    const text = fc.string({ unit: fc.constantFrom('\n', ' ', 'x', '€'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (lines, sizes) => {
        expect(split(lines, sizes)).toEqual(split(lines));
      }),
    );
  });
});
