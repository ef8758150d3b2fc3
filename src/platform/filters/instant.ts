const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * Reads an RFC 3339 date-time strictly and writes it in UTC with microseconds, which is as fine as the database is:
 * equal instants become equal texts, and texts sort as the instants do. Undefined for anything else.
 */
export function parseInstant(text: string): string | undefined {
  const [, clock, fraction = '', sign = '+', hours = '0', minutes = '0'] = RFC_3339.exec(text.toUpperCase()) ?? [];
  const local = Date.parse(`${clock}Z`);
  // A day or hour that does not exist rolls over to the next, and so no longer reads as it was written.
  if (clock === undefined || Number.isNaN(local) || !new Date(local).toISOString().startsWith(clock)) return undefined;

  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const utc = new Date(local - offset).toISOString();
  // The offset can carry it out of the years 0001 to 9999, the ones both sides can write.
  return /^(?!0000)\d{4}-/.test(utc) ? `${utc.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z` : undefined;
}
