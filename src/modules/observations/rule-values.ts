import type { Condition, Scalar } from '#platform/filters/filter-tree';

/** Whether a value that is compared by its number, such as a member of an enumeration, meets every condition. */
export function meets(conditions: readonly Condition[], value: number | boolean): boolean {
  return conditions.every((condition) => {
    if (condition.operator === 'set') return true;
    if (condition.operator === 'in') return condition.values.includes(value);
    return compares(condition.operator, value, condition.value);
  });
}

function compares(operator: string, value: number | boolean, other: Scalar): boolean {
  switch (operator) {
    case '=':
      return value === other;
    case '<':
      return value < other;
    case '<=':
      return value <= other;
    case '>':
      return value > other;
    case '>=':
      return value >= other;
    default:
      return false;
  }
}

/** The values of a rule that compares only whole values. */
export function valuesOf(conditions: readonly Condition[]): Scalar[] {
  const [first] = conditions;
  if (first?.operator === 'in') return first.values;
  return first && 'value' in first ? [first.value] : [];
}
