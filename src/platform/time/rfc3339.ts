import { MINUTE_MS } from './durations';

const STRICT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
/** Also allows a space for the T, and an offset without colon or minutes, as some tools write them. */
const LENIENT = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;

export interface Rfc3339Options {
  /** Accepts the variants that tools write to their files. Requests are parsed strictly. */
  lenient?: boolean;
}

/**
 * Normalizes an RFC 3339 date-time to UTC with microseconds, the precision of the database: equal instants become equal
 * texts, and texts sort like instants. A leap second is the first instant of the next minute. Undefined for anything else,
 * for a day that does not exist and for years outside 0001 to 9999.
 */
export function toMicroseconds(text: string, { lenient = false }: Rfc3339Options = {}): string | undefined {
  const parts = (lenient ? LENIENT : STRICT).exec(text);
  if (!parts) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', sign, hours = '0', minutes = '0'] = parts;
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month)) || hour > '23' || minute > '59' || second > '60')
    return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;

  const leaps = second === '60';
  const micros = fraction.slice(0, 6).padEnd(6, '0');
  if (sign === undefined && !leaps) return year === '0000' ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}.${micros}Z`;

  const offset = Number(`${sign ?? '+'}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  const before = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${leaps ? '59' : second}Z`) - offset;
  // Leap seconds are inserted at midnight UTC.
  if (leaps && new Date(before).toISOString().slice(-13, -5) !== '23:59:59') return undefined;
  const utc = new Date(leaps ? before + 1000 : before).toISOString();
  return /^(?!0000)\d{4}-/.test(utc) ? `${utc.slice(0, 19)}.${micros}Z` : undefined;
}

/** The same instant with milliseconds, as the service writes its own times. */
export function toUtc(text: string, options?: Rfc3339Options): string | undefined {
  const instant = toMicroseconds(text, options);
  return instant && `${instant.slice(0, 23)}Z`;
}

/** The same, and for a date the last millisecond of that day. */
export function toDeadline(text: string): string | undefined {
  return toUtc(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.999Z` : text);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [0, 31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}
