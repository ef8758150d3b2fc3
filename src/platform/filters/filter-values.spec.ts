import { faults, ruleWith } from './parse-filter.fixture';

describe('parseFilters refuses the value', () => {
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
    ['TITLE', 'IN', { stringListValue: { values: Array(201).fill('a') } }, [`${AT}.stringListValue.values must have at most 200 entries`]],
    [
      'TITLE',
      'IN',
      { stringListValue: { values: ['a', null, 'b', 4] } },
      [`${AT}.stringListValue.values[1] must be a string`, `${AT}.stringListValue.values[3] must be a string`],
    ],
    ['CATEGORY', 'EQUALS', { stringValue: 'HIGHER' }, [`${AT}.stringValue ${LEVELS}`]],
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
