import { arrayLiteral } from '#platform/database/array-literal';

/** What COPY reads as nothing at all. */
export const NULL = '\\N';
const SPECIAL = /[\\\t\n\r]/;

/** A value as COPY takes it. */
export function copyText(value: string | undefined): string {
  if (value === undefined) return NULL;
  return SPECIAL.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value;
}

/** A text[] value as COPY takes it. */
export function copyList(items: readonly string[]): string {
  return copyText(arrayLiteral(items));
}

export function copyLine(values: readonly (string | undefined)[]): string {
  return `${values.map(copyText).join('\t')}\n`;
}
