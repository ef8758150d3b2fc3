/**
 * A validated filter. The fifteen comparisons are reduced to conditions and a negation, values are in their stored form, and
 * the members of every node have a fixed order.
 */
export type FilterNode = FilterList | FilterRule;

export interface FilterList {
  kind: 'list';
  operator: 'AND' | 'OR';
  negated: boolean;
  nodes: FilterNode[];
}

/** Every row matches. */
export const EVERYTHING: FilterList = { kind: 'list', operator: 'AND', negated: false, nodes: [] };

/** The parts of a filter that every match meets. */
export function requiredNodes({ operator, negated, nodes }: FilterList): readonly FilterNode[] {
  return operator === 'AND' && !negated ? nodes : [];
}

/** Matches a row when some element of the field meets every condition. A plain field has one element, an unset field none. */
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

/** The time of the call: PostgreSQL reads this word as the start of the transaction. */
export const NOW = 'now';
