const SPECIAL = /[\\\t\n\r]/;

/** A row as COPY takes it in its text form. */
export function copyLine(values: readonly (string | undefined)[]): string {
  return `${values.map(copyText).join('\t')}\n`;
}

function copyText(value: string | undefined): string {
  if (value === undefined) return '\\N';
  return SPECIAL.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value;
}
