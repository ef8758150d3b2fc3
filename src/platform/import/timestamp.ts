import { toUtc } from '#platform/time/rfc3339';

/** A tool's timestamp in UTC with milliseconds; undefined when the text is not a timestamp. */
export function timestampOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : toUtc(text, { lenient: true });
}

/** Seconds since 1970, as nmap writes them. */
export function timestampOfSeconds(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{1,12}$/.test(text)) return undefined;
  return toText(Number(text) * 1000);
}

/** The first and last sighting in chronological order, whatever order the tool used. */
export function sightings(first: string | undefined, last: string | undefined): { firstSeen?: string; lastSeen?: string } {
  if (first === undefined || last === undefined) {
    const only = first ?? last;
    return only === undefined ? {} : { firstSeen: only, lastSeen: only };
  }
  return first <= last ? { firstSeen: first, lastSeen: last } : { firstSeen: last, lastSeen: first };
}

/** Years outside 0001-9999 have another form in ISO 8601 and cannot be stored. */
function toText(time: number): string | undefined {
  if (!Number.isFinite(time)) return undefined;
  const text = new Date(time).toISOString();
  return text.length === 24 && !text.startsWith('0000') ? text : undefined;
}
