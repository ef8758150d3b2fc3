import type { FieldCatalogue } from './field-catalogue';
import { SUBJECTS } from './filters.fixture';
import { parseFilters } from './parse-filter';
import { FLAT, nested, nodes, ruleWith, TITLE } from './parse-filter.fixture';

describe('parseFilters reads', () => {
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
    ['TITLE', 'IN', { stringListValue: { values: ['a', 'B'] } }, { negated: false, conditions: [{ operator: 'in', values: ['a', 'B'] }] }],
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
    ['EPSS_SCORE', 'BETWEEN', { numberRangeValue: { max: 1, min: null } }, { negated: false, conditions: [{ operator: '<=', value: 1 }] }],
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
