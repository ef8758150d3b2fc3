const SPECIAL = /["\\]/;

/** A PostgreSQL array literal. The driver's own serializer inspects each value several times, which is noticeable with ten thousand values. */
export function arrayLiteral(values: readonly (string | number | boolean | Date | null | undefined)[]): string {
  return `{${values.map(literal).join(',')}}`;
}

function literal(value: string | number | boolean | Date | null | undefined): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  return `"${SPECIAL.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}
