/**
 * A filter that has been checked. The fifteen comparisons have become conditions and a negation, values have the form
 * in which they are stored, and every node's members stand in one order.
 */
export type FilterNode = FilterList | FilterRule;

export interface FilterList {
  kind: 'list';
  operator: 'AND' | 'OR';
  negated: boolean;
  nodes: FilterNode[];
}

/** Holds for a row when some element of the field (a plain field has one, an unset field none) meets every condition. */
export interface FilterRule {
  kind: 'rule';
  field: string;
  negated: boolean;
  conditions: Condition[];
}

export type Condition = { operator: 'set' } | { operator: 'in'; values: Scalar[] } | { operator: Relation; value: Scalar };

export type Relation = '=' | '<' | '<=' | '>' | '>=' | 'contains' | 'startsWith' | 'endsWith';

/** An enum member is its number, an instant its canonical text or NOW. */
export type Scalar = string | number | boolean;

/** The moment of the call; PostgreSQL itself reads this word as the start of the transaction. */
export const NOW = 'now';
