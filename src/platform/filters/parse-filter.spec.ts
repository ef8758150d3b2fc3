import type { FieldCatalogue } from './field-catalogue';
import { COMPARISON, type Comparison } from './filter-expression';
import type { FilterNode } from './filter-tree';
import { rule, SUBJECTS, type FieldName } from './filters.fixture';
import { parseFilters } from './parse-filter';

const FLAT: FieldCatalogue = {
  name: 'FlatFilter',
  form: 'vendorsField',
  limits: { maxDepth: 1, maxRules: 2, maxListEntries: 3, rulesOnly: true },
  fields: { VENDORS_FIELD_DOMAIN_NAME: { type: 'text', column: 'v.domain_name' } },
};

const TITLE = rule('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_EQUALS', { stringValue: 'x' });

/** A rule with short names for field and comparison, and any value. */
function ruleWith(field: string, comparison: string, value?: unknown): unknown {
  return { rule: { field: { observationsField: `OBSERVATIONS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value } };
}

function nested(levels: number): unknown {
  let filter: unknown = TITLE;
  for (let level = 1; level < levels; level += 1) filter = { list: { filters: [filter] } };
  return filter;
}

function nodes(input: unknown, catalogue: FieldCatalogue = SUBJECTS): FilterNode[] {
  const { filter, violations } = parseFilters(input, catalogue);
  expect(violations).toBeUndefined();
  return filter?.nodes ?? [];
}

function faults(input: unknown, catalogue: FieldCatalogue = SUBJECTS): string[] {
  return (parseFilters(input, catalogue).violations ?? []).map(({ field, description }) => `${field} ${description}`);
}

describe('parseFilters', () => {
  describe('reads', () => {
    it.each([[undefined], [null], [[]]])('%j as no filter at all', (input) => {
      expect(parseFilters(input, SUBJECTS)).toEqual({ filter: { kind: 'list', operator: 'AND', negated: false, nodes: [] } });
    });

    it.each<[string, string, unknown, object]>([
      ['TITLE', 'EQUALS', { stringValue: 'A%' }, { negated: false, conditions: [{ operator: '=', value: 'A%' }] }],
      ['TITLE', 'NOT_EQUALS', { stringValue: 'a' }, { negated: true, conditions: [{ operator: '=', value: 'a' }] }],
      ['TITLE', 'CONTAINS', { stringValue: '' }, { negated: false, conditions: [{ operator: 'contains', value: '' }] }],
      ['TITLE', 'NOT_CONTAINS', { stringValue: 'a' }, { negated: true, conditions: [{ operator: 'contains', value: 'a' }] }],
      ['TITLE', 'STARTS_WITH', { stringValue: 'a' }, { negated: false, conditions: [{ operator: 'startsWith', value: 'a' }] }],
      ['TITLE', 'ENDS_WITH', { stringValue: 'a' }, { negated: false, conditions: [{ operator: 'endsWith', value: 'a' }] }],
      [
        'TITLE',
        'IN',
        { stringListValue: { values: ['a', 'B'] } },
        { negated: false, conditions: [{ operator: 'in', values: ['a', 'B'] }] },
      ],
      ['TITLE', 'IS_SET', undefined, { negated: false, conditions: [{ operator: 'set' }] }],
      ['TITLE', 'IS_NOT_SET', { stringValue: null }, { negated: true, conditions: [{ operator: 'set' }] }],
      [
        'CATEGORY',
        'NOT_IN',
        { stringListValue: { values: ['LEVEL_HIGH'] } },
        { negated: true, conditions: [{ operator: 'in', values: [3] }] },
      ],
      ['SEVERITY', 'GREATER_THAN', { stringValue: 'LEVEL_LOW' }, { negated: false, conditions: [{ operator: '>', value: 1 }] }],
      ['VENDOR', 'EQUALS', { stringValue: ' ACME.com' }, { negated: false, conditions: [{ operator: '=', value: 'acme.com' }] }],
      ['VENDOR', 'NOT_IN', { stringListValue: { values: ['A '] } }, { negated: true, conditions: [{ operator: 'in', values: ['a'] }] }],
      ['VENDOR', 'CONTAINS', { stringValue: ' ACME' }, { negated: false, conditions: [{ operator: 'contains', value: ' ACME' }] }],
      ['GROUP', 'EQUALS', { stringValue: 'ABC' }, { negated: false, conditions: [{ operator: '=', value: 'abc' }] }],
      ['VENDOR_ID', 'EQUALS', { stringValue: '7' }, { negated: false, conditions: [{ operator: 'in', values: [] }] }],
      ['VENDOR_ID', 'NOT_EQUALS', { stringValue: '7' }, { negated: true, conditions: [{ operator: 'in', values: [] }] }],
      [
        'VENDOR_ID',
        'IN',
        { stringListValue: { values: ['7', '0199a000-0000-7000-8000-000000000000'] } },
        { negated: false, conditions: [{ operator: 'in', values: ['0199a000-0000-7000-8000-000000000000'] }] },
      ],
      ['ASSET_PORT', 'EQUALS', { numberValue: 443 }, { negated: false, conditions: [{ operator: '=', value: '443' }] }],
      [
        'ASSET_PORT',
        'GREATER_THAN',
        { stringValue: '9223372036854775807' },
        { negated: false, conditions: [{ operator: '>', value: '9223372036854775807' }] },
      ],
      [
        'RESOLVED_AT',
        'NOT_EQUALS',
        { dateValue: '2016-12-31T23:59:60Z' },
        { negated: true, conditions: [{ operator: '=', value: '2017-01-01T00:00:00.000000Z' }] },
      ],
      ['OBSERVATION_TYPE', 'EQUALS', { stringValue: 'Tls' }, { negated: false, conditions: [{ operator: '=', value: 'Tls' }] }],
      ['EPSS_SCORE', 'LESS_THAN', { numberValue: 0.5 }, { negated: false, conditions: [{ operator: '<', value: 0.5 }] }],
      [
        'EPSS_SCORE',
        'BETWEEN',
        { numberRangeValue: { max: 1, min: null } },
        { negated: false, conditions: [{ operator: '<=', value: 1 }] },
      ],
      [
        'ASSET_PORT',
        'BETWEEN',
        { numberRangeValue: { min: 443, max: 443 } },
        {
          negated: false,
          conditions: [
            { operator: '>=', value: '443' },
            { operator: '<=', value: '443' },
          ],
        },
      ],
      ['IS_FLAGGED', 'NOT_EQUALS', { boolValue: false }, { negated: true, conditions: [{ operator: '=', value: false }] }],
      [
        'RESOLVED_AT',
        'GREATER_THAN_OR_EQUAL',
        { dateValue: '2024-01-01T01:00:00+01:00' },
        { negated: false, conditions: [{ operator: '>=', value: '2024-01-01T00:00:00.000000Z' }] },
      ],
      [
        'RESOLVED_AT',
        'BETWEEN',
        { dateRangeValue: { startTime: '2024-01-01T00:00:00Z', endTime: '2024-01-01T00:00:00Z', live: false } },
        {
          negated: false,
          conditions: [
            { operator: '>=', value: '2024-01-01T00:00:00.000000Z' },
            { operator: '<', value: '2024-01-01T00:00:00.000000Z' },
          ],
        },
      ],
      ['RESOLVED_AT', 'BETWEEN', { dateRangeValue: { live: true } }, { negated: false, conditions: [{ operator: '<', value: 'now' }] }],
    ])('%s %s %j', (field, comparison, value, meaning) => {
      expect(nodes([ruleWith(field, comparison, value)])).toEqual([{ kind: 'rule', field: `OBSERVATIONS_FIELD_${field}`, ...meaning }]);
    });

    it('lists, with AND as the default', () => {
      const list = (operator: unknown, isNegated?: unknown) => ({ list: { operator, isNegated, filters: [TITLE] }, rule: null });
      expect(
        nodes([list(undefined), list('OPERATOR_UNSPECIFIED', null), list('OPERATOR_AND', false), list('OPERATOR_OR', true)]),
      ).toMatchObject([
        { operator: 'AND', negated: false },
        { operator: 'AND', negated: false },
        { operator: 'AND', negated: false },
        { operator: 'OR', negated: true },
      ]);
    });

    it('a keyword in its stored form, through the parser of the field', () => {
      const catalogue: FieldCatalogue = {
        ...FLAT,
        fields: {
          VENDORS_FIELD_ID: { type: 'keyword', column: 'v.key', castTo: 'bigint', parse: (text) => Number(text.slice(2)) },
        },
      };
      const input = [
        { rule: { field: { vendorsField: 'VENDORS_FIELD_ID' }, comparison: 'COMPARISON_EQUALS', value: { stringValue: 'v-17' } } },
      ];
      expect(nodes(input, catalogue)).toMatchObject([{ conditions: [{ operator: '=', value: 17 }] }]);
    });

    it('values and trees up to their limits', () => {
      expect(nodes([ruleWith('TITLE', 'EQUALS', { stringValue: 'é'.repeat(2048) })])).toHaveLength(1);
      expect(nodes([ruleWith('TITLE', 'IN', { stringListValue: { values: Array(200).fill('a') } })])).toHaveLength(1);
      expect(nodes([ruleWith('ASSET_PORT', 'EQUALS', { numberValue: Number.MIN_SAFE_INTEGER })])).toHaveLength(1);
      expect(nodes([{ list: { filters: Array(49).fill(TITLE) } }, TITLE])).toHaveLength(2);
      expect(nodes([nested(5)])).toHaveLength(1);
    });
  });

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
        [{ list: { filters: [TITLE], operator: 'AND' } }],
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
      ...['OBSERVATIONS_FIELD_UNSPECIFIED', 'TITLE', 'constructor', '__proto__', 7].map((name): [unknown, string] => [
        { observationsField: name },
        'filters[0].rule.field.observationsField is not a field that can be filtered by',
      ]),
    ])('%j', (field, expected) => {
      expect(faults([{ rule: { ...TITLE.rule, field } }])).toEqual([expected]);
    });
  });

  describe('comparisons', () => {
    it.each([undefined, null, 'COMPARISON_UNSPECIFIED'])('cannot be %j', (comparison) => {
      expect(faults([{ rule: { ...TITLE.rule, comparison } }])).toEqual(['filters[0].rule.comparison is required']);
    });

    it.each(['EQUALS', 'COMPARISON_LIKE', 'comparison_equals', 1, {}])('do not include %j', (comparison) => {
      expect(faults([{ rule: { ...TITLE.rule, comparison } }])).toEqual([
        `filters[0].rule.comparison must be one of ${COMPARISON.members.join(', ')}`,
      ]);
    });

    it.each<[FieldName, string]>([
      ['OBSERVATIONS_FIELD_TITLE', 'EQUALS NOT_EQUALS IN NOT_IN CONTAINS NOT_CONTAINS STARTS_WITH ENDS_WITH IS_SET IS_NOT_SET'],
      ['OBSERVATIONS_FIELD_SUBJECT_DOMAIN', 'EQUALS NOT_EQUALS IN NOT_IN CONTAINS NOT_CONTAINS STARTS_WITH ENDS_WITH'],
      ['OBSERVATIONS_FIELD_CATEGORY', 'EQUALS NOT_EQUALS IN NOT_IN IS_SET IS_NOT_SET'],
      ['OBSERVATIONS_FIELD_SEVERITY', 'EQUALS NOT_EQUALS IN NOT_IN GREATER_THAN GREATER_THAN_OR_EQUAL LESS_THAN LESS_THAN_OR_EQUAL'],
      ['OBSERVATIONS_FIELD_VENDOR', 'EQUALS NOT_EQUALS IN NOT_IN CONTAINS NOT_CONTAINS STARTS_WITH ENDS_WITH'],
      ['OBSERVATIONS_FIELD_GROUP', 'EQUALS NOT_EQUALS IN NOT_IN'],
      [
        'OBSERVATIONS_FIELD_EPSS_SCORE',
        'EQUALS NOT_EQUALS GREATER_THAN GREATER_THAN_OR_EQUAL LESS_THAN LESS_THAN_OR_EQUAL BETWEEN IS_SET IS_NOT_SET',
      ],
      [
        'OBSERVATIONS_FIELD_ASSET_PORT',
        'EQUALS NOT_EQUALS GREATER_THAN GREATER_THAN_OR_EQUAL LESS_THAN LESS_THAN_OR_EQUAL BETWEEN IS_SET IS_NOT_SET',
      ],
      ['OBSERVATIONS_FIELD_IS_FLAGGED', 'EQUALS NOT_EQUALS IS_SET IS_NOT_SET'],
      [
        'OBSERVATIONS_FIELD_RESOLVED_AT',
        'EQUALS NOT_EQUALS GREATER_THAN GREATER_THAN_OR_EQUAL LESS_THAN LESS_THAN_OR_EQUAL BETWEEN IS_SET IS_NOT_SET',
      ],
    ])('of %s are %s', (name, short) => {
      const suits = (comparison: Comparison) => !faults([rule(name, comparison)]).some((fault) => fault.includes('does not suit'));
      expect(COMPARISON.members.filter(suits).map((comparison) => comparison.replace('COMPARISON_', ''))).toEqual(short.split(' '));
    });

    it('that do not suit the field are refused, and the error lists those that do', () => {
      expect(faults([ruleWith('IS_FLAGGED', 'IN', { stringListValue: { values: ['true'] } })])).toEqual([
        'filters[0].rule.comparison does not suit OBSERVATIONS_FIELD_IS_FLAGGED, which takes ' +
          'COMPARISON_EQUALS, COMPARISON_NOT_EQUALS, COMPARISON_IS_SET, COMPARISON_IS_NOT_SET',
      ]);
    });
  });

  describe('refuses the value', () => {
    const AT = 'filters[0].rule.value';
    const LEVELS = 'must be one of LEVEL_LOW, LEVEL_MEDIUM, LEVEL_HIGH';
    const DATE = 'must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z';

    it.each<[string, string, unknown, string[]]>([
      ['TITLE', 'EQUALS', undefined, [`${AT} must have stringValue`]],
      ['TITLE', 'EQUALS', {}, [`${AT} must have stringValue`]],
      ['TITLE', 'EQUALS', { stringValue: null }, [`${AT} must have stringValue`]],
      ['TITLE', 'EQUALS', 'x', [`${AT} must be an object`]],
      ['TITLE', 'EQUALS', { text: 'x' }, [expect.stringMatching(/value\.text is unknown/), `${AT} must have stringValue`]],
      ['TITLE', 'EQUALS', { numberValue: 1 }, [`${AT}.numberValue COMPARISON_EQUALS takes stringValue here`]],
      ['TITLE', 'EQUALS', { stringValue: 'x', boolValue: true }, [`${AT}.boolValue COMPARISON_EQUALS takes stringValue here`]],
      ['TITLE', 'IS_SET', { boolValue: false }, [`${AT}.boolValue COMPARISON_IS_SET takes no value here`]],
      ['TITLE', 'EQUALS', { stringValue: 1 }, [`${AT}.stringValue must be a string`]],
      ['TITLE', 'EQUALS', { stringValue: 'a\0b' }, [`${AT}.stringValue must be well-formed Unicode without NUL`]],
      ['TITLE', 'EQUALS', { stringValue: 'a\ud800' }, [`${AT}.stringValue must be well-formed Unicode without NUL`]],
      ['TITLE', 'EQUALS', { stringValue: 'a'.repeat(2049) }, [`${AT}.stringValue must have at most 2048 characters`]],
      ['TITLE', 'IN', { stringValue: 'x' }, [`${AT}.stringValue COMPARISON_IN takes stringListValue here`]],
      ['TITLE', 'IN', { stringListValue: ['x'] }, [`${AT}.stringListValue must be an object`]],
      ['TITLE', 'IN', { stringListValue: {} }, [`${AT}.stringListValue.values must not be empty`]],
      ['TITLE', 'IN', { stringListValue: { values: [] } }, [`${AT}.stringListValue.values must not be empty`]],
      ['TITLE', 'IN', { stringListValue: { values: 'x' } }, [`${AT}.stringListValue.values must be an array of strings`]],
      ['TITLE', 'IN', { stringListValue: { values: ['x'], value: 'y' } }, [`${AT}.stringListValue.value is unknown; known here: values`]],
      [
        'TITLE',
        'IN',
        { stringListValue: { values: Array(201).fill('a') } },
        [`${AT}.stringListValue.values must have at most 200 entries`],
      ],
      [
        'TITLE',
        'IN',
        { stringListValue: { values: ['a', null, 'b', 4] } },
        [`${AT}.stringListValue.values[1] must be a string`, `${AT}.stringListValue.values[3] must be a string`],
      ],
      ['CATEGORY', 'EQUALS', { stringValue: 'HIGH' }, [`${AT}.stringValue ${LEVELS}`]],
      ['CATEGORY', 'EQUALS', { stringValue: 'LEVEL_UNSPECIFIED' }, [`${AT}.stringValue ${LEVELS}`]],
      ['SEVERITY', 'LESS_THAN', { stringValue: 'LEVEL_UNSPECIFIED' }, [`${AT}.stringValue ${LEVELS}`]],
      ['SEVERITY', 'LESS_THAN', { numberValue: 2 }, [`${AT}.numberValue COMPARISON_LESS_THAN takes stringValue here`]],
      ['CATEGORY', 'IN', { stringListValue: { values: ['LEVEL_LOW', 'x'] } }, [`${AT}.stringListValue.values[1] ${LEVELS}`]],
      ['EPSS_SCORE', 'EQUALS', { numberValue: '1' }, [`${AT}.numberValue must be a finite number`]],
      ['EPSS_SCORE', 'EQUALS', { numberValue: JSON.parse('1e999') }, [`${AT}.numberValue must be a finite number`]],
      ['EPSS_SCORE', 'EQUALS', { numberValue: NaN }, [`${AT}.numberValue must be a finite number`]],
      ['ASSET_PORT', 'EQUALS', { numberValue: 1.5 }, [`${AT}.numberValue must be a whole number within ±(2^53 - 1)`]],
      ['ASSET_PORT', 'EQUALS', { numberValue: 2 ** 53 }, [`${AT}.numberValue must be a whole number within ±(2^53 - 1)`]],
      ['ASSET_PORT', 'EQUALS', { stringValue: '9223372036854775808' }, [`${AT}.stringValue must be an int64 written as text`]],
      ['ASSET_PORT', 'EQUALS', { stringValue: 443 }, [`${AT}.stringValue must be an int64 written as text`]],
      ['ASSET_PORT', 'EQUALS', { stringValue: '1', numberValue: 1 }, [`${AT} must have only one of numberValue or stringValue`]],
      ['ASSET_PORT', 'EQUALS', {}, [`${AT} must have numberValue or stringValue`]],
      ['ASSET_PORT', 'EQUALS', { numberValue: '443' }, [`${AT}.numberValue must be a whole number within ±(2^53 - 1)`]],
      ['EPSS_SCORE', 'BETWEEN', { numberRangeValue: {} }, [`${AT}.numberRangeValue must have min, max or both`]],
      ['EPSS_SCORE', 'BETWEEN', { numberRangeValue: { min: 2, max: 1 } }, [`${AT}.numberRangeValue.min must not be above max`]],
      ['EPSS_SCORE', 'BETWEEN', { numberRangeValue: { min: 1, to: 2 } }, [`${AT}.numberRangeValue.to is unknown; known here: min, max`]],
      [
        'ASSET_PORT',
        'BETWEEN',
        { numberRangeValue: { min: 0.5, max: 1.5 } },
        [
          `${AT}.numberRangeValue.min must be a whole number within ±(2^53 - 1)`,
          `${AT}.numberRangeValue.max must be a whole number within ±(2^53 - 1)`,
        ],
      ],
      ['IS_FLAGGED', 'EQUALS', { boolValue: 'true' }, [`${AT}.boolValue must be a boolean`]],
      ['RESOLVED_AT', 'EQUALS', { stringValue: '2024-01-01T00:00:00Z' }, [`${AT}.stringValue COMPARISON_EQUALS takes dateValue here`]],
      ['RESOLVED_AT', 'EQUALS', { dateValue: '2024-02-30T00:00:00Z' }, [`${AT}.dateValue ${DATE}`]],
      ['RESOLVED_AT', 'EQUALS', { dateValue: 'now' }, [`${AT}.dateValue ${DATE}`]],
      ['RESOLVED_AT', 'EQUALS', { dateValue: 1704067200000 }, [`${AT}.dateValue must be a string`]],
      ['RESOLVED_AT', 'BETWEEN', { numberRangeValue: { min: 1 } }, [`${AT}.numberRangeValue COMPARISON_BETWEEN takes dateRangeValue here`]],
      ['RESOLVED_AT', 'BETWEEN', { dateRangeValue: { live: false } }, [`${AT}.dateRangeValue must have startTime, endTime or live`]],
      ['RESOLVED_AT', 'BETWEEN', { dateRangeValue: { live: 1 } }, [`${AT}.dateRangeValue.live must be a boolean`]],
      [
        'RESOLVED_AT',
        'BETWEEN',
        { dateRangeValue: { live: true, endTime: '2024-01-01T00:00:00Z' } },
        [`${AT}.dateRangeValue.endTime must be absent when live is true`],
      ],
      [
        'RESOLVED_AT',
        'BETWEEN',
        { dateRangeValue: { startTime: '2024-01-01T00:00:00Z', endTime: '2024-01-01T00:30:00+01:00' } },
        [`${AT}.dateRangeValue.startTime must not be after endTime`],
      ],
      [
        'RESOLVED_AT',
        'BETWEEN',
        { dateRangeValue: { startTime: 'soon', endTime: 'later' } },
        [`${AT}.dateRangeValue.startTime ${DATE}`, `${AT}.dateRangeValue.endTime ${DATE}`],
      ],
    ])('%s %s %j', (field, comparison, value, expected) => {
      expect(faults([ruleWith(field, comparison, value)])).toEqual(expected);
    });
  });

  describe('limits', () => {
    it('counts rules in the whole tree and stops at the first above the limit', () => {
      const tooMany = [{ list: { filters: Array(49).fill(TITLE) } }, { list: { filters: [TITLE, TITLE, {}] } }, {}];
      expect(faults(tooMany)).toEqual(['filters[1].list.filters[1].rule is one too many: at most 50 rules in total']);
    });

    it('refuses the first filter that is too deep', () => {
      expect(faults([TITLE, nested(6)])).toEqual([`filters[1]${'.list.filters[0]'.repeat(5)} is nested too deep: at most 5 levels`]);
    });

    it('survives deeply nested input', () => {
      expect(faults([nested(100_000)])).toHaveLength(1);
    });

    it('reports at most fifty violations', () => {
      expect(faults(Array(1_000).fill({}))).toHaveLength(50);
      expect(faults([Object.fromEntries(Array.from({ length: 1_000 }, (_, key) => [`key${key}`, 1]))])).toHaveLength(50);
    });

    it('truncates an unknown name in the error', () => {
      expect(faults([{ ...TITLE, ['x'.repeat(10_000)]: 1 }])).toEqual([`filters[0].${'x'.repeat(64)} is unknown; known here: list, rule`]);
    });

    it('accepts only rules where lists are not accepted', () => {
      const domain = (values: number) => ({
        rule: {
          field: { vendorsField: 'VENDORS_FIELD_DOMAIN_NAME' },
          comparison: 'COMPARISON_IN',
          value: { stringListValue: { values: Array(values).fill('a.com') } },
        },
      });
      expect(nodes([domain(3), domain(3)], FLAT)).toHaveLength(2);
      expect(faults([{ list: { filters: [domain(1)] } }], FLAT)).toEqual([
        'filters[0].list is not accepted here: every filter must be a rule',
      ]);
      expect(faults([domain(4), domain(1), domain(1)], FLAT)).toEqual([
        'filters[0].rule.value.stringListValue.values must have at most 3 entries',
        'filters[2].rule is one too many: at most 2 rules in total',
      ]);
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
