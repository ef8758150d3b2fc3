import { toUtc } from '#platform/time/rfc3339';

/**
 * A tool's timestamp in UTC with milliseconds; undefined when invalid. The fallback replaces a missing timestamp, Go's zero
 * time, and a time later than the fallback, which a wrong clock produces.
 */
export function seenAtOf(stamp: unknown, fallback: string): string | undefined {
  if (stamp === undefined || stamp === null || stamp === '') return fallback;
  if (typeof stamp !== 'string') return undefined;
  if (stamp.startsWith('0001-01-01T')) return fallback;
  const seenAt = toUtc(stamp, { lenient: true });
  if (seenAt === undefined || seenAt < '1970') return undefined;
  return seenAt > fallback ? fallback : seenAt;
}
