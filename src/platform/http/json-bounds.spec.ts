import fc from 'fast-check';
import { JsonBoundsCheck } from './json-bounds';

const BOUNDS = { depth: 3, values: 10 };

/** The result of the check for a text that arrives in chunks of this size. */
function excess(text: string, pieceBytes = Infinity, bounds = BOUNDS): string | undefined {
  const check = new JsonBoundsCheck(bounds);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const found = check.take(bytes.subarray(at, at + pieceBytes));
    if (found) return found;
  }
  return undefined;
}

describe('JsonBoundsCheck', () => {
  it.each([
    ['[[[0]]]', undefined],
    ['[[[[0]]]]', 'depth'],
    ['{"a":{"b":{"c":{}}}}', 'depth'],
    ['[[],[],[]]', undefined],
    [`[${'0,'.repeat(8)}0]`, undefined],
    [`[${'0,'.repeat(10)}0]`, 'values'],
    [`[${'{},'.repeat(6)}{}]`, 'values'],
    ['[]'.repeat(11), 'values'],
    ['["[[[[{{{{,,,,,,,,,,,,"]', undefined],
    [String.raw`["\"[[[[", "\\", "\\\"[[[[,,,,,,,,,,"]`, undefined],
    [String.raw`["\\",[[[[`, 'depth'],
    ['["[[[[', undefined],
    ['', undefined],
  ])('%s: %s, whatever the chunk size', (text, expected) => {
    expect([Infinity, 1, 2, 3].map((pieceBytes) => excess(text, pieceBytes))).toEqual([expected, expected, expected, expected]);
  });

  it('agrees with the depth of the parsed value', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 9 }), (value, pieceBytes) => {
        const isDeep = excess(JSON.stringify(value), pieceBytes, { depth: 3, values: Infinity }) === 'depth';
        expect(isDeep).toBe(depthOf(value) > 3);
      }),
    );
  });
});
