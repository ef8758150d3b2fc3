import type { SqlParams } from '#platform/database/sql-params';
import { NOW, type Condition, type Scalar } from '#platform/filters/filter-tree';
import { DAY_MS } from '#platform/time/durations';

const MIDNIGHT = /T00:00:00(?:\.0+)?Z$/;

/**
 * The day of the value of a condition. A time before midnight is still on the previous day. In SQL, PostgreSQL would compute it again for each
 * kept value, which takes as long as all else.
 */
export function dayOfValue({ operator, value }: Condition & { value: Scalar }, params: SqlParams): string {
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
