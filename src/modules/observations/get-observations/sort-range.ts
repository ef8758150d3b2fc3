import type { SqlParams } from '#platform/database/sql-params';
import { compileConditions } from '#platform/filters/compile-filter';
import type { FilterField } from '#platform/filters/field-catalogue';
import type { Condition, FilterList } from '#platform/filters/filter-tree';
import { OBSERVATION_CATALOGUE, OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import type { ObservationSort } from './observation-sorts';

/** Tenths are compared as integers. */
const TENTHS: FilterField = { type: 'i64', column: '' };

/**
 * Conditions on the sort key that follow from rules on its own field. The walk begins and ends there. They may also hold for rows that do
 * not match.
 */
export function sortRange({ operator, negated, nodes }: FilterList, sort: ObservationSort, key: string, params: SqlParams): string[] {
  if (operator !== 'AND' || negated) return [];
  const name = `${OBSERVATION_FIELD_PREFIX}${sort.field}`;
  return nodes.flatMap((node) => {
    if (node.kind !== 'rule' || node.negated || node.field !== name) return [];
    if (node.conditions[0]?.operator === 'set') return sort.isTenths ? [`${key} >= 0`] : [];
    return sort.isTenths
      ? [compileConditions(key, node.conditions.flatMap(inTenths), TENTHS, params)]
      : [compileConditions(key, node.conditions, OBSERVATION_CATALOGUE.fields[name] as FilterField, params)];
  });
}

/** Rounded outwards, so that no match is lost. */
function inTenths(condition: Condition): Condition[] {
  if (!('value' in condition)) return [];
  const tenths = Number(condition.value) * 10;
  const from: Condition = { operator: '>=', value: Math.floor(tenths) };
  const to: Condition = { operator: '<=', value: Math.ceil(tenths) };
  if (condition.operator === '=') return [from, to];
  return condition.operator.startsWith('>') ? [from] : [to];
}
