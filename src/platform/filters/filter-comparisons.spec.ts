import { COMPARISON, type Comparison } from './filter-expression';
import { rule, type FieldName } from './filters.fixture';
import { faults, ruleWith, TITLE } from './parse-filter.fixture';

describe('comparisons of a filter rule', () => {
  it.each([undefined, null, 'COMPARISON_UNSPECIFIED'])('cannot be %j', (comparison) => {
    expect(faults([{ rule: { ...TITLE.rule, comparison } }])).toEqual(['filters[0].rule.comparison is required']);
  });

  it.each(['EQUAL', 'COMPARISON_LIKE', 1, {}])('do not include %j', (comparison) => {
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
