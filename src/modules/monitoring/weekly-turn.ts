import { HOUR_MS } from '#platform/time/durations';

const WEEK_HOURS = 168;

/** One interval per week for each domain; every interval when it is a week or longer. */
export function isWeeklyTurn(domain: string, now: Date, intervalHours: number): boolean {
  const turnsAWeek = Math.max(1, Math.round(WEEK_HOURS / intervalHours));
  const turn = Math.floor(now.getTime() / (intervalHours * HOUR_MS));
  const place = [...domain].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % turnsAWeek, 0);
  return turn % turnsAWeek === place;
}
