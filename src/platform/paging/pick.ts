/** Some fields of a row, in the order of the row. */
export function pick(row: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
}
