import type { Enumeration } from '#platform/fields/enumeration';
import type { Comparison } from './filter-expression';

/** The fields by which a module's lists can be filtered. */
export interface FieldCatalogue {
  /** Name of its filter expressions in the OpenAPI document. */
  name: string;
  /** The member of `rule.field` that names the fields of this catalogue. */
  form: (typeof FIELD_FORMS)[number];
  limits: FilterLimits;
  /** Keyed by full member name, such as `VENDORS_FIELD_SCORE`. */
  fields: Readonly<Record<string, FilterField>>;
}

export const FIELD_FORMS = ['observationsField', 'vendorsField'] as const;

interface FilterLimits {
  /** Maximum nesting: a top-level filter is at level one, a filter directly inside its list at level two. */
  maxDepth: number;
  /** Maximum number of rules in the whole request. */
  maxRules: number;
  /** Maximum number of entries in one rule's list value. */
  maxListEntries: number;
  rulesOnly: boolean;
}

export type FilterField = FieldKind &
  FieldPlace & {
    /** Can be unset, so IS_SET and IS_NOT_SET apply. */
    optional?: boolean;
    /** An example value of this field, for the documentation. */
    example?: string;
    /** What the documentation says about the value, in a few words. */
    note?: string;
  };

type FieldKind =
  | { type: 'text'; /** The column already holds lower-case text. */ stored?: 'lower'; normalize?: undefined }
  | {
      type: 'text';
      stored: 'lower';
      /** Turns a whole value, for EQUALS and IN, into the form that is stored. */ normalize: (text: string) => string;
    }
  | { type: 'enum'; enumeration: Enumeration; /** Members also compare by their order. */ ordered?: boolean }
  | ({ type: 'keyword'; /** Values are lower-cased, as the column is. */ lowercase?: boolean; ignoreCase?: undefined } & KeywordStorage)
  | {
      type: 'keyword';
      /** The column holds text in any case. */ ignoreCase: true;
      /** It already holds lower-case text. */ stored?: 'lower';
      lowercase?: undefined;
      castTo?: undefined;
      parse?: undefined;
    }
  | { type: 'number'; /** `numeric` for a numeric column, so that the column need not be converted. */ castTo?: 'numeric' }
  | { type: 'i64' | 'boolean' | 'date' };

/** A value cast to anything but text must be parsed first: PostgreSQL would fail the whole call on a malformed one. */
type KeywordStorage = { castTo?: 'text'; parse?: KeywordParser } | { castTo: string; parse: KeywordParser };

/** Converts the caller's text to the stored form; undefined when no stored value can equal it. */
export type KeywordParser = (text: string) => string | number | undefined;

type FieldPlace =
  | {
      /** A column or a parenthesised SQL expression. */ column: string;
      /** The column is an array. */ array?: boolean;
      /** An array of all stored elements that meet a condition, read once per statement: comparing each row's elements in lower case takes far longer. */
      spellings?: (condition: (column: string) => string) => string;
      exists?: undefined;
    }
  | {
      /** For values in other tables: a condition that is never NULL, such as `EXISTS (...)`, around the rule's condition on their column. */
      exists: (condition: (column: string) => string) => string;
      column?: undefined;
      array?: undefined;
      spellings?: undefined;
    };

const EQUALITY = ['COMPARISON_EQUALS', 'COMPARISON_NOT_EQUALS'] as const;
const MEMBERSHIP = ['COMPARISON_IN', 'COMPARISON_NOT_IN'] as const;
const SUBSTRING = ['COMPARISON_CONTAINS', 'COMPARISON_NOT_CONTAINS', 'COMPARISON_STARTS_WITH', 'COMPARISON_ENDS_WITH'] as const;
const ORDERING = [
  'COMPARISON_GREATER_THAN',
  'COMPARISON_GREATER_THAN_OR_EQUAL',
  'COMPARISON_LESS_THAN',
  'COMPARISON_LESS_THAN_OR_EQUAL',
] as const;
const PRESENCE = ['COMPARISON_IS_SET', 'COMPARISON_IS_NOT_SET'] as const;

const COMPARISONS: Record<FilterField['type'], readonly Comparison[]> = {
  text: [...EQUALITY, ...SUBSTRING, ...MEMBERSHIP],
  enum: [...EQUALITY, ...MEMBERSHIP],
  keyword: [...EQUALITY, ...MEMBERSHIP],
  number: [...EQUALITY, ...ORDERING, 'COMPARISON_BETWEEN'],
  i64: [...EQUALITY, ...ORDERING, 'COMPARISON_BETWEEN'],
  boolean: EQUALITY,
  date: [...EQUALITY, ...ORDERING, 'COMPARISON_BETWEEN'],
};

/** The comparisons a field takes. */
export function comparisonsOf(field: FilterField): Comparison[] {
  const ordered = field.type === 'enum' && field.ordered;
  return [...COMPARISONS[field.type], ...(ordered ? ORDERING : []), ...(field.optional ? PRESENCE : [])];
}

/** Whether PostgreSQL lower-cases both sides of a comparison. */
export function foldsCase(field: FilterField): boolean {
  return field.type === 'text' || (field.type === 'keyword' && field.ignoreCase === true);
}
