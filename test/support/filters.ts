type Value = Record<string, unknown>;

/** An observation filter rule, in short form. */
export function rule(field: string, comparison: string, value?: Value) {
  return {
    rule: { field: { observationsField: `OBSERVATIONS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, ...(value && { value }) },
  };
}

export function list(operator: 'AND' | 'OR', filters: object[], isNegated = false) {
  return { list: { operator: `OPERATOR_${operator}`, isNegated, filters } };
}
