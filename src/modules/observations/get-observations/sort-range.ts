import type { SqlParams } from '#platform/database/sql-params';
import { compileConditions } from '#platform/filters/compile-filter';
import type { FilterField } from '#platform/filters/field-catalogue';
import { requiredNodes, type Condition, type FilterList, type FilterRule, type Relation } from '#platform/filters/filter-tree';
import { OBSERVATION_CATALOGUE, OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import { meets } from '../rule-values';
import type { Period } from '../search/sort-days';
import { sortedTime, type ObservationSort } from './observation-sorts';

/** Rules that every match meets, on the field of a sort. */
function rulesOn(field: string, filter: FilterList): FilterRule[] {
  return requiredNodes(filter)
    .filter((node) => node.kind === 'rule')
    .filter((rule) => rule.field === `${OBSERVATION_FIELD_PREFIX}${field}`);
}

/** The classes that contain all matches, in ascending order; undefined if the filter has no rule on them, or the sort no classes. */
export function classesOf(filter: FilterList, { field, classes }: ObservationSort): readonly number[] | undefined {
  const rules = rulesOn(field, filter);
  if (!classes || rules.length === 0) return undefined;
  return classes.keys.filter((key) => {
    const value = classes.valueOf(key);
    return rules.every(({ conditions, negated }) => (value !== undefined && meets(conditions, value)) !== negated);
  });
}

/** The bound of a range that a cursor implies, because its row lies within the range. */
const NEAR_BOUND = { ASC: '>', DESC: '<' } as const;
/** What is left of an equality on the far side of a cursor. */
const FAR_BOUND: Readonly<Record<keyof typeof NEAR_BOUND, Relation>> = { ASC: '<=', DESC: '>=' };

/**
 * Conditions on the time that rows are sorted by, which hold for every match: from rules on this time, and from a known period. After a
 * cursor, only the far bounds are left. With two near bounds PostgreSQL would start at either, maybe far before the cursor.
 */
export function timeRange(
  filter: FilterList,
  sort: ObservationSort,
  period: Period | undefined,
  after: 'ASC' | 'DESC' | undefined,
  params: SqlParams,
): string[] {
  const { field, type, sql } = sortedTime(sort);
  const key = sort.stateKey ?? sql;
  const known = OBSERVATION_CATALOGUE.fields[`${OBSERVATION_FIELD_PREFIX}${field}`] as FilterField;
  const far = (conditions: readonly Condition[]): Condition[] =>
    conditions.flatMap((one) => {
      if (after === undefined || !('value' in one)) return [one];
      if (one.operator === '=') return [{ operator: FAR_BOUND[after], value: one.value }];
      return one.operator.startsWith(NEAR_BOUND[after]) ? [] : [one];
    });
  const ofRules = rulesOn(field, filter)
    .filter(({ negated, conditions }) => !negated && conditions[0]?.operator !== 'set')
    .map(({ conditions }) => far(conditions))
    .filter((conditions) => conditions.length > 0)
    .map((conditions) => compileConditions(key, conditions, known, params));
  const ofPeriod = period && [
    ...(after === 'ASC' ? [] : [`${key} >= ${params.add(period.from, type)}`]),
    ...(after === 'DESC' ? [] : [`${key} < ${params.add(period.before, type)}`]),
  ];
  return [...ofRules, ...(ofPeriod ?? [])];
}
