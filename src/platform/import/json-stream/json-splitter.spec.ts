import fc from 'fast-check';
import { inChunks } from './in-chunks.fixture';
import { FormatError } from '../format-error';
import { JsonSplitter } from './json-splitter';
import { MAX_DEPTH } from './limits';
import { pathOf } from './selector';

function split(selectors: string[], text: string, sizes: readonly number[] = [], maxBytes?: number): string[] {
  const splitter = new JsonSplitter(selectors, maxBytes);
  const pieces = inChunks(Buffer.from(text), sizes).flatMap((chunk) => splitter.push(chunk));
  splitter.end();
  return pieces.map((piece) => {
    const content = 'bytes' in piece ? piece.bytes.toString() : `! ${piece.problem}`;
    return `${piece.line} ${pathOf(piece.selector, piece.indices)} ${content}`;
  });
}

describe('JsonSplitter', () => {
  it('finds the elements of a list under a member, with their lines', () => {
    const text = '{"other": [{"matches": [1]}],\n "matches": [\n  {"a": "]}\\"", "b": [1]},\n  2 , "x"\n ],\n "end": null}';
    expect(split(['matches[*]'], text)).toEqual(['3 matches[0] {"a": "]}\\"", "b": [1]}', '4 matches[1] 2', '4 matches[2] "x"']);
  });

  it('finds values at several depths in the order of the file', () => {
    const text = '{"runs":[{"tool":{"name":"t","rules":[{},[]]},"results":[1]},{"results":[]},{"results":[2,3]}],"version":"2"}';
    const selectors = ['version', 'runs[*].tool.name', 'runs[*].tool.rules[*]', 'runs[*].results[*]'];
    expect(split(selectors, text).map((piece) => piece.slice(2))).toEqual([
      'runs[0].tool.name "t"',
      'runs[0].tool.rules[0] {}',
      'runs[0].tool.rules[1] []',
      'runs[0].results[0] 1',
      'runs[2].results[0] 2',
      'runs[2].results[1] 3',
      'version "2"',
    ]);
  });

  it('reads a sequence of documents', () => {
    expect(split(['', '[*]'], '{"a":1}\n{"a":2} [3,{"a":4}]')).toEqual(['1  {"a":1}', '2  {"a":2}', '2 [0] 3', '2 [1] {"a":4}']);
  });

  it('decodes keys with escapes', () => {
    expect(split(['matches[*]'], '{"m\\u0061tches":[1]}')).toEqual(['1 matches[0] 1']);
  });

  it('skips values that are too large or too deep', () => {
    const deep = '['.repeat(MAX_DEPTH + 1) + ']'.repeat(MAX_DEPTH + 1);
    expect(split(['[*]'], `["${'x'.repeat(1000)}",${deep},7]`, [], 900)).toEqual([
      '1 [0] ! larger than 900 bytes',
      '1 [1] ! nested deeper than 200 levels',
      '1 [2] 7',
    ]);
  });

  it('survives nesting that would exhaust the stack', () => {
    const depth = 1_000_000;
    expect(split(['[*]'], `[${'['.repeat(depth)}${']'.repeat(depth)},1]`)).toEqual(['1 [0] ! nested deeper than 200 levels', '1 [1] 1']);
    expect(split(['a[*]'], `{"b":${'{"c":'.repeat(depth)}1${'}'.repeat(depth)},"a":[1]}`)).toEqual(['1 a[0] 1']);
  });

  it.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['[1, 2', 'truncated'],
    ['{"a": "x', 'truncated'],
    ['[1] x', 'Line 1: unexpected "x"'],
    ['\n[1,]', 'Line 2: unexpected "]"'],
    ['[1 2]', 'Line 1: unexpected "2"'],
    ['[{"a":[1}]', 'Line 1: unexpected "}"'],
    ['{"a" 1}', 'Line 1: unexpected "1"'],
    ['{a: 1}', 'Line 1: unexpected "a"'],
    ['<html>', 'Line 1: unexpected "<"'],
    ['\u0007', 'Line 1: unexpected byte 0x07'],
  ])('refuses %j', (text, message) => {
    expect(() => split(['[*]', 'a[*]'], text)).toThrow(FormatError);
    expect(() => split(['[*]', 'a[*]'], text)).toThrow(message);
  });

  it('knows whether the list was present', () => {
    const met = (text: string) => {
      const splitter = new JsonSplitter(['matches[*]']);
      splitter.push(Buffer.from(text));
      return splitter.hasMet('matches');
    };
    expect([met('{"matches":[]}'), met('{"matches":null}'), met('{"matches":{}}'), met('{}')]).toEqual([true, true, false, false]);
  });

  it('finds the same values whatever the chunk sizes', () => {
    const chunkSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, 2), chunkSizes, (values, indent, sizes) => {
        const text = JSON.stringify({ before: values, list: values, after: { list: values } }, undefined, indent);
        const found = split(['list[*]'], text, sizes);
        expect(found).toEqual(split(['list[*]'], text));
        expect(found.map((piece) => JSON.parse(piece.slice(piece.indexOf('] ') + 2)) as unknown)).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      }),
    );
  });

  it('finds the end of long strings full of quotes and backslashes whatever the chunk sizes', () => {
    const awkward = fc.string({ unit: fc.constantFrom('"', '\\', 'x', '\n', 'é'), minLength: 30, maxLength: 200 });
    const chunkSizes = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(awkward, chunkSizes, (text, sizes) => {
        expect(split(['[*]'], JSON.stringify([text, 1]), sizes)).toEqual([`1 [0] ${JSON.stringify(text)}`, '1 [1] 1']);
      }),
    );
  });
});
