import { InvalidArgument } from '#platform/errors/api-error';
import { toUtc } from '#platform/time/rfc3339';

export function readCount(flag: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgument(`${flag} must be a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

/** A date (midnight UTC), or a date-time with an offset. */
export function readMoment(flag: string, text: string): Date {
  const moment = toUtc(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  if (moment === undefined) {
    throw new InvalidArgument(
      `${flag} must be a date such as 2027-12-31 or a date-time such as 2027-12-31T18:00:00Z, not ${JSON.stringify(text)}.`,
    );
  }
  return new Date(moment);
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A time span such as 90s, 15m, 24h or 30d, in seconds. */
export function readDuration(flag: string, text: string, range: { from: string; to: string }): number {
  const seconds = secondsOf(text);
  if (seconds === undefined || seconds < (secondsOf(range.from) ?? 0) || seconds > (secondsOf(range.to) ?? 0)) {
    throw new InvalidArgument(
      `${flag} takes a time span from ${range.from} to ${range.to}, such as 24h or 30d, not ${JSON.stringify(text)}.`,
    );
  }
  return seconds;
}

function secondsOf(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,8})([smhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0);
}

export function readSwitch(flag: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgument(`${flag} must be on or off, not ${JSON.stringify(text)}.`);
  return text === 'on';
}
