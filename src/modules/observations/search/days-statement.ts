import type { Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { requiredNodes, type Condition, type FilterList, type FilterRule, type Scalar } from '#platform/filters/filter-tree';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import type { State } from '../states';
import { dayOfValue, onDay } from './day-conditions';
import type { Days } from './estimate';
import { MAX_FOUND } from './source';
import { spanOf, type Span } from './spans';

/** Kept values that combine the days of several times. Lists the filter fields, without prefix, in the order of their days in the value. */
export const KEPT_DAYS: Readonly<Record<string, readonly string[]>> = {
  SEEN_DAYS: ['FIRST_SEEN', 'CREATED_AT', 'LAST_SEEN', 'RESOLVED_AT'],
  UPDATED_DAYS: ['FIRST_SEEN', 'CREATED_AT', 'UPDATED_AT'],
};

/** The days of which time to look up, for which filter. */
export interface DaysRequest {
  organizationId: string;
  view: number;
  states: readonly State[];
  filter: FilterList;
  sortedBy: SortedBy;
  /** On which the matches were first seen. */
  firstSeen?: Days | undefined;
}

/** A list sorted by one of the kept times. */
export interface SortedBy {
  field: string;
  descending: boolean;
  /** The time at the cursor. */
  place?: string | undefined;
}

/** The end of a range that a rule sets. */
export interface End {
  rule: FilterRule;
  isUpper: boolean;
  /** SQL of the day of this end, and of the day of an observation. */
  day: string;
  ofRow: string;
}

/** What the kept days of one combination of times say. */
export interface DaysOfPart {
  /** At least so many rows are inside the ranges. */
  inRange: number;
  /** Rows after the cursor, and those of them that were first seen on the days of the matches. */
  ahead: number | undefined;
  aheadOnDays: number | undefined;
  /** Of the rows that are inside the ranges, on no day of an end. */
  inside: Span | undefined;
  ends: readonly EndDays[];
}

/** The day of an end, and the span of the rows that are on it. */
export interface EndDays {
  end: End;
  day: number;
  span: Span | undefined;
}

interface Part {
  sql: string;
  ends: readonly End[];
}

/** A row of numbers for each combination of kept days that has the sorted time and a condition; undefined if none has. */
export function daysStatement(request: DaysRequest): { statement: Step; ends: readonly (readonly End[])[] } | undefined {
  const params = new SqlParams<unknown>([request.organizationId, request.view]);
  const parts = Object.keys(KEPT_DAYS).flatMap((kept) => partOf(kept, request, params) ?? []);
  if (parts.length === 0) return undefined;
  return {
    statement: { sql: parts.map(({ sql }) => sql).join(' UNION ALL '), params: params.values },
    ends: parts.map(({ ends }) => ends),
  };
}

/** Reads the rows. A part with too many combinations of days says nothing. */
export function readDays(rows: readonly (readonly (string | null)[])[], ends: readonly (readonly End[])[]): DaysOfPart[] {
  return rows.flatMap(([numbers], index) => {
    const [read, inRange = 0, ahead, aheadOnDays, insideFirst, insideLast, ...ofEnds] = (numbers ?? '')
      .split(' ')
      .map((number) => (number === '-' ? undefined : Number(number)));
    if (read === undefined || read > MAX_FOUND) return [];
    const endDays = (ends[index] ?? []).map((end, at): EndDays => {
      const [day = 0, first, last] = ofEnds.slice(3 * at);
      return { end, day, span: spanOf(first, last) };
    });
    return [{ inRange, ahead, aheadOnDays, inside: spanOf(insideFirst, insideLast), ends: endDays }];
  });
}

function partOf(kept: string, { states, filter, sortedBy, firstSeen }: DaysRequest, params: SqlParams): Part | undefined {
  const times = KEPT_DAYS[kept] ?? [];
  if (!times.includes(sortedBy.field)) return undefined;
  const { ends, conditions } = rangesIn(times, filter, sortedBy.field, params);
  const first = dayOf(times, 'FIRST_SEEN');
  const onDays = firstSeen ? [`${first} >= ${params.add(firstSeen.first, 'int')}`, `${first} <= ${params.add(firstSeen.last, 'int')}`] : [];
  conditions.push(...onDays);
  if (conditions.length === 0) return undefined;
  const day = dayOf(times, sortedBy.field);
  const between = (...also: string[]) => {
    const matching = `FILTER (WHERE ${[...conditions, ...also].join(' AND ')})`;
    return [`min(${day}) ${matching}`, `max(${day}) ${matching}`];
  };
  const sumOf = (...met: string[]) => `coalesce(sum(v.n) FILTER (WHERE ${met.join(' AND ')}), 0)`;
  const inside = ends.map((end) => `${end.ofRow} <> ${end.day}`);
  const isAhead = aheadOf(day, sortedBy, params);
  const numbers = [
    'count(*)',
    sumOf(...conditions, ...inside),
    ...(isAhead ? [sumOf(isAhead), sumOf(isAhead, ...onDays)] : ['NULL', 'NULL']),
    ...between(...inside),
    ...ends.flatMap((end) => [`min(${end.day})`, ...between(`${end.ofRow} = ${end.day}`)]),
  ];
  const columns = numbers.map((number) => `(${number})::int`).join(', ');
  return { sql: `SELECT array_to_string(ARRAY[${columns}], ' ', '-') FROM (${daysKeptAs(kept, times, states)}) v`, ends };
}

/** What the rules on other times of the combination require of their days. */
function rangesIn(times: readonly string[], filter: FilterList, sorted: string, params: SqlParams): { ends: End[]; conditions: string[] } {
  const ends: End[] = [];
  const conditions = requiredNodes(filter).flatMap((node) => {
    if (node.kind !== 'rule' || node.negated) return [];
    const time = node.field.slice(OBSERVATION_FIELD_PREFIX.length);
    if (time === sorted || !times.includes(time)) return [];
    const ofRow = dayOf(times, time);
    for (const condition of node.conditions)
      if (isRange(condition))
        ends.push({ rule: node, isUpper: condition.operator.startsWith('<'), day: dayOfValue(condition, params), ofRow });
    return node.conditions.flatMap((one) => onDay(ofRow, one, params));
  });
  return { ends, conditions };
}

/** Whether a day lies after the cursor. A sub-select, so that the day of the cursor is computed once. */
function aheadOf(day: string, { descending, place }: SortedBy, params: SqlParams): string | undefined {
  if (!place) return undefined;
  const begun = `(SELECT (${params.add(place, 'timestamptz')} AT TIME ZONE 'UTC')::date - '1970-01-01'::date)`;
  return `${day} ${descending ? '<=' : '>='} ${begun}`;
}

/** The combinations of days, with their numbers of rows. ORDER BY makes the planner read the primary key: it cannot know how few these values are. */
function daysKeptAs(kept: string, times: readonly string[], states: readonly State[]): string {
  const parsed = times.map((_, index) => `nullif(split_part(v.value, ' ', ${index + 1}), '')::int AS day${index}`).join(', ');
  const count = states.map((state) => `v.${state}_count`).join(' + ');
  const isKept = states.map((state) => `v.${state}_count > 0`).join(' OR ');
  return `SELECT ${parsed}, ${count} AS n FROM observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = '${kept}' AND (${isKept}) ORDER BY v.value LIMIT ${MAX_FOUND + 1}`;
}

function dayOf(times: readonly string[], time: string): string {
  return `v.day${times.indexOf(time)}`;
}

function isRange(condition: Condition): condition is Condition & { value: Scalar } {
  return 'value' in condition && condition.operator !== '=';
}
