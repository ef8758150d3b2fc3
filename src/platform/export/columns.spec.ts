import { Bool, DateTime, Int32, Int64, Nested, NestedList, Num, Text, TextList } from '#platform/fields/fields';
import { columnsOf } from './columns';

class Inner {
  @Text({ max: 10 }) name!: string;
  @Num() weight!: number;
}

class Outer {
  @Text({ max: 10 }) id!: string;
  @Int32() count!: number;
  @Int64() large!: string;
  @Bool() isOpen!: boolean;
  @DateTime() at!: string;
  @TextList({ max: 10, maxItems: 3 }) tags!: string[];
  @Nested(() => Inner) inner!: Inner;
  @NestedList(() => Inner, { maxItems: 3 }) inners!: Inner[];
}

describe('columnsOf', () => {
  it('gives each field a typed column, flattens objects and keeps lists as JSON', () => {
    expect(columnsOf(Outer).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id text',
      'count int32',
      'large int64',
      'isOpen boolean',
      'at time',
      'tags json',
      'inner.name text',
      'inner.weight double',
      'inners json',
    ]);
  });
});
