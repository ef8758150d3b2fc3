const SPECIAL = /[\\\t\n\r]/;

/** A row in COPY's text format. */
export function copyLine(values: readonly (string | undefined)[]): string {
  return `${values.map(copyText).join('\t')}\n`;
}

function copyText(value: string | undefined): string {
  if (value === undefined) return '\\N';
  return SPECIAL.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value;
}
