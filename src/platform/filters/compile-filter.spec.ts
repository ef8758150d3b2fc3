import { compileFilter, fingerprintFilters, type CompiledFilter } from './compile-filter';
import type { Comparison, FilterExpression, ValueExpression } from './filter-expression';
import type { FilterList } from './filter-tree';
import { rule, SUBJECTS, type FieldName } from './filters.fixture';
import { parseFilters } from './parse-filter';

const TITLE = 'OBSERVATIONS_FIELD_TITLE';
const SEVERITY = 'OBSERVATIONS_FIELD_SEVERITY';
const PORT = 'OBSERVATIONS_FIELD_ASSET_PORT';
const CVE = 'OBSERVATIONS_FIELD_CVE';

function checked(...input: FilterExpression[]): FilterList {
  const { filter, violations } = parseFilters(input, SUBJECTS);
  if (violations) throw new Error(JSON.stringify(violations));
  return filter;
}

function compiled(...input: FilterExpression[]): CompiledFilter {
  return compileFilter(checked(...input), SUBJECTS);
}

describe('compileFilter', () => {
  it('compiles no filter to TRUE', () => {
    expect(compiled()).toEqual({ sql: 'TRUE', params: [] });
  });

  it.each<[FieldName, Comparison, ValueExpression | undefined, string, unknown[]]>([
    [TITLE, 'COMPARISON_EQUALS', { stringValue: 'A%' }, 'lower(o.title) = lower($1::text)', ['A%']],
    [TITLE, 'COMPARISON_NOT_EQUALS', { stringValue: 'a' }, '(lower(o.title) = lower($1::text)) IS NOT TRUE', ['a']],
    [TITLE, 'COMPARISON_CONTAINS', { stringValue: 'a' }, 'position(lower($1::text) IN lower(o.title)) > 0', ['a']],
    [TITLE, 'COMPARISON_NOT_CONTAINS', { stringValue: 'a' }, '(position(lower($1::text) IN lower(o.title)) > 0) IS NOT TRUE', ['a']],
    [TITLE, 'COMPARISON_STARTS_WITH', { stringValue: 'a' }, 'starts_with(lower(o.title), lower($1::text))', ['a']],
    [TITLE, 'COMPARISON_ENDS_WITH', { stringValue: 'a' }, 'right(lower(o.title), length(lower($1::text))) = lower($1::text)', ['a']],
    [
      TITLE,
      'COMPARISON_IN',
      { stringListValue: { values: ['a', 'B'] } },
      'lower(o.title) = ANY(ARRAY(SELECT lower(word) FROM unnest($1::text[]) AS word))',
      [['a', 'B']],
    ],
    [TITLE, 'COMPARISON_IS_SET', undefined, 'o.title IS NOT NULL', []],
    [TITLE, 'COMPARISON_IS_NOT_SET', undefined, 'o.title IS NULL', []],
    ['OBSERVATIONS_FIELD_SUBJECT_DOMAIN', 'COMPARISON_STARTS_WITH', { stringValue: 'A' }, 'starts_with(o.domain, lower($1::text))', ['A']],
    ['OBSERVATIONS_FIELD_SUBJECT_DOMAIN', 'COMPARISON_EQUALS', { stringValue: 'A' }, 'o.domain = lower($1::text)', ['A']],
    ['OBSERVATIONS_FIELD_VENDOR', 'COMPARISON_EQUALS', { stringValue: ' A' }, 'o.vendor = $1::text', ['a']],
    ['OBSERVATIONS_FIELD_VENDOR', 'COMPARISON_IN', { stringListValue: { values: ['A'] } }, 'o.vendor = ANY($1::text[])', [['a']]],
    [
      'OBSERVATIONS_FIELD_VENDOR',
      'COMPARISON_ENDS_WITH',
      { stringValue: 'A' },
      'right(o.vendor, length(lower($1::text))) = lower($1::text)',
      ['A'],
    ],
    ['OBSERVATIONS_FIELD_VENDOR_ID', 'COMPARISON_EQUALS', { stringValue: 'x' }, 'o.vendor_id = ANY($1::uuid[])', [[]]],
    ['OBSERVATIONS_FIELD_ASSET_URL', 'COMPARISON_EQUALS', { stringValue: 'A' }, 'lower(o.url) = lower($1::text)', ['A']],
    [
      'OBSERVATIONS_FIELD_ASSET_IP',
      'COMPARISON_EQUALS',
      { stringValue: 'A' },
      'EXISTS (SELECT 1 FROM unnest(o.ips) AS element WHERE lower(element) = lower($1::text))',
      ['A'],
    ],
    [SEVERITY, 'COMPARISON_EQUALS', { stringValue: 'LEVEL_HIGH' }, 'o.severity = $1::smallint', [3]],
    [SEVERITY, 'COMPARISON_GREATER_THAN', { stringValue: 'LEVEL_LOW' }, 'o.severity > $1::smallint', [1]],
    [SEVERITY, 'COMPARISON_GREATER_THAN_OR_EQUAL', { stringValue: 'LEVEL_LOW' }, 'o.severity >= $1::smallint', [1]],
    [SEVERITY, 'COMPARISON_LESS_THAN', { stringValue: 'LEVEL_LOW' }, 'o.severity < $1::smallint', [1]],
    [SEVERITY, 'COMPARISON_LESS_THAN_OR_EQUAL', { stringValue: 'LEVEL_LOW' }, 'o.severity <= $1::smallint', [1]],
    [SEVERITY, 'COMPARISON_IN', { stringListValue: { values: ['LEVEL_HIGH', 'LEVEL_LOW'] } }, 'o.severity = ANY($1::smallint[])', [[3, 1]]],
    [
      SEVERITY,
      'COMPARISON_NOT_IN',
      { stringListValue: { values: ['LEVEL_HIGH'] } },
      '(o.severity = ANY($1::smallint[])) IS NOT TRUE',
      [[3]],
    ],
    ['OBSERVATIONS_FIELD_OBSERVATION_TYPE', 'COMPARISON_EQUALS', { stringValue: 'A' }, 'o.kind = $1::text', ['A']],
    [
      'OBSERVATIONS_FIELD_VENDOR_ID',
      'COMPARISON_IN',
      { stringListValue: { values: ['0199A000-0000-7000-8000-000000000000'] } },
      'o.vendor_id = ANY($1::uuid[])',
      [['0199a000-0000-7000-8000-000000000000']],
    ],
    ['OBSERVATIONS_FIELD_EPSS_SCORE', 'COMPARISON_LESS_THAN', { numberValue: 0.5 }, 'o.epss < $1::float8', [0.5]],
    ['OBSERVATIONS_FIELD_CVSS_BASE_SCORE', 'COMPARISON_EQUALS', { numberValue: 9.8 }, 'o.cvss = $1::numeric', [9.8]],
    [PORT, 'COMPARISON_BETWEEN', { numberRangeValue: { min: 1 } }, 'o.port >= $1::bigint', ['1']],
    [PORT, 'COMPARISON_BETWEEN', { numberRangeValue: { min: 1, max: 9 } }, '(o.port >= $1::bigint AND o.port <= $2::bigint)', ['1', '9']],
    ['OBSERVATIONS_FIELD_IS_FLAGGED', 'COMPARISON_NOT_EQUALS', { boolValue: true }, '(o.flagged = $1::boolean) IS NOT TRUE', [true]],
    [
      'OBSERVATIONS_FIELD_RESOLVED_AT',
      'COMPARISON_EQUALS',
      { dateValue: '2024-01-01T01:00:00+01:00' },
      'o.resolved_at = $1::timestamptz',
      ['2024-01-01T00:00:00.000000Z'],
    ],
    [
      'OBSERVATIONS_FIELD_RESOLVED_AT',
      'COMPARISON_BETWEEN',
      { dateRangeValue: { startTime: '2024-01-01T00:00:00Z', live: true } },
      '(o.resolved_at >= $1::timestamptz AND o.resolved_at < $2::timestamptz)',
      ['2024-01-01T00:00:00.000000Z', 'now'],
    ],
    ['OBSERVATIONS_FIELD_CWE', 'COMPARISON_EQUALS', { stringValue: 'CWE-79' }, '$1::text = ANY(o.cwes)', ['CWE-79']],
    ['OBSERVATIONS_FIELD_CWE', 'COMPARISON_NOT_EQUALS', { stringValue: 'CWE-79' }, '($1::text = ANY(o.cwes)) IS NOT TRUE', ['CWE-79']],
    ['OBSERVATIONS_FIELD_CWE', 'COMPARISON_IN', { stringListValue: { values: ['CWE-79'] } }, 'o.cwes && $1::text[]', [['CWE-79']]],
    ['OBSERVATIONS_FIELD_ASSET_DOMAIN', 'COMPARISON_EQUALS', { stringValue: 'A' }, 'lower($1::text) = ANY(o.asset_domains)', ['A']],
    [
      'OBSERVATIONS_FIELD_TAG',
      'COMPARISON_NOT_EQUALS',
      { stringValue: 'A' },
      '(EXISTS (SELECT 1 FROM unnest(o.tags) AS element WHERE lower(element) = lower($1::text))) IS NOT TRUE',
      ['A'],
    ],
    [
      'OBSERVATIONS_FIELD_LAST_SEEN',
      'COMPARISON_BETWEEN',
      { dateRangeValue: { startTime: '2024-01-01T00:00:00Z', endTime: '2025-01-01T00:00:00Z' } },
      'EXISTS (SELECT 1 FROM unnest(o.sightings) AS element WHERE (element >= $1::timestamptz AND element < $2::timestamptz))',
      ['2024-01-01T00:00:00.000000Z', '2025-01-01T00:00:00.000000Z'],
    ],
    ['OBSERVATIONS_FIELD_TAG', 'COMPARISON_IS_SET', undefined, 'cardinality(o.tags) > 0', []],
    ['OBSERVATIONS_FIELD_TAG', 'COMPARISON_IS_NOT_SET', undefined, '(cardinality(o.tags) > 0) IS NOT TRUE', []],
    [
      CVE,
      'COMPARISON_EQUALS',
      { stringValue: 'CVE-1' },
      'EXISTS (SELECT 1 FROM subject_cve x WHERE x.subject_id = o.id AND x.cve = $1::text)',
      ['CVE-1'],
    ],
    [
      CVE,
      'COMPARISON_NOT_IN',
      { stringListValue: { values: ['CVE-1'] } },
      'NOT EXISTS (SELECT 1 FROM subject_cve x WHERE x.subject_id = o.id AND x.cve = ANY($1::text[]))',
      [['CVE-1']],
    ],
    [
      CVE,
      'COMPARISON_IS_NOT_SET',
      undefined,
      'NOT EXISTS (SELECT 1 FROM subject_cve x WHERE x.subject_id = o.id AND x.cve IS NOT NULL)',
      [],
    ],
  ])('writes %s %s %j', (name, comparison, value, sql, params) => {
    expect(compiled(rule(name, comparison, value))).toEqual({ sql, params });
  });

  const high = rule(SEVERITY, 'COMPARISON_EQUALS', { stringValue: 'LEVEL_HIGH' });
  const https = rule(PORT, 'COMPARISON_EQUALS', { numberValue: 443 });
  const untitled = rule(TITLE, 'COMPARISON_IS_NOT_SET');

  it('joins the filters of a request by AND', () => {
    expect(compiled(high, https)).toEqual({ sql: '(o.severity = $1::smallint AND o.port = $2::bigint)', params: [3, '443'] });
  });

  it('nests lists, and negates them so that they match exactly the other rows', () => {
    const either: FilterExpression = { list: { operator: 'OPERATOR_OR', filters: [high, { list: { filters: [https, untitled] } }] } };
    const neither: FilterExpression = { list: { isNegated: true, operator: 'OPERATOR_OR', filters: [high, https] } };
    expect(compiled(either, neither).sql).toBe(
      '((o.severity = $1::smallint OR (o.port = $2::bigint AND o.title IS NULL))' +
        ' AND ((o.severity = $3::smallint OR o.port = $4::bigint)) IS NOT TRUE)',
    );
  });

  it('numbers its parameters after those of the statement around it', () => {
    expect(compileFilter(checked(high, https), SUBJECTS, 4)).toEqual({
      sql: '(o.severity = $4::smallint AND o.port = $5::bigint)',
      params: [3, '443'],
    });
  });

  it('never puts caller input into the SQL', () => {
    const hostile = `'); DROP TABLE subject; --`;
    const everywhere = [
      rule(TITLE, 'COMPARISON_CONTAINS', { stringValue: hostile }),
      rule(CVE, 'COMPARISON_IN', { stringListValue: { values: [hostile] } }),
      rule('OBSERVATIONS_FIELD_TAG', 'COMPARISON_ENDS_WITH', { stringValue: hostile }),
    ];
    const { sql, params } = compiled(...everywhere);
    expect(sql).not.toContain('DROP');
    expect(params).toEqual([hostile, [hostile], hostile]);
  });

  it('refuses a filter of another catalogue', () => {
    expect(() => compileFilter(checked(high), { ...SUBJECTS, fields: {} })).toThrow('no field OBSERVATIONS_FIELD_SEVERITY');
  });
});

describe('fingerprintFilters', () => {
  const range = (dateRangeValue: ValueExpression['dateRangeValue']) =>
    rule('OBSERVATIONS_FIELD_RESOLVED_AT', 'COMPARISON_BETWEEN', { dateRangeValue });

  it('is the same for the same filter, however it is written', () => {
    const one = checked({
      list: {
        operator: 'OPERATOR_AND',
        isNegated: false,
        filters: [range({ startTime: '2024-01-01T00:00:00Z', endTime: '2024-01-02T00:00:00Z' })],
      },
    });
    const other = checked({
      list: { filters: [range({ endTime: '2024-01-02T01:00:00+01:00', live: false, startTime: '2024-01-01T00:00:00.000Z' })] },
    });
    expect(fingerprintFilters(other)).toBe(fingerprintFilters(one));
  });

  it('differs when anything that matters does', () => {
    const equals = (name: FieldName, stringValue: string) => rule(name, 'COMPARISON_EQUALS', { stringValue });
    const all = [
      checked(),
      checked(equals(TITLE, 'a')),
      checked(equals(TITLE, 'b')),
      checked(equals(CVE, 'a')),
      checked(rule(TITLE, 'COMPARISON_NOT_EQUALS', { stringValue: 'a' })),
      checked({ list: { isNegated: true, filters: [equals(TITLE, 'a')] } }),
      checked(equals(TITLE, 'a'), equals(TITLE, 'b')),
      checked({ list: { operator: 'OPERATOR_OR', filters: [equals(TITLE, 'a'), equals(TITLE, 'b')] } }),
      checked(range({ live: true })),
      checked(range({ endTime: '2024-01-01T00:00:00Z' })),
    ];
    expect(new Set(all.map(fingerprintFilters)).size).toBe(all.length);
  });
});
