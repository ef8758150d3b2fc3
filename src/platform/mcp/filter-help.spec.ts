import type { FieldCatalogue } from '#platform/filters/field-catalogue';
import { parseFilters } from '#platform/filters/parse-filter';
import { enumeration } from '#platform/fields/enumeration';
import { filterExamples, filterHelp } from './filter-help';

const LEVEL = enumeration('Level', 'LEVEL', ['LOW', 'MEDIUM', 'HIGH']);

const EVERYTHING: FieldCatalogue = {
  name: 'AnyFilter',
  form: 'vendorsField',
  limits: { maxDepth: 3, maxRules: 7, maxListEntries: 9, rulesOnly: false },
  fields: {
    F_ID: { type: 'keyword', column: 'id', castTo: 'uuid', parse: () => undefined },
    F_SOURCE: { type: 'keyword', column: 'source' },
    F_TITLE: { type: 'text', column: 'title', optional: true },
    F_LEVEL: { type: 'enum', column: 'level', enumeration: LEVEL, ordered: true },
    F_KIND: { type: 'enum', column: 'kind', enumeration: LEVEL },
    F_PORT: { type: 'number', column: 'port' },
    F_VALUE: { type: 'i64', column: 'value' },
    F_OPEN: { type: 'boolean', column: 'open' },
    F_SEEN: { type: 'date', column: 'seen' },
  },
};

const only = (...names: string[]): FieldCatalogue => ({
  ...EVERYTHING,
  fields: Object.fromEntries(Object.entries(EVERYTHING.fields).filter(([name]) => names.includes(name))),
});

describe('filterHelp', () => {
  it('lists every field once, with the members of an enumeration', () => {
    const lines = filterHelp(EVERYTHING)
      .split('\n')
      .filter((line) => !line.startsWith('Example'));
    for (const name of Object.keys(EVERYTHING.fields)) expect(lines.join('\n').split(new RegExp(`${name}\\b`))).toHaveLength(2);
    expect(lines.join('\n')).toContain('F_LEVEL (LEVEL_LOW, LEVEL_MEDIUM, LEVEL_HIGH)');
    expect(lines.join('\n')).toContain('F_TITLE?');
  });

  it('lists the comparisons of the field types that occur', () => {
    expect(filterHelp(only('F_OPEN'))).toContain('boolean fields (COMPARISON_EQUALS, COMPARISON_NOT_EQUALS; boolValue): F_OPEN.');
    expect(filterHelp(only('F_OPEN'))).not.toContain('dateValue');
    expect(filterHelp(only('F_LEVEL'))).toContain('COMPARISON_GREATER_THAN');
    expect(filterHelp(only('F_KIND'))).not.toContain('COMPARISON_GREATER_THAN');
  });

  it('states the limits', () => {
    expect(filterHelp(EVERYTHING)).toMatch(/at most 3 deep.*\n.*At most 7 rules, and 9 entries/);
    expect(filterHelp({ ...EVERYTHING, limits: { ...EVERYTHING.limits, rulesOnly: true } })).not.toContain('"list"');
  });
});

describe('filterExamples', () => {
  it.each([
    ['everything', EVERYTHING],
    ['rules alone', { ...EVERYTHING, limits: { ...EVERYTHING.limits, rulesOnly: true } }],
    ['one keyword', only('F_SOURCE')],
    ['one ordered enumeration', only('F_LEVEL')],
    ['one text', only('F_TITLE')],
    ['two fields', only('F_OPEN', 'F_SEEN')],
    ['three fields', only('F_OPEN', 'F_SEEN', 'F_PORT')],
  ])('gives two examples that a catalogue of %s accepts', (_, catalogue) => {
    const examples = filterExamples(catalogue);
    expect(JSON.stringify(examples[0])).not.toBe(JSON.stringify(examples[1]));
    for (const example of examples) expect(parseFilters(example, catalogue).violations).toBeUndefined();
  });

  it('shows a list where lists are accepted', () => {
    expect(filterExamples(EVERYTHING)[1]).toMatchObject([{ list: { operator: 'OPERATOR_OR' } }]);
  });
});
