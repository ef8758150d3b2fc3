/** `2026-11-15 02:03:04.1+00` as the database prints it in UTC, to RFC 3339 with milliseconds. */
export function isoTime(text: string): string {
  const end = text.length - 3;
  const fraction = text.slice(20, end);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.length === 3 ? fraction : fraction.padEnd(3, '0')}Z`;
}

/** SQL that writes a time in the same form; NULL stays NULL. */
export function isoTimeSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
