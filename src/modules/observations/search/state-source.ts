import type { SqlParams } from '#platform/database/sql-params';
import { compileConditions } from '#platform/filters/compile-filter';
import type { FilterField } from '#platform/filters/field-catalogue';
import type { Condition, FilterRule, Relation } from '#platform/filters/filter-tree';
import { valuesOf } from '../rule-values';
import { whereState, type State } from '../states';
import { isPartOf, onDay } from './day-conditions';
import { byIds, MAX_COUNTED, MAX_FOUND, UNBOUNDED, type Source } from './source';

/** Listed rows x of a table beside observations. Every index of these tables begins with these columns. */
export const listed = (table: string, state: State) =>
  `FROM ${table} x WHERE x.organization_id = $1 AND x.view = $2 AND x.is_listed AND ${whereState(state, 'x')}`;

/** What a reading selects: ids, or ids with the time of the last change, by which lists are sorted. */
type Column = 'observation_id' | 'updated_at';
const IDS: readonly Column[] = ['observation_id'];
const STATES: readonly Column[] = ['observation_id', 'updated_at'];
const of = (alias: string, columns: readonly Column[]) => columns.map((column) => `${alias}.${column}`).join(', ');

type Reading = (state: State, params: SqlParams, limit: number, columns: readonly Column[]) => string;

/** Reads the first rows of one range along an index of observation_state. */
const along =
  (column: string, within: (params: SqlParams) => string): Reading =>
  (state, params, limit, columns) =>
    `SELECT ${of('x', columns)} ${listed('observation_state', state)} AND ${within(params)} ORDER BY x.${column} LIMIT ${limit}`;

/** Combines readings that have no row in common. */
function together(...readings: readonly Reading[]): Source {
  const all: Reading = (state, params, limit, columns) =>
    `SELECT ${of('k', columns)} FROM (${readings.map((one) => `(${one(state, params, limit, columns)})`).join(' UNION ALL ')}) k LIMIT ${limit}`;
  const [only] = readings;
  const read = only && readings.length === 1 ? only : all;
  return {
    ...byIds((state, params, limit) => read(state, params, limit, IDS), 'all'),
    beside: 'once',
    states: (state, params, limit) => read(state, params, limit, STATES),
  };
}

/** Rows without a value, which the index contains too. The order by a column that is NULL in all of them makes PostgreSQL use the index. */
const unset = (column: string): Reading => along(column, () => `x.${column} IS NULL`);

export function stateTimes(column: 'updated_at' | 'due_at' | 'flagged_at', conditions: Condition[], field: FilterField): Source {
  return together(along(column, (params) => compileConditions(`x.${column}`, conditions, field, params)));
}

/** How many observations are flagged. */
const keptFlags = (state: State) =>
  `SELECT coalesce(sum(v.${state}_count), 0) AS n FROM observation_value v
    WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'IS_FLAGGED' AND v.value = 'true'`;

/** Whatever is flagged. */
export const FLAGGED: Source = {
  ...together(along('flagged_at', () => 'x.flagged_at IS NOT NULL')),
  isCounted: true,
  numbers: (state) => `SELECT n AS read, n AS total, 0 AS doubtful, 0 AS largest FROM (${keptFlags(state)}) k`,
};

/** The range of first-seen days is stored for the observations flagged on each day. */
export function flagTimes(conditions: Condition[], field: FilterField): Source {
  const times = stateTimes('flagged_at', conditions, field);
  const day = `(CASE WHEN v.field = 'FLAGGED_DAY' THEN v.value::int END)`;
  return {
    ...times,
    isDated: 'whole',
    numbers: (state, params) =>
      `SELECT t.*, d.first_day, d.last_day FROM (${flagsWithin(times, conditions, field, state, params)}) t
        CROSS JOIN (SELECT min(v.first_day) AS first_day, max(v.last_day) AS last_day FROM observation_value v
                     WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'FLAGGED_DAY'
                       AND ${conditions.flatMap((one) => onDay(day, one, params)).join(' AND ')}) d`,
  };
}

const OUTSIDE: Readonly<Record<string, readonly Relation[]>> = { '<': ['>='], '<=': ['>'], '>': ['<='], '>=': ['<'], '=': ['<', '>'] };

/** The ranges outside a range. No value is in two of them, even if the range is empty: a live one may begin in the future. */
function outsideOf(conditions: readonly Condition[]): Condition[][] {
  return conditions.flatMap((one, index) => {
    if (!('value' in one)) return [];
    return (OUTSIDE[one.operator] ?? []).map((operator) => [...conditions.slice(0, index), { operator, value: one.value }]);
  });
}

/** If at most this many flags lie outside a range, they are counted instead of those within. */
const MAX_OUTSIDE = 1_000;

/** If few flags lie outside the range, all others lie within: then those within are not counted one by one. */
function flagsWithin(times: Source, conditions: readonly Condition[], field: FilterField, state: State, params: SqlParams): string {
  const within = times.numbers(state, params) as string;
  const ranges = outsideOf(conditions);
  if (ranges.length === 0) return within;
  const limit = MAX_OUTSIDE + 1;
  const outside = ranges.map(
    (range) => `(${along('flagged_at', () => compileConditions('x.flagged_at', range, field, params))(state, params, limit, IDS)})`,
  );
  // OFFSET 0: otherwise PostgreSQL would count those within once for each use of the number.
  return `SELECT n.read, n.read AS total, 0 AS doubtful, 0 AS largest
            FROM (${keptFlags(state)}) f CROSS JOIN (SELECT count(*) AS n FROM (${outside.join(' UNION ALL ')}) x) o
           CROSS JOIN LATERAL (SELECT CASE WHEN o.n <= ${MAX_OUTSIDE} THEN least(greatest(f.n - o.n, 0), ${MAX_COUNTED + 1})
                                           ELSE (SELECT w.read FROM (${within}) w) END AS read OFFSET 0) n`;
}

/** A negation matches rows without a due date, and those on both sides of the range. */
export function dueDates({ conditions, negated }: FilterRule, field: FilterField): Source {
  const isPresence = conditions[0]?.operator === 'set';
  if (isPresence) return together(negated ? unset('due_at') : along('due_at', () => 'x.due_at IS NOT NULL'));
  if (!negated) return dueRange(conditions, field);
  const others = outsideOf(conditions).map((range) => along('due_at', (params) => compileConditions('x.due_at', range, field, params)));
  return together(unset('due_at'), ...others);
}

/**
 * The number of observations that are due on each day is kept. On the day of a bound only some match, so the index is read, too; beyond
 * MAX_FOUND entries, the kept number is the upper bound.
 */
function dueRange(conditions: Condition[], field: FilterField): Source {
  const times = stateTimes('due_at', conditions, field);
  const day = `(CASE WHEN v.field = 'DUE_DAY' THEN v.value::date - '1970-01-01'::date END)`;
  return {
    ...times,
    isCounted: true,
    numbers: (state, params) => {
      const within = conditions.flatMap((one) => onDay(day, one, params)).join(' AND ');
      const isPart = conditions.map((one) => isPartOf(day, one, params)).join(' OR ');
      const isKept = `(k.partly = 0 OR e.read > ${MAX_FOUND})`;
      // OFFSET 0: otherwise PostgreSQL would read the index once for each use of the number.
      return `SELECT e.read, CASE WHEN ${isKept} THEN k.total ELSE e.read END AS total, CASE WHEN ${isKept} THEN least(k.partly, k.total - e.read) ELSE 0 END AS doubtful, 0 AS largest
                FROM (SELECT coalesce(sum(v.${state}_count), 0) AS total, coalesce(sum(v.${state}_count) FILTER (WHERE ${isPart}), 0) AS partly
                        FROM observation_value v WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'DUE_DAY' AND ${within}) k
               CROSS JOIN LATERAL (SELECT CASE WHEN k.partly = 0 THEN k.total ELSE (${times.counted?.(state, params, MAX_FOUND + 1)}) END AS read OFFSET 0) e`;
    },
  };
}

/** Only open observations are overdue: closed ones never are, whatever their due date. */
export function overdue(wanted: boolean): Source {
  const past = together(along('due_at', () => 'x.due_at < now()'));
  if (wanted) return { ...past, numbers: (state, params) => (state === 'closed' ? undefined : past.numbers(state, params)) };
  const every = along('updated_at', () => 'true');
  const later = along('due_at', () => 'x.due_at >= now()');
  return together((...reading) =>
    reading[0] === 'closed' ? every(...reading) : `(${unset('due_at')(...reading)}) UNION ALL (${later(...reading)})`,
  );
}

/** There are few assignees with many observations each: the kept names are compared first, then the rows of those that match are read. */
export function assignees(rule: FilterRule, field: FilterField): Source {
  const { conditions, negated } = rule;
  const nobody = unset('assignee_word');
  if (conditions[0]?.operator === 'set') return together(negated ? nobody : along('assignee_word', () => 'x.assignee_word IS NOT NULL'));
  const named: Reading = (state, params, limit, columns) => {
    const names = `SELECT v.value AS word FROM observation_value v
                    WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'ASSIGNEE' AND v.${state}_count > 0
                      AND (${compileConditions('v.value', conditions, field, params)}) IS ${negated ? 'NOT ' : ''}TRUE`;
    const rows = `SELECT ${of('x', columns)} ${listed('observation_state', state)} AND ${isWord('assignee_word')} LIMIT ${limit}`;
    return `SELECT ${of('k', columns)} FROM (${names}) w CROSS JOIN LATERAL (${rows}) k`;
  };
  return {
    ...(negated ? together(nobody, named) : together(named)),
    isCounted: true,
    numbers: (state, params) => assigned(state, params, rule, field),
  };
}

/** Counts from the kept counts of each assignee. A negation is all observations without those. */
function assigned(state: State, params: SqlParams, { conditions, negated }: FilterRule, field: FilterField): string {
  const kept = (name: string, condition: string) =>
    `(SELECT coalesce(sum(v.${state}_count), 0) FROM observation_value v
       WHERE v.organization_id = $1 AND v.view = $2 AND v.field = '${name}' AND ${condition})`;
  const matching = kept('ASSIGNEE', `(${compileConditions('v.value', conditions, field, params)})`);
  const total = negated ? `${kept('SEVERITY', 'true')} - ${matching}` : matching;
  return `SELECT total AS read, total, 0 AS doubtful, 0 AS largest FROM (SELECT ${total} AS total) k`;
}

/** Equality, written as a range with an order. With =, the planner drops the order, and then does not use the index. */
function isWord(column: string): string {
  return `x.${column} >= w.word AND x.${column} <= w.word ORDER BY x.${column}`;
}

/** By ticket system or key. Several references of an observation may match. */
export function references(conditions: readonly Condition[]): Source {
  const rows = (state: State, params: SqlParams, limit: number) => {
    const all = listed('observation_reference', state);
    if (conditions[0]?.operator === 'set') return `SELECT x.observation_id ${all} LIMIT ${limit}`;
    const words = `(SELECT lower(word) AS word FROM unnest(${params.add(valuesOf(conditions), 'text[]')}) AS word) w`;
    const by = (column: string) =>
      `SELECT k.observation_id FROM ${words} CROSS JOIN LATERAL (SELECT x.observation_id ${all} AND ${isWord(column)} LIMIT ${limit}) k`;
    return `SELECT k.observation_id FROM (${by('system_word')} UNION ALL ${by('key_word')}) k LIMIT ${limit}`;
  };
  return {
    ...byIds(rows, 'largest'),
    beside: 'repeated',
    isCounted: true,
    numbers: (state, params) => referred(state, params, conditions),
  };
}

/**
 * Counts from the kept counts of each system, and from the matching keys, read up to MAX_FOUND + 1: beyond that there is no upper bound. An
 * observation with tickets in several systems may count more than once.
 */
function referred(state: State, params: SqlParams, conditions: readonly Condition[]): string {
  const isAny = conditions[0]?.operator === 'set';
  const words = isAny ? '' : `ARRAY(SELECT lower(word) FROM unnest(${params.add(valuesOf(conditions), 'text[]')}) AS word)`;
  const systems = `SELECT v.${state}_count AS read, v.${state}_count AS n, v.${state}_count AS bound FROM observation_value v
                    WHERE v.organization_id = $1 AND v.view = $2 AND v.field = 'EXTERNAL_SYSTEM'${isAny ? '' : ` AND v.value = ANY(${words})`}`;
  const keys = `SELECT count(*) AS read, count(DISTINCT k.observation_id) AS n,
                       CASE WHEN count(*) > ${MAX_FOUND} THEN ${UNBOUNDED} ELSE count(DISTINCT k.observation_id) END AS bound
                  FROM (SELECT x.observation_id ${listed('observation_reference', state)} AND x.key_word = ANY(${words}) LIMIT ${MAX_FOUND + 1}) k`;
  return `SELECT coalesce(sum(read), 0) AS read, coalesce(sum(bound), 0) AS total, 0 AS doubtful, coalesce(max(n), 0) AS largest
            FROM (${isAny ? systems : `${systems} UNION ALL ${keys}`}) r`;
}
