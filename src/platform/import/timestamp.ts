const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d{1,12})?(Z|z|[+-]\d\d(?::?\d\d)?)$/;

/** RFC 3339 with any offset (also without its colon or minutes) as UTC with milliseconds; undefined for anything else. */
export function timestampOf(text: string | undefined): string | undefined {
  const parts = text === undefined ? null : RFC_3339.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', offset = 'Z'] = parts;
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month)) || Number(hour) > 23 || Number(minute) > 59) return undefined;
  const milliseconds = fraction.slice(1, 4).padEnd(3, '0');
  const utc = offset === 'Z' || offset === 'z';
  if (utc && Number(second) < 60)
    return year === '0000' ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
  const leap = second === '60';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${leap ? '59' : second}.${milliseconds}${utc ? 'Z' : zone(offset)}`);
  return toText(leap ? time + 1000 : time);
}

/** Seconds since 1970, as nmap writes them. */
export function timestampOfSeconds(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{1,12}$/.test(text)) return undefined;
  return toText(Number(text) * 1000);
}

/** The first and last sighting in order, whichever way round a tool gave them. */
export function sightings(first: string | undefined, last: string | undefined): { firstSeen?: string; lastSeen?: string } {
  if (first === undefined || last === undefined) {
    const only = first ?? last;
    return only === undefined ? {} : { firstSeen: only, lastSeen: only };
  }
  return first <= last ? { firstSeen: first, lastSeen: last } : { firstSeen: last, lastSeen: first };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [0, 31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}

function zone(offset: string): string {
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return `${offset.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Years outside 0001-9999 have another form in ISO 8601 and no place in the database. */
function toText(time: number): string | undefined {
  if (!Number.isFinite(time)) return undefined;
  const text = new Date(time).toISOString();
  return text.length === 24 && !text.startsWith('0000') ? text : undefined;
}
