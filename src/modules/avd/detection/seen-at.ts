import { toUtc } from '#platform/http/rfc3339';

/**
 * A tool's time stamp in UTC with milliseconds; undefined when it is no time. Unset, and the zero time Go prints for
 * unset, is the fallback. So is a time past it, which a clock that goes wrong writes: nothing was seen in the future.
 */
export function seenAtOf(stamp: unknown, fallback: string): string | undefined {
  if (stamp === undefined || stamp === null || stamp === '') return fallback;
  if (typeof stamp !== 'string') return undefined;
  if (stamp.startsWith('0001-01-01T')) return fallback;
  const seenAt = toUtc(stamp, { lenient: true });
  if (seenAt === undefined || seenAt < '1970') return undefined;
  return seenAt > fallback ? fallback : seenAt;
}
