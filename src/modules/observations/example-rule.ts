/** A rule as the examples of operations show it. */
export function exampleRule<Field extends string, Comparison extends string, Value extends object>(
  field: Field,
  comparison: Comparison,
  value: Value,
) {
  return {
    rule: {
      field: { observationsField: `OBSERVATIONS_FIELD_${field}` as const },
      comparison: `COMPARISON_${comparison}` as const,
      value,
    },
  };
}
