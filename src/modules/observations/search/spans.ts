import { DAY_MS } from '#platform/time/durations';

/** In milliseconds. */
export interface Span {
  from: number;
  before: number;
}

/** From the beginning of the first day to the end of the last. */
export function spanOf(first: number | undefined, last: number | undefined): Span | undefined {
  return first === undefined || last === undefined ? undefined : { from: first * DAY_MS, before: (last + 1) * DAY_MS };
}

/** The shortest span that contains all of these. Without any, both ends are the same and nothing lies between them. */
export function spanAround(spans: readonly Span[]): Span {
  if (spans.length === 0) return { from: 0, before: 0 };
  return { from: Math.min(...spans.map(({ from }) => from)), before: Math.max(...spans.map(({ before }) => before)) };
}

/** What all of these have in common. */
export function intersection(spans: readonly Span[]): { from: string; before: string } {
  const from = Math.max(...spans.map((span) => span.from));
  const before = Math.max(from, Math.min(...spans.map((span) => span.before)));
  return { from: new Date(from).toISOString(), before: new Date(before).toISOString() };
}

/** The first moment of a day. */
export function startOf(day: number): string {
  return new Date(day * DAY_MS).toISOString();
}
