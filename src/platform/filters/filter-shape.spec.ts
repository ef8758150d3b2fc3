import { SUBJECTS } from './filters.fixture';
import { parseFilters } from './parse-filter';
import { faults, ruleWith, TITLE } from './parse-filter.fixture';

describe('parseFilters', () => {
  describe('refuses the shape of', () => {
    it.each<[unknown, string[]]>([
      ['x', ['filters must be an array of filters']],
      [{}, ['filters must be an array of filters']],
      [[null], ['filters[0] must be an object']],
      [[TITLE, 'x'], ['filters[1] must be an object']],
      [[[TITLE]], ['filters[0] must be an object']],
      [[{}], ['filters[0] must have exactly one of list and rule']],
      [[{ list: null, rule: null }], ['filters[0] must have exactly one of list and rule']],
      [[{ ...TITLE, list: { filters: [TITLE] } }], ['filters[0] must have exactly one of list and rule']],
      [[{ ...TITLE, rul: null }], ['filters[0].rul is unknown; known here: list, rule']],
      [
        [JSON.parse(`{"__proto__": {}, "rule": ${JSON.stringify(TITLE.rule)}}`)],
        ['filters[0].__proto__ is unknown; known here: list, rule'],
      ],
      [[{ list: [] }], ['filters[0].list must be an object']],
      [[{ list: {} }], ['filters[0].list.filters must not be empty']],
      [[{ list: { filters: [] } }], ['filters[0].list.filters must not be empty']],
      [[{ list: { filters: TITLE } }], ['filters[0].list.filters must be an array of filters']],
      [[{ list: { filters: [TITLE], negated: true } }], ['filters[0].list.negated is unknown; known here: operator, isNegated, filters']],
      [[{ list: { filters: [TITLE], isNegated: 'true' } }], ['filters[0].list.isNegated must be a boolean']],
      [
        [{ list: { filters: [TITLE], operator: 'XOR' } }],
        ['filters[0].list.operator must be one of OPERATOR_UNSPECIFIED, OPERATOR_AND, OPERATOR_OR'],
      ],
      [[{ list: { filters: [TITLE, {}] } }], ['filters[0].list.filters[1] must have exactly one of list and rule']],
      [[{ rule: {} }], ['filters[0].rule.field is required', 'filters[0].rule.comparison is required']],
      [[{ rule: { ...TITLE.rule, values: {} } }], ['filters[0].rule.values is unknown; known here: field, comparison, value']],
    ])('%j', (input, expected) => {
      expect(faults(input)).toEqual(expected);
    });
  });

  describe('refuses the field', () => {
    it.each<[unknown, string]>([
      [null, 'filters[0].rule.field is required'],
      ['OBSERVATIONS_FIELD_TITLE', 'filters[0].rule.field must be an object'],
      [{}, 'filters[0].rule.field must have observationsField'],
      [
        { vendorsField: 'VENDORS_FIELD_ID' },
        'filters[0].rule.field.vendorsField is not accepted here: fields are named by observationsField',
      ],
      [
        { vendorsField: 'VENDORS_FIELD_ID', observationsField: 'OBSERVATIONS_FIELD_TITLE' },
        'filters[0].rule.field.vendorsField is not accepted here: fields are named by observationsField',
      ],
      [
        { eventsField: 'X', observationsField: 'OBSERVATIONS_FIELD_TITLE' },
        'filters[0].rule.field.eventsField is unknown; known here: observationsField, vendorsField',
      ],
      ...['OBSERVATIONS_FIELD_UNSPECIFIED', 'HEADLINE', 'constructor', '__proto__', 7].map((name): [unknown, string] => [
        { observationsField: name },
        'filters[0].rule.field.observationsField is not a field that can be filtered by',
      ]),
    ])('%j', (field, expected) => {
      expect(faults([{ rule: { ...TITLE.rule, field } }])).toEqual([expected]);
    });
  });

  it('reports every violation of a request at once', () => {
    const input = [
      ruleWith('TITLE', 'GREATER_THAN', { stringValue: 'a' }),
      ruleWith('NOTHING', 'NEAR', { where: 1 }),
      { list: { operator: 'XOR', isNegated: 1, filters: [ruleWith('EPSS_SCORE', 'EQUALS', { numberValue: null })] } },
    ];
    expect((parseFilters(input, SUBJECTS).violations ?? []).map(({ field }) => field)).toEqual([
      'filters[0].rule.comparison',
      'filters[1].rule.field.observationsField',
      'filters[1].rule.comparison',
      'filters[1].rule.value.where',
      'filters[2].list.operator',
      'filters[2].list.isNegated',
      'filters[2].list.filters[0].rule.value',
    ]);
  });
});

describe('short names in filters', () => {
  const parsed = (field: string, comparison: string) =>
    parseFilters([{ rule: { field: { observationsField: field }, comparison, value: { stringValue: 'x' } } }], SUBJECTS);

  it('mean the same as full ones, in any case', () => {
    expect(parsed('title', 'equals')).toEqual(parsed('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_EQUALS'));
    expect(parsed('title', 'equals').violations).toBeUndefined();
  });

  it('are answered with the nearest field when misspelt', () => {
    expect(parsed('OBSERVATIONS_FIELD_TITEL', 'EQUALS').violations).toEqual([
      {
        field: 'filters[0].rule.field.observationsField',
        description: 'is not a field that can be filtered by; did you mean OBSERVATIONS_FIELD_TITLE?',
      },
    ]);
  });
});
