import { comparisonsOf, type FieldCatalogue } from './field-catalogue';
import { COMPARISON, OPERATOR, type Comparison } from './filter-expression';

type Schema = Record<string, unknown>;

const NULL = { type: 'null' };
const MAX_TEXT = 2048;
const PRESENCE: readonly Comparison[] = ['COMPARISON_IS_SET', 'COMPARISON_IS_NOT_SET'];
const MEMBERSHIP: readonly Comparison[] = ['COMPARISON_IN', 'COMPARISON_NOT_IN'];
const BETWEEN: readonly Comparison[] = ['COMPARISON_BETWEEN'];
const SCALAR = COMPARISON.members.filter((member) => ![...PRESENCE, ...MEMBERSHIP, ...BETWEEN].includes(member));

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const instant = (description: string) => ({ type: 'string', format: 'date-time', maxLength: 64, description });

function object(properties: Record<string, Schema>, required: string[] = [], extras: Schema = {}): Schema {
  return { type: 'object', ...extras, properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/**
 * An object with exactly one of the members. The others may be null, which counts as absent: code generators then create a type that
 * excludes two members.
 */
function exactlyOne(members: Record<string, Schema>): Schema {
  const names = Object.keys(members);
  return {
    oneOf: names.map((name) =>
      object(Object.fromEntries(names.map((each) => [each, each === name ? (members[each] as Schema) : NULL])), [name]),
    ),
  };
}

/** The value forms, which all catalogues share. */
export function filterValueSchemas(): Record<string, Schema> {
  return {
    FilterScalar: {
      description: 'One value, in the form the field takes. An int64 is written as stringValue or numberValue.',
      ...exactlyOne({
        stringValue: { type: 'string', maxLength: MAX_TEXT },
        numberValue: { type: 'number' },
        boolValue: { type: 'boolean' },
        dateValue: instant('RFC 3339.'),
      }),
    },
    FilterRange: {
      description: 'A range of numbers or of dates.',
      ...exactlyOne({ numberRangeValue: reference('NumberRange'), dateRangeValue: reference('DateRange') }),
    },
    NumberRange: object({ min: { type: 'number', description: 'Inclusive.' }, max: { type: 'number', description: 'Inclusive.' } }, [], {
      minProperties: 1,
    }),
    DateRange: {
      oneOf: [
        object({ startTime: instant('Inclusive.'), endTime: instant('Exclusive.'), live: { type: 'boolean', const: false } }, [], {
          minProperties: 1,
        }),
        object(
          { startTime: instant('Inclusive.'), live: { type: 'boolean', const: true, description: 'The end is now.' }, endTime: NULL },
          ['live'],
        ),
      ],
    },
  };
}

/** The filter expressions of a catalogue: its own fields, and exactly one of mutually exclusive members. */
export function filterSchemas({ name, form, limits, fields }: FieldCatalogue): Record<string, Schema> {
  const rule = object({ rule: reference(`${name}Rule`), ...(!limits.rulesOnly && { list: NULL }) }, ['rule']);
  const list = object({ list: reference(`${name}List`), rule: NULL }, ['list']);
  return {
    [name]: limits.rulesOnly ? rule : { description: 'A rule, or a list of filters.', oneOf: [rule, list] },
    ...(!limits.rulesOnly && {
      [`${name}List`]: object(
        {
          operator: { type: 'string', enum: [OPERATOR.unspecified, ...OPERATOR.members], description: 'Unset: AND.' },
          isNegated: { type: 'boolean', description: 'Negates the whole list.' },
          filters: { type: 'array', items: reference(name), minItems: 1, maxItems: limits.maxRules },
        },
        ['filters'],
      ),
    }),
    [`${name}RuleField`]: object({ [form]: { type: 'string', enum: Object.keys(fields) } }, [form]),
    [`${name}Rule`]: {
      description: 'Compares one field. The comparison decides which form of value it takes.',
      oneOf: [
        ruleSchema(SCALAR, { value: reference('FilterScalar') }),
        ruleSchema(MEMBERSHIP, { value: object({ stringListValue: stringList(limits.maxListEntries) }, ['stringListValue']) }),
        ruleSchema(BETWEEN, { value: reference('FilterRange') }),
        ruleSchema(PRESENCE, undefined),
      ],
    },
  };

  function ruleSchema(comparisons: readonly Comparison[], valued: { value: Schema } | undefined): Schema {
    const field = reference(`${name}RuleField`);
    const comparison = { type: 'string', enum: comparisons };
    if (!valued) return object({ field, comparison, value: NULL }, ['field', 'comparison']);
    return object({ field, comparison, ...valued }, ['field', 'comparison', 'value']);
  }
}

function stringList(maxItems: number): Schema {
  return object({ values: { type: 'array', items: { type: 'string', maxLength: MAX_TEXT }, minItems: 1, maxItems } }, ['values']);
}

/** What a program needs to write rules about the fields of a catalogue. */
export function publishedFields({ fields }: FieldCatalogue): Record<string, Schema> {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    { type: field.type, comparisons: comparisonsOf(field), ...(field.type === 'enum' && { enumeration: field.enumeration.name }) },
  ]);
  return Object.fromEntries(entries) as Record<string, Schema>;
}
