/** A tool's time stamp in UTC with milliseconds. Unset, and the zero time Go prints for unset, is the fallback; undefined when it is no time. */
export function seenAtOf(stamp: unknown, fallback: string): string | undefined {
  if (stamp === undefined || stamp === null || stamp === '') return fallback;
  if (typeof stamp !== 'string') return undefined;
  if (stamp.startsWith('0001-01-01T')) return fallback;
  const time = /^\d{4}-\d\d-\d\dT/.test(stamp) ? Date.parse(stamp) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
