const WEEK_HOURS = 168;

/** One interval of the week for each domain; all of them when an interval is a week or longer. */
export function isWeeklyTurn(domain: string, now: Date, intervalHours: number): boolean {
  const turnsAWeek = Math.max(1, Math.round(WEEK_HOURS / intervalHours));
  const turn = Math.floor(now.getTime() / (intervalHours * 3_600_000));
  const place = [...domain].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % turnsAWeek, 0);
  return turn % turnsAWeek === place;
}
