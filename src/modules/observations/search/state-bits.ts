import type { SqlParams } from '#platform/database/sql-params';

/** Some bits of a value in observation_state, as in observation-bits.sql.ts of the migrations. A row with other bits does not have the value. */
export interface StateBits {
  column: 'kind_bits' | 'name_bits';
  shift: number;
  size: number;
  /** The number whose lowest bits are kept, from a kept value in SQL. */
  of: (value: string) => string;
}

const hash = (value: string) => `hashtext(${value})`;

/** The bits of a number, multiplied so that it is an integer. */
export function ofNumber(shift: number, size: number, factor = 1): StateBits {
  return { column: 'kind_bits', shift, size, of: (value) => `(${value}::numeric * ${factor})::int` };
}

export function ofBoolean(shift: number): StateBits {
  return { column: 'kind_bits', shift, size: 1, of: (value) => `${value}::boolean::int` };
}

export function ofText(column: StateBits['column'], shift: number, size: number): StateBits {
  return { column, shift, size, of: hash };
}

/** A list has a bit for each of its elements. */
export function ofList(column: StateBits['column'], shift: number): StateBits {
  return { column, shift, size: 8, of: (value) => `1 << (${hash(value)} & 7)` };
}

/** A condition on state s. `values` selects an expression of kept values v. */
export function hasBits({ column, shift, size, of }: StateBits, isList: boolean, values: (expression: string) => string): string {
  const bits = `(s.${column} >> ${shift})`;
  if (isList) return `${bits} & (SELECT coalesce(bit_or(b), 0)::bigint FROM (${values(of('v.value'))}) AS x (b)) <> 0`;
  const mask = 2 ** size - 1;
  // Without IS TRUE, this would become a join, which reads the values again for each row.
  return `(${bits} & ${mask} IN (SELECT (b & ${mask})::bigint FROM (${values(of('v.value'))}) AS x (b))) IS TRUE`;
}

/** What contains a text has the bits of all its pieces from the first letter on, or of all from the second on. */
export function hasTextBits(text: string): (params: SqlParams) => string {
  return (params) => {
    const value = params.add(text, 'text');
    const pieces = (first: number) => `(SELECT observation_text_bits(${value}, ${first}))`;
    return `(s.url_bits & ${pieces(1)} = ${pieces(1)} OR s.url_bits & ${pieces(2)} = ${pieces(2)})`;
  };
}
