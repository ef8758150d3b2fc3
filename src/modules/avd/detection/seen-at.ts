/**
 * A tool's timestamp in UTC with milliseconds; undefined when invalid. The fallback replaces a missing timestamp, Go's zero
 * time, and a time later than the fallback, which a wrong clock produces.
 */
export function seenAtOf(stamp: unknown, fallback: string): string | undefined {
  if (stamp === undefined || stamp === null || stamp === '') return fallback;
  if (typeof stamp !== 'string') return undefined;
  if (stamp.startsWith('0001-01-01T')) return fallback;
  const time = /^\d{4}-\d\d-\d\dT/.test(stamp) ? Date.parse(stamp) : NaN;
  if (Number.isNaN(time) || time < 0) return undefined;
  const seenAt = new Date(time).toISOString();
  return seenAt > fallback ? fallback : seenAt;
}
