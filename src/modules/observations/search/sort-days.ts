import type { Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import type { Condition, FilterList } from '#platform/filters/filter-tree';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import type { Days } from './outlook';
import { MAX_FOUND, type State } from './source';

/** Kept values that combine the days of several times. Lists the filter fields, without prefix, in the order of their days in the value. */
const KEPT_DAYS: Readonly<Record<string, readonly string[]>> = {
  SEEN_DAYS: ['FIRST_SEEN', 'CREATED_AT', 'LAST_SEEN', 'RESOLVED_AT'],
  UPDATED_DAYS: ['FIRST_SEEN', 'CREATED_AT', 'UPDATED_AT'],
};
const DAY_MS = 86_400_000;

/** A period that contains all matches: `from` is inclusive, `before` exclusive. */
export interface Period {
  from: string;
  before: string;
}

export interface PeriodLookup {
  statement: Step;
  period: (rows: readonly (readonly (string | null)[])[]) => Period | undefined;
}

/**
 * Looks up, in the kept days, between which days of the sorted time all matches lie. That follows from rules on other times, and from the
 * days on which the matches were first seen. Undefined if the filter has no such rule.
 */
export function periodOf(
  organizationId: string,
  view: number,
  states: readonly State[],
  { operator, negated, nodes }: FilterList,
  sorted: string,
  days?: Days,
): PeriodLookup | undefined {
  const rules = operator === 'AND' && !negated ? nodes : [];
  const params = new SqlParams<unknown>([organizationId, view]);
  const parts = Object.entries(KEPT_DAYS).flatMap(([kept, times]) => {
    if (!times.includes(sorted)) return [];
    const conditions = rules.flatMap((node) => {
      if (node.kind !== 'rule' || node.negated) return [];
      const time = node.field.slice(OBSERVATION_FIELD_PREFIX.length);
      return time !== sorted && times.includes(time) ? node.conditions.flatMap((one) => onDay(dayOf(times, time), one, params)) : [];
    });
    if (days) {
      const first = dayOf(times, 'FIRST_SEEN');
      conditions.push(`${first} >= ${params.add(days.first, 'int')}`, `${first} <= ${params.add(days.last, 'int')}`);
    }
    if (conditions.length === 0) return [];
    const matching = `FILTER (WHERE ${conditions.join(' AND ')})`;
    const isKept = states.map((state) => `v.${state}_count > 0`).join(' OR ');
    // ORDER BY makes the planner read the primary key. It cannot know how few these values are.
    const read = `SELECT v.value FROM observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = '${kept}' AND (${isKept}) ORDER BY v.value LIMIT ${MAX_FOUND + 1}`;
    const day = dayOf(times, sorted);
    return [`SELECT count(*), min(${day}) ${matching}, max(${day}) ${matching} FROM (${read}) v`];
  });
  if (parts.length === 0) return undefined;
  return {
    statement: { sql: parts.join(' UNION ALL '), params: params.values },
    period: (rows) => {
      const known = rows.filter(([read]) => Number(read) <= MAX_FOUND);
      if (known.length === 0) return undefined;
      const instant = (day: number) => new Date(day * DAY_MS).toISOString();
      // Without a match, the period is empty.
      const first = Math.max(...known.map(([, from]) => Number(from ?? 0)));
      const last = Math.min(...known.map(([, , to]) => (to === null ? first - 1 : Number(to))));
      return { from: instant(first), before: instant(last + 1) };
    },
  };
}

function dayOf(times: readonly string[], time: string): string {
  return `nullif(split_part(v.value, ' ', ${times.indexOf(time) + 1}), '')::int`;
}

/** Conditions on the day that hold for every time that meets the condition. */
function onDay(day: string, condition: Condition, params: SqlParams): string[] {
  if (condition.operator === 'set') return [`${day} IS NOT NULL`];
  if (!('value' in condition)) return [];
  // A time before midnight is still on the previous day.
  const instant = `${params.add(condition.value, 'timestamptz')}${condition.operator === '<' ? " - interval '1 microsecond'" : ''}`;
  const compared = `((${instant}) AT TIME ZONE 'UTC')::date - '1970-01-01'::date`;
  if (condition.operator === '=') return [`${day} = ${compared}`];
  return [condition.operator.startsWith('>') ? `${day} >= ${compared}` : `${day} <= ${compared}`];
}
