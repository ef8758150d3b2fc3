/** When the packaged PostgreSQL was published, a minor version like all others: they come each quarter. */
export const PACKAGED_POSTGRES = { version: '18.4', published: '2026-05-14' } as const;

/** The days on which releases of Node.js no longer get fixes, by major version: https://github.com/nodejs/Release. */
const NODE_ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
};
/** February, May, August and November. */
const MINOR_MONTHS = [1, 4, 7, 10];
const THURSDAY = 4;

/** A note when the running Node.js no longer gets fixes. */
export function nodeNote(version: string, now: Date): string | undefined {
  const end = NODE_ENDS[Number.parseInt(version, 10)];
  if (end === undefined || now <= new Date(end)) return undefined;
  return `Node.js ${version} has had no security fixes since ${end}; run a newer one.`;
}

/** What is known about an embedded PostgreSQL: its version, and whether newer fixes must exist. */
export function postgresNote(version: string, now: Date): string {
  const isPackaged = version === PACKAGED_POSTGRES.version;
  const newer = isPackaged ? lastMinorDay(now) : '';
  const note = newer > PACKAGED_POSTGRES.published ? `; minor versions with fixes were due until ${newer}` : '';
  return `PostgreSQL ${version}, ${isPackaged ? `of ${PACKAGED_POSTGRES.published}, for trying out` : 'of POSTGRES_BIN'}${note}`;
}

/** The last day on which PostgreSQL publishes minor versions: the second Thursday of the second month of a quarter. */
function lastMinorDay(now: Date): string {
  const years = [now.getUTCFullYear() - 1, now.getUTCFullYear()];
  const days = years.flatMap((year) => MINOR_MONTHS.map((month) => secondThursday(year, month)));
  return days.filter((day) => day <= now.toISOString().slice(0, 10)).at(-1) ?? '';
}

function secondThursday(year: number, month: number): string {
  const first = new Date(Date.UTC(year, month, 1));
  const day = 1 + ((THURSDAY - first.getUTCDay() + 7) % 7) + 7;
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
