import { faults, FLAT, nested, nodes, TITLE } from './parse-filter.fixture';

describe('limits of a filter', () => {
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
