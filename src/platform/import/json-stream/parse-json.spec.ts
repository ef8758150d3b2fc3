import { MAX_DEPTH } from './limits';
import { parseJson, parseJsonLine } from './parse-json';
import { RecordError } from './record-error';

describe('parseJsonLine', () => {
  it('counts brackets outside strings only', () => {
    const brackets = '['.repeat(MAX_DEPTH * 2);
    expect(parseJsonLine(Buffer.from(`{"a\\"":"${brackets}"}`))).toEqual({ 'a"': brackets });
    const [deep, deeper] = [MAX_DEPTH, MAX_DEPTH + 1].map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth)));
    expect(parseJsonLine(deep ?? Buffer.alloc(0))).toHaveLength(1);
    expect(() => parseJsonLine(deeper ?? Buffer.alloc(0))).toThrow('nested deeper than 200 levels');
  });
});

describe('parseJson', () => {
  it('reports the problem in one line', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not valid UTF-8');
    expect(() => parseJson(Buffer.from('"a\nb"'))).toThrow(/^not valid JSON: .{1,200}$/);
    expect(() => parseJson(Buffer.from('{'))).toThrow(RecordError);
  });

  it('leaves the stack traces of other errors alone', () => {
    const { stackTraceLimit } = Error;
    expect(() => parseJson(Buffer.from('{'))).toThrow(RecordError);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});
