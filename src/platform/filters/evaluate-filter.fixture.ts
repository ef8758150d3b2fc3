import { NOW, type Condition, type FilterNode, type Scalar } from './filter-tree';

/** The elements of each field of one row: none when the field is unset, one unless it is an array. */
export type Elements = Record<string, Scalar[]>;

/** Decides in memory what the compiled SQL decides in the database. `folded` names the fields that ignore case. */
export function evaluateFilter(node: FilterNode, row: Elements, folded: ReadonlySet<string>, now: string): boolean {
  return holds(node, row, folded, now) !== node.negated;
}

function holds(node: FilterNode, row: Elements, folded: ReadonlySet<string>, now: string): boolean {
  if (node.kind === 'list') {
    const results = node.nodes.map((child) => evaluateFilter(child, row, folded, now));
    return node.operator === 'AND' ? results.every(Boolean) : results.some(Boolean);
  }
  const fold = (value: Scalar): Scalar => {
    if (value === NOW) return now;
    return folded.has(node.field) && typeof value === 'string' ? value.toLowerCase() : value;
  };
  return (row[node.field] ?? []).some((element) => node.conditions.every((condition) => meets(fold(element), condition, fold)));
}

function meets(element: Scalar, condition: Condition, fold: (value: Scalar) => Scalar): boolean {
  if (condition.operator === 'set') return true;
  if (condition.operator === 'in') return condition.values.map(fold).includes(element);
  const value = fold(condition.value);
  switch (condition.operator) {
    case '=':
      return element === value;
    case '<':
      return element < value;
    case '<=':
      return element <= value;
    case '>':
      return element > value;
    case '>=':
      return element >= value;
    case 'contains':
      return String(element).includes(String(value));
    case 'startsWith':
      return String(element).startsWith(String(value));
    case 'endsWith':
      return String(element).endsWith(String(value));
  }
}
