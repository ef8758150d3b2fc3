import { comparisonsOf, type FieldCatalogue, type FilterField } from '#platform/filters/field-catalogue';
import type { FilterExpression, RuleExpression } from '#platform/filters/filter-expression';

type Named = [name: string, field: FilterField];

/** Describes the filter language of a catalogue, with its fields and two valid examples. */
export function filterHelp(catalogue: FieldCatalogue): string {
  const { rulesOnly, maxDepth, maxRules, maxListEntries } = catalogue.limits;
  const list = `{"list":{"operator":"OPERATOR_OR","filters":[...]}} combines expressions (operator OPERATOR_AND or OPERATOR_OR, isNegated true for the opposite), at most ${maxDepth} deep`;
  return [
    'filters is a list of expressions that must all hold.',
    `{"rule":{"field":{"${catalogue.form}":...},"comparison":...,"value":{...}}} compares one field${rulesOnly ? ', and nothing else is accepted' : `; ${list}`}.`,
    `At most ${maxRules} rules, and ${maxListEntries} entries in a list value. A field marked ? may be unset and also accepts COMPARISON_IS_SET and COMPARISON_IS_NOT_SET, which have no value.`,
    ...fields(catalogue),
    ...filterExamples(catalogue).map((example) => `Example: ${JSON.stringify(example)}`),
  ].join('\n');
}

/** Two valid values of `filters`: one of plain rules, the other with a list where lists are accepted. */
export function filterExamples(catalogue: FieldCatalogue): [FilterExpression[], FilterExpression[]] {
  const named = Object.entries(catalogue.fields);
  const rules = [ORDERED, ENUM, BOOLEAN, RECENT, NUMBER, WORDS, ONE_OF]
    .map((make) => named.map(make).find((found) => found !== undefined))
    .filter((found) => found !== undefined)
    .map(([name, rest]) => ({ rule: { field: { [catalogue.form]: name }, ...rest } }));
  const [first, second, ...others] = rules;
  if (!first) throw new Error('No field of the catalogue makes an example.');
  if (!second) return [[first], [equal(first)]];
  const rest = others.length > 1 ? others.slice(-2) : [first, second];
  return [[first, second], catalogue.limits.rulesOnly ? rest : [{ list: { operator: 'OPERATOR_OR', filters: rest } }]];
}

type Example = [name: string, rule: Omit<RuleExpression, 'field'>] | undefined;

const ORDERED = ([name, field]: Named): Example =>
  field.type === 'enum' && field.ordered
    ? [name, { comparison: 'COMPARISON_GREATER_THAN_OR_EQUAL', value: { stringValue: field.enumeration.members.at(-2) ?? '' } }]
    : undefined;

const ENUM = ([name, field]: Named): Example =>
  field.type === 'enum' && !field.ordered
    ? [name, { comparison: 'COMPARISON_IN', value: { stringListValue: { values: field.enumeration.members.slice(0, 2) } } }]
    : undefined;

const BOOLEAN = ([name, field]: Named): Example =>
  field.type === 'boolean' ? [name, { comparison: 'COMPARISON_EQUALS', value: { boolValue: true } }] : undefined;

const RECENT = ([name, field]: Named): Example =>
  field.type === 'date'
    ? [name, { comparison: 'COMPARISON_BETWEEN', value: { dateRangeValue: { startTime: '2026-10-01T00:00:00Z', live: true } } }]
    : undefined;

const NUMBER = ([name, field]: Named): Example =>
  field.type === 'number' ? [name, { comparison: 'COMPARISON_GREATER_THAN_OR_EQUAL', value: { numberValue: 7 } }] : undefined;

const WORDS = ([name, field]: Named): Example =>
  field.type === 'text' ? [name, { comparison: 'COMPARISON_CONTAINS', value: { stringValue: 'cloud' } }] : undefined;

const ONE_OF = ([name, field]: Named): Example =>
  field.type === 'keyword' && (field.castTo ?? 'text') === 'text'
    ? [name, { comparison: 'COMPARISON_IN', value: { stringListValue: { values: [field.example ?? 'example', 'another'] } } }]
    : undefined;

/** The same rule for a single value. */
function equal({ rule }: FilterExpression): FilterExpression {
  const { field, value } = rule as RuleExpression;
  const [stringValue = ''] = value?.stringListValue?.values ?? [value?.stringValue];
  return { rule: { field, comparison: 'COMPARISON_EQUALS', value: { stringValue } } };
}

const TEXT_VALUE = 'stringValue, or stringListValue {"values":[...]} with COMPARISON_IN and COMPARISON_NOT_IN';
const NUMBER_VALUE = 'numberValue, or numberRangeValue {"min","max"} with COMPARISON_BETWEEN, both ends included';
const VALUES: Record<FilterField['type'], string> = {
  text: TEXT_VALUE,
  keyword: TEXT_VALUE,
  enum: TEXT_VALUE,
  number: NUMBER_VALUE,
  i64: `${NUMBER_VALUE}; stringValue for one beyond 2^53`,
  boolean: 'boolValue',
  date: 'dateValue (RFC 3339), or dateRangeValue {"startTime","endTime"} with COMPARISON_BETWEEN, the end excluded, or "live":true for an end that is now',
};

/** One line per group of fields with the same comparisons. */
function fields(catalogue: FieldCatalogue): string[] {
  const alike = new Map<string, string[]>();
  for (const [name, field] of Object.entries(catalogue.fields)) {
    const comparisons = comparisonsOf({ ...field, optional: false }).join(', ');
    const rules = `${field.type === 'i64' ? 'int64' : field.type} fields (${comparisons}; ${VALUES[field.type]})`;
    const members = field.type === 'enum' ? ` (${field.enumeration.members.join(', ')})` : '';
    alike.set(rules, [...(alike.get(rules) ?? []), `${name}${field.optional ? '?' : ''}${members}`]);
  }
  return [...alike].map(([rules, names]) => `${rules}: ${names.join(', ')}.`);
}
