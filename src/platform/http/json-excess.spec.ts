import fc from 'fast-check';
import { jsonExcess } from './json-excess';

const BOUNDS = { depth: 3, values: 10 };
const excess = (text: string) => jsonExcess(Buffer.from(text), BOUNDS);

describe('what JSON may hold', () => {
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
  ])('%s: %s', (text, expected) => {
    expect(excess(text)).toBe(expected);
  });

  it('agrees with the depth of what is parsed', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const bounds = { depth: 3, values: Infinity };
        expect(jsonExcess(Buffer.from(JSON.stringify(value)), bounds) === 'depth').toBe(depthOf(value) > 3);
      }),
    );
  });
});
