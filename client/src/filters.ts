import type { Schemas } from './operation-types.ts';

/** Filters that combine: only those of observations do. */
type Nested = Schemas['ObservationFilter'];

export function and(...filters: Nested[]): Nested {
  return { list: { operator: 'OPERATOR_AND', filters } };
}

export function or(...filters: Nested[]): Nested {
  return { list: { operator: 'OPERATOR_OR', filters } };
}

export function not(filter: Nested): Nested {
  return { list: { operator: 'OPERATOR_AND', isNegated: true, filters: [filter] } };
}
