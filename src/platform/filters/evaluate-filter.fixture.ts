import { foldsCase, type FieldCatalogue, type FilterField } from './field-catalogue';
import { NOW, type Condition, type FilterNode, type Scalar } from './filter-tree';

type Fields = FieldCatalogue['fields'];
type Fold = (value: Scalar) => Scalar | bigint;

/** The elements of each field of one row: none when the field is unset, one unless it is an array. */
export type Elements = Record<string, Scalar[]>;

/** Evaluates a filter in memory, as a reference for the compiled SQL. */
export function evaluateFilter(node: FilterNode, row: Elements, fields: Fields, now: string): boolean {
  return holds(node, row, fields, now) !== node.negated;
}

function holds(node: FilterNode, row: Elements, fields: Fields, now: string): boolean {
  if (node.kind === 'list') {
    const results = node.nodes.map((child) => evaluateFilter(child, row, fields, now));
    return node.operator === 'AND' ? results.every(Boolean) : results.some(Boolean);
  }
  const field = fields[node.field] as FilterField;
  const fold: Fold = (value) => {
    if (value === NOW) return now;
    if (field.type === 'i64') return BigInt(String(value));
    return foldsCase(field) && typeof value === 'string' ? value.toLowerCase() : value;
  };
  return (row[node.field] ?? []).some((element) => node.conditions.every((condition) => meets(fold(element), condition, fold)));
}

function meets(element: Scalar | bigint, condition: Condition, fold: Fold): boolean {
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
