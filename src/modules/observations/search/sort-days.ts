import type { Step } from '#platform/database/database';
import { requiredNodes, type Condition, type FilterList, type FilterRule } from '#platform/filters/filter-tree';
import { DAY_MS } from '#platform/time/durations';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import { daysStatement, KEPT_DAYS, readDays, type DaysOfPart, type DaysRequest, type End, type EndDays } from './days-statement';
import type { Days } from './estimate';
import { intersection, spanAround, startOf, type Span } from './spans';

/** A period that contains all matches: `from` is inclusive, `before` exclusive. */
export interface Period {
  from: string;
  before: string;
  /** At least this many rows meet the conditions that the period follows from. */
  rows: number;
  ahead?: Ahead;
}

/** What lies after the cursor in the order of the list, as far as the kept days tell. The whole day of the cursor counts. */
export interface Ahead {
  /** At most this many rows. */
  rows: number;
  /** At most this many that were first seen on the days of the matches. */
  firstSeen: number;
}

/** The end of a range: of the observations on its day, only some match. */
export interface Edge {
  rule: FilterRule;
  /** Leaves only those on that day. */
  ofDay: Condition;
}

export interface PeriodLookup {
  statement: Step;
  read: (rows: readonly (readonly (string | null)[])[]) => KnownPeriod | undefined;
}

/** What the kept days say. */
export interface KnownPeriod {
  period: Period;
  /** The bound whose day makes the period longer than needed, at the end where the walk begins. */
  edge?: Edge | undefined;
  /** The period once the matches on the day of the edge are known: they lie within a span, or there are none. */
  narrowedTo: (edge: Span | undefined) => Period;
}

/**
 * Looks up, in the kept days, between which days of the sorted time all matches lie. That follows from rules on other times, and from the
 * days on which the matches were first seen. Undefined if the filter has no such rule.
 */
export function periodOf(request: DaysRequest): PeriodLookup | undefined {
  const lookup = daysStatement(request);
  if (!lookup) return undefined;
  return { statement: lookup.statement, read: (rows) => periodFrom(readDays(rows, lookup.ends), request.sortedBy.descending) };
}

/** The period that all parts agree on; undefined if none of them knows. */
function periodFrom(parts: readonly DaysOfPart[], descending: boolean): KnownPeriod | undefined {
  if (parts.length === 0) return undefined;
  const reachOf = (spans: readonly Span[]) =>
    descending ? Math.max(...spans.map(({ before }) => before)) : -Math.min(...spans.map(({ from }) => from));
  const [outer] = parts.flatMap((part) => part.ends.filter((end) => end.span && reachOf([end.span]) > reachOf(spansOf(part, end))));
  const least = (numbers: readonly (number | undefined)[]) => Math.min(...numbers.map((number) => number ?? Infinity));
  const known = {
    rows: Math.max(...parts.map(({ inRange }) => inRange)),
    ahead: { rows: least(parts.map((part) => part.ahead)), firstSeen: least(parts.map((part) => part.aheadOnDays)) },
  };
  const narrowedTo = (edge: Span | undefined): Period => {
    const inPart = (part: DaysOfPart) => (edge && outer && part.ends.includes(outer) ? [edge] : []);
    return { ...intersection(parts.map((part) => spanAround([...spansOf(part, outer), ...inPart(part)]))), ...known };
  };
  const period = { ...intersection(parts.map((part) => spanAround(spansOf(part)))), ...known };
  return { period, edge: outer && edgeOf(outer.end, outer.day), narrowedTo };
}

/** The spans of a part: of the rows inside its ranges, and of those on the day of each end but one. */
function spansOf({ inside, ends }: DaysOfPart, but?: EndDays): Span[] {
  return [inside, ...ends.flatMap((end) => (end === but ? [] : [end.span]))].flatMap((span) => span ?? []);
}

function edgeOf({ rule, isUpper }: End, day: number): Edge {
  return { rule, ofDay: isUpper ? { operator: '>=', value: startOf(day) } : { operator: '<', value: startOf(day + 1) } };
}

/** Whether a rule of the filter limits one of the kept times, so that the kept days may say more than the days of the matches. */
export function hasTimes(filter: FilterList): boolean {
  const times = new Set(Object.values(KEPT_DAYS).flat());
  return requiredNodes(filter).some((node) => node.kind === 'rule' && times.has(node.field.slice(OBSERVATION_FIELD_PREFIX.length)));
}

/** The period of these days of the first sighting. */
export function asRead({ first, last }: Days): KnownPeriod {
  const period = { from: startOf(first), before: startOf(last + 1), rows: 0 };
  return { period, narrowedTo: () => period };
}

/** The first and the last day of a period. */
export function daysOf({ from, before }: Period): Days {
  return { first: Math.floor(Date.parse(from) / DAY_MS), last: Math.ceil(Date.parse(before) / DAY_MS) - 1 };
}
