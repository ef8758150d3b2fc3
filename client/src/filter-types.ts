import type { Schemas } from './operation-types.ts';

/** The members of an enumeration without their common prefix: HIGH for OBSERVATION_SEVERITY_HIGH. */
export type Short<Name extends keyof Schemas, Prefix extends string> = Schemas[Name] extends infer Member
  ? Member extends `${Prefix}UNSPECIFIED`
    ? never
    : Member extends `${Prefix}${infer Rest}`
      ? Rest
      : never
  : never;

interface Equality<Filter, Value> {
  equals(value: Value): Filter;
  notEquals(value: Value): Filter;
}

interface Membership<Filter, Value> {
  in(values: readonly Value[]): Filter;
  notIn(values: readonly Value[]): Filter;
}

interface Ordering<Filter, Value> {
  above(value: Value): Filter;
  atLeast(value: Value): Filter;
  below(value: Value): Filter;
  atMost(value: Value): Filter;
}

interface Text<Filter> {
  contains(text: string): Filter;
  notContains(text: string): Filter;
  startsWith(text: string): Filter;
  endsWith(text: string): Filter;
}

interface DateSpan<Filter> {
  /** From start up to, not including, end. */
  between(start: string | Date, end: string | Date): Filter;
  /** From start up to the time of each call. */
  since(start: string | Date): Filter;
}

/** The comparisons of a field, by its type. */
export interface Fields<Name extends keyof Schemas, Value = string> {
  text: Equality<Schemas[Name], string> & Membership<Schemas[Name], string> & Text<Schemas[Name]>;
  keyword: Equality<Schemas[Name], string> & Membership<Schemas[Name], string>;
  enum: Equality<Schemas[Name], Value> & Membership<Schemas[Name], Value>;
  ordered: Equality<Schemas[Name], Value> & Membership<Schemas[Name], Value> & Ordering<Schemas[Name], Value>;
  /** Both ends included. */
  number: Equality<Schemas[Name], number> & Ordering<Schemas[Name], number> & { between(min: number, max: number): Schemas[Name] };
  i64: Equality<Schemas[Name], number | bigint> &
    Ordering<Schemas[Name], number | bigint> & { between(min: number, max: number): Schemas[Name] };
  boolean: Equality<Schemas[Name], boolean>;
  date: Equality<Schemas[Name], string | Date> & Ordering<Schemas[Name], string | Date> & DateSpan<Schemas[Name]>;
}

/** A field that can be unset. */
export interface Presence<Name extends keyof Schemas> {
  isSet(): Schemas[Name];
  isNotSet(): Schemas[Name];
}
