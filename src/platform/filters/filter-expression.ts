import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const OPERATOR = enumeration('Operator', 'OPERATOR', ['AND', 'OR']);

export const COMPARISON = enumeration('Comparison', 'COMPARISON', [
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'NOT_IN',
  'CONTAINS',
  'NOT_CONTAINS',
  'STARTS_WITH',
  'ENDS_WITH',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'BETWEEN',
  'IS_SET',
  'IS_NOT_SET',
]);
export type Comparison = MemberOf<typeof COMPARISON>;

/** A filter as callers send it: exactly one of list and rule. `null` anywhere means unset. */
export interface FilterExpression {
  list?: ListExpression;
  rule?: RuleExpression;
}

interface ListExpression {
  /** Unset means AND. */
  operator?: MemberOf<typeof OPERATOR> | typeof OPERATOR.unspecified;
  isNegated?: boolean;
  filters: FilterExpression[];
}

export interface RuleExpression {
  field: FieldExpression;
  comparison: Comparison;
  /** Absent when the comparison takes no value. */
  value?: ValueExpression;
}

/** Exactly one of the two: the one for the list being filtered. */
interface FieldExpression {
  observationsField?: string;
  vendorsField?: string;
}

/** Exactly one form: the one that the field and the comparison require. */
export interface ValueExpression {
  stringValue?: string;
  numberValue?: number;
  boolValue?: boolean;
  stringListValue?: { values: string[] };
  /** Both ends inclusive; one may be absent. */
  numberRangeValue?: { min?: number; max?: number };
  /** From startTime up to, not including, endTime; with `live` the range ends at the time of the call. */
  dateRangeValue?: { startTime?: string; endTime?: string; live?: boolean };
  dateValue?: string;
}
