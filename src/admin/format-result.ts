type Cells = Readonly<Record<string, unknown>>;

/** Formats a result as text: a list as a table, a single object as one field per line. */
export function formatResult(result: object): string {
  if (Array.isArray(result)) return formatTable(result as Cells[]);
  const fields = Object.entries(result as Cells).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}`).join('\n');
}

function formatTable(rows: readonly Cells[]): string {
  if (rows.length === 0) return '(none)';
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(formatCell).join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
