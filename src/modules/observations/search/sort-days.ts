import type { Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { NOW, requiredNodes, type Condition, type FilterList, type FilterRule, type Scalar } from '#platform/filters/filter-tree';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import type { Days } from './outlook';
import { MAX_FOUND, type State } from './source';

/** Kept values that combine the days of several times. Lists the filter fields, without prefix, in the order of their days in the value. */
const KEPT_DAYS: Readonly<Record<string, readonly string[]>> = {
  SEEN_DAYS: ['FIRST_SEEN', 'CREATED_AT', 'LAST_SEEN', 'RESOLVED_AT'],
  UPDATED_DAYS: ['FIRST_SEEN', 'CREATED_AT', 'UPDATED_AT'],
};
const DAY_MS = 86_400_000;
const MIDNIGHT = /T00:00:00(?:\.0+)?Z$/;

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

/** A list sorted by one of the kept times. */
export interface SortedBy {
  field: string;
  descending: boolean;
  /** The time at the cursor. */
  place?: string | undefined;
}

/** The end of a range: of the observations on its day, only some match. */
export interface Edge {
  rule: FilterRule;
  /** Leaves only those on that day. */
  ofDay: Condition;
}

/** In milliseconds. */
export interface Span {
  from: number;
  before: number;
}

interface End {
  rule: FilterRule;
  isUpper: boolean;
  /** SQL of the day of this bound, and of the day of an observation. */
  day: string;
  ofRow: string;
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
  without: (edge: Span | undefined) => Period;
}

/**
 * Looks up, in the kept days, between which days of the sorted time all matches lie. That follows from rules on other times, and from the
 * days on which the matches were first seen. Undefined if the filter has no such rule.
 */
export function periodOf(
  organizationId: string,
  view: number,
  states: readonly State[],
  filter: FilterList,
  { field: sorted, descending, place }: SortedBy,
  days?: Days,
): PeriodLookup | undefined {
  const params = new SqlParams<unknown>([organizationId, view]);
  const ends: End[][] = [];
  const parts = Object.entries(KEPT_DAYS).flatMap(([kept, times]) => {
    if (!times.includes(sorted)) return [];
    const ofPart: End[] = [];
    const conditions = requiredNodes(filter).flatMap((node) => {
      if (node.kind !== 'rule' || node.negated) return [];
      const time = node.field.slice(OBSERVATION_FIELD_PREFIX.length);
      if (time === sorted || !times.includes(time)) return [];
      const ofRow = dayOf(times, time);
      for (const condition of node.conditions)
        if (isRange(condition))
          ofPart.push({ rule: node, isUpper: condition.operator.startsWith('<'), day: dayOfValue(condition, params), ofRow });
      return node.conditions.flatMap((one) => onDay(ofRow, one, params));
    });
    const first = dayOf(times, 'FIRST_SEEN');
    const onDays = days ? [`${first} >= ${params.add(days.first, 'int')}`, `${first} <= ${params.add(days.last, 'int')}`] : [];
    conditions.push(...onDays);
    if (conditions.length === 0) return [];
    ends.push(ofPart);
    const isKept = states.map((state) => `v.${state}_count > 0`).join(' OR ');
    // ORDER BY makes the planner read the primary key. It cannot know how few these values are.
    const inStates = states.map((state) => `v.${state}_count`).join(' + ');
    const parsed = times.map((_, index) => `nullif(split_part(v.value, ' ', ${index + 1}), '')::int AS day${index}`).join(', ');
    const read = `SELECT ${parsed}, ${inStates} AS n FROM observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = '${kept}' AND (${isKept}) ORDER BY v.value LIMIT ${MAX_FOUND + 1}`;
    const day = dayOf(times, sorted);
    const between = (...also: string[]) => {
      const matching = `FILTER (WHERE ${[...conditions, ...also].join(' AND ')})`;
      return [`min(${day}) ${matching}`, `max(${day}) ${matching}`];
    };
    const inside = ofPart.map((end) => `${end.ofRow} <> ${end.day}`);
    // A sub-select, so that it is computed once.
    const begun = place && `(SELECT (${params.add(place, 'timestamptz')} AT TIME ZONE 'UTC')::date - '1970-01-01'::date)`;
    const isAhead = begun && `${day} ${descending ? '<=' : '>='} ${begun}`;
    const sumOf = (...met: string[]) => `coalesce(sum(v.n) FILTER (WHERE ${met.join(' AND ')}), 0)`;
    const numbers = [
      'count(*)',
      sumOf(...conditions, ...inside),
      ...(isAhead ? [sumOf(isAhead), sumOf(isAhead, ...onDays)] : ['NULL', 'NULL']),
      ...between(...inside),
      ...ofPart.flatMap((end) => [`min(${end.day})`, ...between(`${end.ofRow} = ${end.day}`)]),
    ];
    return [`SELECT array_to_string(ARRAY[${numbers.map((number) => `(${number})::int`).join(', ')}], ' ', '-') FROM (${read}) v`];
  });
  if (parts.length === 0) return undefined;
  return {
    statement: { sql: parts.join(' UNION ALL '), params: params.values },
    read: (rows) => {
      const known = rows.flatMap(([numbers], index) => {
        const [read, inRange = 0, ahead, aheadOnDays, insideFirst, insideLast, ...ofEnds] = (numbers ?? '')
          .split(' ')
          .map((number) => (number === '-' ? undefined : Number(number)));
        if (read === undefined || read > MAX_FOUND) return [];
        const edges = (ends[index] ?? []).map((end, at) => {
          const [endDay = 0, first, last] = ofEnds.slice(3 * at);
          return { end, day: endDay, span: spanOf(first, last) };
        });
        return [{ inRange, ahead, aheadOnDays, inside: spanOf(insideFirst, insideLast), edges }];
      });
      if (known.length === 0) return undefined;
      const spansOf = ({ inside, edges }: (typeof known)[number], but?: object) =>
        [inside, ...edges.flatMap((edge) => (edge === but ? [] : [edge.span]))].flatMap((span) => span ?? []);
      const longest = (spans: Span[]) =>
        descending ? Math.max(...spans.map(({ before }) => before)) : -Math.min(...spans.map(({ from }) => from));
      const [outer] = known.flatMap((part) =>
        part.edges.filter((edge) => edge.span && longest([edge.span]) > longest(spansOf(part, edge))),
      );
      const atLeast = Math.max(...known.map(({ inRange }) => inRange));
      const least = (numbers: (number | undefined)[]) => Math.min(...numbers.map((number) => number ?? Infinity));
      const ahead: Ahead = { rows: least(known.map((part) => part.ahead)), firstSeen: least(known.map((part) => part.aheadOnDays)) };
      const period = (replaced?: object, by?: Span): Period => ({
        ...intersection(
          known.map((part) => hull([...spansOf(part, replaced), ...(by && part.edges.includes(replaced as never) ? [by] : [])])),
        ),
        rows: atLeast,
        ahead,
      });
      return { period: period(), edge: outer && edgeOf(outer.end, outer.day), without: (span) => period(outer, span) };
    },
  };
}

/** Whether a rule of the filter limits one of the kept times, so that the kept days may say more than the days of the matches. */
export function hasTimes(filter: FilterList): boolean {
  const times = new Set(Object.values(KEPT_DAYS).flat());
  return requiredNodes(filter).some((node) => node.kind === 'rule' && times.has(node.field.slice(OBSERVATION_FIELD_PREFIX.length)));
}

/** The period of these days of the first sighting. */
export function asRead({ first, last }: Days): KnownPeriod {
  const period = { from: startOf(first), before: startOf(last + 1), rows: 0 };
  return { period, without: () => period };
}

/** The first and the last day of a period. */
export function daysOf({ from, before }: Period): Days {
  return { first: Math.floor(Date.parse(from) / DAY_MS), last: Math.ceil(Date.parse(before) / DAY_MS) - 1 };
}

function spanOf(first: number | undefined, last: number | undefined): Span | undefined {
  return first === undefined || last === undefined ? undefined : { from: first * DAY_MS, before: (last + 1) * DAY_MS };
}

/** Without spans, both ends are the same and nothing lies between them. */
function hull(spans: readonly Span[]): Span {
  if (spans.length === 0) return { from: 0, before: 0 };
  return { from: Math.min(...spans.map(({ from }) => from)), before: Math.max(...spans.map(({ before }) => before)) };
}

function intersection(spans: readonly Span[]): Pick<Period, 'from' | 'before'> {
  const from = Math.max(...spans.map((span) => span.from));
  const before = Math.max(from, Math.min(...spans.map((span) => span.before)));
  return { from: new Date(from).toISOString(), before: new Date(before).toISOString() };
}

/** The first moment of a day. */
export function startOf(day: number): string {
  return new Date(day * DAY_MS).toISOString();
}

function edgeOf({ rule, isUpper }: End, day: number): Edge {
  return { rule, ofDay: isUpper ? { operator: '>=', value: startOf(day) } : { operator: '<', value: startOf(day + 1) } };
}

function dayOf(times: readonly string[], time: string): string {
  return `v.day${times.indexOf(time)}`;
}

function isRange(condition: Condition): condition is Condition & { value: Scalar } {
  return 'value' in condition && condition.operator !== '=';
}

/**
 * The day of the value of a condition. A time before midnight is still on the previous day. In SQL, PostgreSQL would compute it again for each
 * kept value, which takes as long as all else.
 */
function dayOfValue({ operator, value }: Condition & { value: Scalar }, params: SqlParams): string {
  if (value !== NOW) {
    const isBefore = operator === '<' && MIDNIGHT.test(String(value));
    return params.add(Math.floor(Date.parse(String(value)) / DAY_MS) - (isBefore ? 1 : 0), 'int');
  }
  const instant = `${params.add(value, 'timestamptz')}${operator === '<' ? " - interval '1 microsecond'" : ''}`;
  return `(((${instant}) AT TIME ZONE 'UTC')::date - '1970-01-01'::date)`;
}

/** Whether only some times of a day meet the condition, and which day that is: at most one, that of the bound. */
export function isPartOf(day: string, condition: Condition, params: SqlParams): string {
  return 'value' in condition ? `${day} = ${dayOfValue(condition, params)}` : 'false';
}

/** Conditions on the day that hold for every time that meets the condition. */
export function onDay(day: string, condition: Condition, params: SqlParams): string[] {
  if (condition.operator === 'set') return [`${day} IS NOT NULL`];
  if (!('value' in condition)) return [];
  const compared = dayOfValue(condition, params);
  if (condition.operator === '=') return [`${day} = ${compared}`];
  return [condition.operator.startsWith('>') ? `${day} >= ${compared}` : `${day} <= ${compared}`];
}
