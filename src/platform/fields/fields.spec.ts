import 'reflect-metadata';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { enumeration } from './enumeration';
import { passesFastChecks } from './field-definition';
import {
  Bool,
  Choice,
  DateTime,
  Int32,
  Int64,
  Json,
  Member,
  Members,
  Nested,
  NestedList,
  Num,
  Rows,
  RowTexts,
  Text,
  TextList,
} from './fields';

const LEVEL = enumeration('Level', 'LEVEL', ['LOW', 'HIGH']);

class Inner {
  @Text({ max: 3 }) name!: string;
  @Int64({ min: 0n, optional: true }) size?: string;
}

/** A field of every kind. */
class Sample {
  @Text({ max: 5 }) needed!: string;
  @Text({ max: 5, min: 2, optional: true }) short?: string;
  @Text({ max: 5, nullable: true, pattern: /^[a-z]*$/ }) letters?: string | null;
  @TextList({ max: 2, maxItems: 2, minItems: 1, optional: true }) words?: string[];
  @Int32({ max: 9, optional: true }) digit?: number;
  @Int64({ optional: true }) big?: string;
  @Num({ min: -1, max: 1, optional: true }) share?: number;
  @Bool({ optional: true }) flag?: boolean;
  @DateTime({ optional: true }) when?: string;
  @Member(LEVEL, { optional: true }) level?: string;
  @Members(LEVEL, { minItems: 1, optional: true }) levels?: string[];
  @Choice(['a', 'b'], { optional: true }) choice?: string;
  @Nested(() => Inner, { optional: true }) inner?: Inner;
  @NestedList(() => Inner, { maxItems: 2, optional: true }) inners?: Inner[];
  @Rows(() => Inner, { maxItems: 2, minItems: 1, optional: true }) rows?: unknown[];
  @RowTexts({ maxItems: 2, minItems: 1, optional: true }) names?: string[];
  @Json({ type: 'object', additionalProperties: true }, { optional: true }) json?: unknown;
}

const RIGHT = {
  needed: 'x',
  short: 'ab',
  letters: null,
  words: ['a'],
  digit: 9,
  big: '-9223372036854775808',
  share: 0.5,
  flag: false,
  when: '2026-01-31T00:00:00.000Z',
  level: 'LEVEL_HIGH',
  levels: ['LEVEL_LOW'],
  choice: 'b',
  inner: Object.assign(new Inner(), { name: 'abc' }),
  inners: [Object.assign(new Inner(), { name: 'a', size: '0' })],
  rows: [1],
  names: ['\u0000'],
  json: { any: 'thing' },
};

describe('passesFastChecks', () => {
  const scalar = fc.oneof(
    fc.constantFrom(
      null,
      undefined,
      true,
      '',
      'a',
      'ab',
      'LEVEL_LOW',
      'LEVEL_UNSPECIFIED',
      '9223372036854775808',
      '2026-02-30T00:00:00Z',
      -0,
      1e300,
      NaN,
    ),
    fc.constantFrom('\ufe0f', '\ufe0f\ufe0f', '😀', '\ud800', 'a\u0000', '0', '-1', 'abcdef'),
    fc.string({ unit: 'binary', maxLength: 7 }),
    fc.double({ min: -20, max: 20 }),
    fc.integer({ min: -2, max: 12 }),
  );
  const inner = fc.record({ name: scalar, size: scalar }, { requiredKeys: [] }).map((fields) => Object.assign(new Inner(), fields));
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), inner, fc.array(inner, { maxLength: 3 }));

  it('accepts only requests that class-validator accepts', () => {
    const change = fc.dictionary(fc.constantFrom(...Object.keys(RIGHT)), value, { maxKeys: 2 });
    let plain = 0;
    fc.assert(
      fc.property(change, (changes) => {
        const request = Object.assign(new Sample(), RIGHT, changes);
        if (!passesFastChecks(Sample, request)) return;
        plain += 1;
        expect(validateSync(request, { stopAtFirstError: true, forbidUnknownValues: false })).toEqual([]);
      }),
      { numRuns: 4000 },
    );
    expect(plain).toBeGreaterThan(200);
  });

  it('accepts a request whose fields are all valid', () => {
    expect(passesFastChecks(Sample, Object.assign(new Sample(), RIGHT))).toBe(true);
    expect(passesFastChecks(Sample, Object.assign(new Sample(), { needed: 'x' }))).toBe(true);
    expect(passesFastChecks(Sample, new Sample())).toBe(false);
  });
});
