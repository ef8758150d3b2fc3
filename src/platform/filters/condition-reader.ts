import { toMicroseconds } from '#platform/time/rfc3339';
import type { FilterField } from './field-catalogue';
import type { Comparison, ValueExpression } from './filter-expression';
import { NOW, type Condition, type FilterRule, type Relation, type Scalar } from './filter-tree';
import type { Violations } from './violations';

const MAX_TEXT = 2048;
const MAX_INT64 = 2n ** 63n - 1n;

type ValueForm = keyof ValueExpression;
export const VALUE_FORMS: readonly ValueForm[] = [
  'stringValue',
  'numberValue',
  'boolValue',
  'stringListValue',
  'numberRangeValue',
  'dateRangeValue',
  'dateValue',
];

/** The forms a single value can take. */
const SCALAR_FORMS: Record<FilterField['type'], readonly ValueForm[]> = {
  text: ['stringValue'],
  enum: ['stringValue'],
  keyword: ['stringValue'],
  number: ['numberValue'],
  // Text too: JSON numbers are exact only up to 2^53.
  i64: ['numberValue', 'stringValue'],
  boolean: ['boolValue'],
  date: ['dateValue'],
};

type Meaning = Relation | 'in' | 'between' | 'set';

const MEANING: Record<Comparison, { operator: Meaning; negated: boolean }> = {
  COMPARISON_EQUALS: { operator: '=', negated: false },
  COMPARISON_NOT_EQUALS: { operator: '=', negated: true },
  COMPARISON_IN: { operator: 'in', negated: false },
  COMPARISON_NOT_IN: { operator: 'in', negated: true },
  COMPARISON_CONTAINS: { operator: 'contains', negated: false },
  COMPARISON_NOT_CONTAINS: { operator: 'contains', negated: true },
  COMPARISON_STARTS_WITH: { operator: 'startsWith', negated: false },
  COMPARISON_ENDS_WITH: { operator: 'endsWith', negated: false },
  COMPARISON_GREATER_THAN: { operator: '>', negated: false },
  COMPARISON_GREATER_THAN_OR_EQUAL: { operator: '>=', negated: false },
  COMPARISON_LESS_THAN: { operator: '<', negated: false },
  COMPARISON_LESS_THAN_OR_EQUAL: { operator: '<=', negated: false },
  COMPARISON_BETWEEN: { operator: 'between', negated: false },
  COMPARISON_IS_SET: { operator: 'set', negated: false },
  COMPARISON_IS_NOT_SET: { operator: 'set', negated: true },
};

/** Parses the comparison and the value of one rule into conditions on its field. */
export class ConditionReader {
  constructor(
    private readonly field: FilterField,
    private readonly maxListEntries: number,
    private readonly violations: Violations,
  ) {}

  read(
    comparison: Comparison,
    value: Partial<Record<ValueForm, unknown>>,
    path: string,
  ): Pick<FilterRule, 'negated' | 'conditions'> | undefined {
    const { operator, negated } = MEANING[comparison];
    const forms = this.formsFor(operator);
    const named = forms.length > 0 ? forms.join(' or ') : 'no value';
    const given = VALUE_FORMS.filter((form) => value[form] !== undefined);
    const others = given.filter((form) => !forms.includes(form));
    for (const other of others) this.violations.add(`${path}.${other}`, `${comparison} takes ${named} here`);
    const [form, second] = forms.filter((each) => given.includes(each));
    if (second) return this.violations.add(path, `must have only one of ${named}`);
    if (forms.length > 0 && !form) return others.length > 0 ? undefined : this.violations.add(path, `must have ${named}`);

    const conditions = this.conditions(operator, form, form && value[form], `${path}.${form}`);
    return conditions && { negated, conditions };
  }

  private formsFor(operator: Meaning): readonly ValueForm[] {
    if (operator === 'set') return [];
    if (operator === 'in') return ['stringListValue'];
    if (operator !== 'between') return SCALAR_FORMS[this.field.type];
    return [this.field.type === 'date' ? 'dateRangeValue' : 'numberRangeValue'];
  }

  private conditions(operator: Meaning, form: ValueForm | undefined, input: unknown, path: string): Condition[] | undefined {
    if (operator === 'set') return [{ operator }];
    if (operator === 'in') return this.list(input, path);
    if (operator !== 'between') {
      const isWritten = this.field.type === 'i64' && form === 'stringValue';
      const value = isWritten ? this.int64(input, path) : this.scalar(input, path, operator === '=');
      return operator === '=' ? equal(value) : bound(operator, value);
    }
    return this.field.type === 'date' ? this.dateRange(input, path) : this.numberRange(input, path);
  }

  private list(input: unknown, path: string): Condition[] | undefined {
    const given = this.violations.members(input, path, ['values']);
    if (!given) return undefined;
    const { values = [] } = given;
    const at = `${path}.values`;
    if (!Array.isArray(values)) return this.violations.add(at, 'must be an array of strings');
    if (values.length === 0) return this.violations.add(at, 'must not be empty');
    if (values.length > this.maxListEntries) return this.violations.add(at, `must have at most ${this.maxListEntries} entries`);
    const scalars = values.map((value, index) => this.scalar(value, `${at}[${index}]`, true));
    return [{ operator: 'in', values: scalars.filter((scalar) => scalar !== undefined) }];
  }

  private numberRange(input: unknown, path: string): Condition[] | undefined {
    const given = this.violations.members(input, path, ['min', 'max']);
    if (!given) return undefined;
    if (given.min === undefined && given.max === undefined) return this.violations.add(path, 'must have min, max or both');
    const min = this.end(given.min, `${path}.min`);
    const max = this.end(given.max, `${path}.max`);
    if (min !== undefined && max !== undefined && Number(min) > Number(max))
      return this.violations.add(`${path}.min`, 'must not be above max');
    return [...bound('>=', min), ...bound('<=', max)];
  }

  private dateRange(input: unknown, path: string): Condition[] | undefined {
    const given = this.violations.members(input, path, ['startTime', 'endTime', 'live']);
    if (!given) return undefined;
    const { startTime, endTime, live = false } = given;
    if (typeof live !== 'boolean') return this.violations.add(`${path}.live`, 'must be a boolean');
    if (live && endTime !== undefined) return this.violations.add(`${path}.endTime`, 'must be absent when live is true');
    if (!live && startTime === undefined && endTime === undefined) return this.violations.add(path, 'must have startTime, endTime or live');
    const start = this.end(startTime, `${path}.startTime`);
    const end = this.end(endTime, `${path}.endTime`);
    if (start !== undefined && end !== undefined && start > end)
      return this.violations.add(`${path}.startTime`, 'must not be after endTime');
    return [...bound('>=', start), ...bound('<', live ? NOW : end)];
  }

  private end(input: unknown, path: string): Scalar | undefined {
    return input === undefined ? undefined : this.scalar(input, path);
  }

  /** One value in the stored form; `whole` when it is compared for equality. Undefined after a violation, and when no stored value can equal it. */
  private scalar(input: unknown, path: string, whole = false): Scalar | undefined {
    switch (this.field.type) {
      case 'number':
        return typeof input === 'number' && Number.isFinite(input) ? input : this.violations.add(path, 'must be a finite number');
      case 'i64':
        return Number.isSafeInteger(input) ? String(input) : this.violations.add(path, 'must be a whole number within ±(2^53 - 1)');
      case 'boolean':
        return typeof input === 'boolean' ? input : this.violations.add(path, 'must be a boolean');
      default:
        return this.text(input, path, whole);
    }
  }

  /** An int64 written as text: JSON numbers are not exact over the whole range. */
  private int64(input: unknown, path: string): string | undefined {
    const number = typeof input === 'string' && /^-?\d{1,19}$/.test(input) ? BigInt(input) : undefined;
    return number !== undefined && number <= MAX_INT64 && number >= -MAX_INT64 - 1n
      ? String(number)
      : this.violations.add(path, 'must be an int64 written as text');
  }

  private text(input: unknown, path: string, whole: boolean): string | number | undefined {
    if (typeof input !== 'string') return this.violations.add(path, 'must be a string');
    if (input.length > MAX_TEXT) return this.violations.add(path, `must have at most ${MAX_TEXT} characters`);
    if (/\0|\p{Surrogate}/u.test(input)) return this.violations.add(path, 'must be well-formed Unicode without NUL');

    const { field } = this;
    if (field.type === 'enum') {
      const member = field.enumeration.parse(input);
      return member
        ? field.enumeration.toNumber(member)
        : this.violations.add(path, `must be one of ${field.enumeration.members.join(', ')}`);
    }
    if (field.type === 'date') {
      return toMicroseconds(input) ?? this.violations.add(path, 'must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z');
    }
    if (field.type === 'text') return whole && field.normalize ? field.normalize(input) : input;
    if (field.type !== 'keyword') return undefined;
    const word = field.lowercase ? input.toLowerCase() : input;
    return field.parse ? field.parse(word) : word;
  }
}

function bound(operator: Relation, value: Scalar | undefined): Condition[] {
  return value === undefined ? [] : [{ operator, value }];
}

/** A value that no stored value can equal becomes an empty IN: it matches no row, and its negation every row. */
function equal(value: Scalar | undefined): Condition[] {
  return value === undefined ? [{ operator: 'in', values: [] }] : [{ operator: '=', value }];
}
