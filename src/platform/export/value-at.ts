/** A value inside an object; undefined where something on the way is absent. */
export function valueAt(row: Record<string, unknown>, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], row);
}
