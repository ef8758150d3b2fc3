import { comparisonsOf, foldsCase, type FieldCatalogue, type FilterField } from './field-catalogue';
import type { Comparison, RuleExpression, ValueExpression } from './filter-expression';

const INTRODUCTION = `# Filters

<!-- Generated from the field catalogues by \`npm run openapi\`. -->

\`filters\` is a list of expressions that must all hold. An expression is a rule on one field, or a list of expressions:

\`\`\`json
[
  { "rule": { "field": { "observationsField": "OBSERVATIONS_FIELD_SEVERITY" }, "comparison": "COMPARISON_GREATER_THAN_OR_EQUAL", "value": { "stringValue": "OBSERVATION_SEVERITY_HIGH" } } },
  { "list": { "operator": "OPERATOR_OR", "isNegated": false, "filters": [ … ] } }
]
\`\`\`

- \`operator\` unset is AND. \`isNegated\` negates the whole list.
- NOT_ comparisons are exact negations: rows on which the field is unset match. A field with several values matches when any of them does.
- \`%\`, \`_\` and \`\\\` are ordinary characters. Whole domains (EQUALS, IN and their negations) are normalised: \`https://www.Bücher.de/\` is \`xn--bcher-kva.de\`.
- A value that cannot be an id or ORN matches nothing. A range that ends before it starts is refused.
- Every violation answers 400 \`INVALID_FILTER\` with the path of the offending part.

| Value form | Comparisons | Example |
|---|---|---|
| \`stringValue\` | EQUALS, NOT_EQUALS, CONTAINS, NOT_CONTAINS, STARTS_WITH, ENDS_WITH; ordering of enumerations; int64 as text | \`{"stringValue": "acme"}\` |
| \`stringListValue\` | IN, NOT_IN | \`{"stringListValue": {"values": ["a", "b"]}}\` |
| \`numberValue\` | EQUALS, NOT_EQUALS and the ordering comparisons of numbers | \`{"numberValue": 7.5}\` |
| \`numberRangeValue\` | BETWEEN, both ends inclusive, one may be absent | \`{"numberRangeValue": {"min": 1, "max": 9}}\` |
| \`boolValue\` | EQUALS, NOT_EQUALS | \`{"boolValue": true}\` |
| \`dateValue\` | EQUALS, NOT_EQUALS and the ordering comparisons of dates (RFC 3339) | \`{"dateValue": "2026-01-31T12:00:00Z"}\` |
| \`dateRangeValue\` | BETWEEN; the end is exclusive; \`live\` ends it at the time of the call | \`{"dateRangeValue": {"startTime": "2026-01-01T00:00:00Z", "live": true}}\` |
| none | IS_SET, IS_NOT_SET | |
`;

const TITLES: Record<FieldCatalogue['form'], string> = { observationsField: 'Observations', vendorsField: 'Vendors' };

/** The documentation of the filter fields: one table per catalogue. */
export function filterReference(catalogues: readonly FieldCatalogue[]): string {
  return [INTRODUCTION, ...catalogues.map(section)].join('\n');
}

/** An example rule on the field, valid for its catalogue. */
export function exampleRule(form: FieldCatalogue['form'], name: string, field: FilterField): RuleExpression {
  const [comparison, value] = exampleOf(field);
  return { field: { [form]: name }, comparison, value };
}

function section(catalogue: FieldCatalogue): string {
  const { maxDepth, maxRules, maxListEntries, rulesOnly } = catalogue.limits;
  const shape = rulesOnly ? 'Rules only, no lists.' : `Lists nest up to ${maxDepth} levels.`;
  const rows = Object.entries(catalogue.fields).map(([name, field]) => {
    const { comparison, value } = exampleRule(catalogue.form, name, field);
    const example = `${short(comparison)} \`${JSON.stringify(value)}\``;
    return `| \`${name}\` | ${typeOf(field)} | ${comparisonsOf(field).map(short).join(', ')} | ${formsOf(field)} | ${caseOf(field)} | ${example} |`;
  });
  return [
    `## ${TITLES[catalogue.form]} (\`${catalogue.form}\`)`,
    '',
    `${shape} At most ${maxRules} rules in total and ${maxListEntries} entries in a list value.`,
    '',
    '| Field | Type | Comparisons | Value | Case-sensitive | Example |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function short(comparison: Comparison): string {
  return comparison.replace('COMPARISON_', '');
}

function typeOf(field: FilterField): string {
  const many = (field.array || field.exists ? ', several' : '') + (field.note ? `, ${field.note}` : '');
  if (field.type !== 'enum') return `${field.type === 'i64' ? 'int64' : field.type}${many}`;
  return `${field.enumeration.name}${many}: ${field.enumeration.members.map((member) => `\`${member}\``).join(', ')}`;
}

const FORMS: Record<FilterField['type'], string> = {
  text: 'stringValue, stringListValue',
  enum: 'stringValue, stringListValue',
  keyword: 'stringValue, stringListValue',
  number: 'numberValue, numberRangeValue',
  i64: 'numberValue or stringValue, numberRangeValue',
  boolean: 'boolValue',
  date: 'dateValue, dateRangeValue',
};

function formsOf(field: FilterField): string {
  return FORMS[field.type];
}

/** Whether the field is case-sensitive: whether its example in another case is another value. */
function caseOf(field: FilterField): string {
  if (field.type === 'enum') return 'yes';
  if (field.type === 'text') return 'no';
  if (field.type !== 'keyword') return '';
  if (foldsCase(field) || field.lowercase) return 'no';
  const example = field.example ?? 'x';
  const read = field.parse ?? ((text: string) => text);
  return read(example.toUpperCase()) === read(example.toLowerCase()) ? 'no' : 'yes';
}

function exampleOf(field: FilterField): [Comparison, ValueExpression] {
  switch (field.type) {
    case 'text':
      return ['COMPARISON_CONTAINS', { stringValue: field.example ?? 'text' }];
    case 'keyword':
      return ['COMPARISON_IN', { stringListValue: { values: [field.example ?? 'word'] } }];
    case 'enum':
      return field.ordered
        ? ['COMPARISON_GREATER_THAN_OR_EQUAL', { stringValue: field.enumeration.members.at(-2) ?? '' }]
        : ['COMPARISON_IN', { stringListValue: { values: field.enumeration.members.slice(0, 2) } }];
    case 'number':
      return ['COMPARISON_BETWEEN', { numberRangeValue: { min: 0.5 } }];
    case 'i64':
      return ['COMPARISON_EQUALS', { stringValue: '443' }];
    case 'boolean':
      return ['COMPARISON_EQUALS', { boolValue: true }];
    case 'date':
      return ['COMPARISON_BETWEEN', { dateRangeValue: { startTime: '2026-01-01T00:00:00Z', live: true } }];
  }
}
