/** A nested value; undefined when part of the path is absent. */
export function valueAt(row: Record<string, unknown>, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], row);
}
