import { exampleRule, filterReference } from './filter-reference';
import { rule, SUBJECTS } from './filters.fixture';
import { parseFilters } from './parse-filter';

describe('filterReference', () => {
  const text = filterReference([SUBJECTS]);
  const rowOf = (name: string) => text.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));

  it('has one table row per field', () => {
    for (const name of Object.keys(SUBJECTS.fields)) expect([name, rowOf(name)]).toEqual([name, expect.any(String)]);
    expect(rowOf('OBSERVATIONS_FIELD_SEVERITY')).toContain('`LEVEL_LOW`, `LEVEL_MEDIUM`, `LEVEL_HIGH`');
    expect(rowOf('OBSERVATIONS_FIELD_RESOLVED_AT')).toContain('EQUALS, NOT_EQUALS, GREATER_THAN');
  });

  it('says whether a field is case-sensitive', () => {
    const counts = (name: string) => rowOf(name)?.split(' | ').at(-2);
    expect(counts('OBSERVATIONS_FIELD_TITLE')).toBe('no');
    expect(counts('OBSERVATIONS_FIELD_ASSET_URL')).toBe('no');
    expect(counts('OBSERVATIONS_FIELD_GROUP')).toBe('no');
    expect(counts('OBSERVATIONS_FIELD_CWE')).toBe('yes');
    expect(counts('OBSERVATIONS_FIELD_SEVERITY')).toBe('yes');
  });

  it('gives examples that are accepted', () => {
    for (const [name, field] of Object.entries(SUBJECTS.fields)) {
      const example = exampleRule(SUBJECTS.form, name, field);
      expect([name, parseFilters([{ rule: example }], SUBJECTS).violations]).toEqual([name, undefined]);
    }
    expect(parseFilters([rule('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_BETWEEN')], SUBJECTS).violations).toHaveLength(1);
  });
});
