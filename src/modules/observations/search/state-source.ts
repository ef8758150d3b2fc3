import type { SqlParams } from '#platform/database/sql-params';
import { compileConditions } from '#platform/filters/compile-filter';
import type { FilterField } from '#platform/filters/field-catalogue';
import type { Condition, FilterRule } from '#platform/filters/filter-tree';
import { valuesOf } from '../rule-values';
import { byIds, MAX_FOUND, type Source, type State } from './source';

/** Rows beside observations, x, that are in a list; every index of these tables begins with these columns. */
const listed = (table: string, state: State) =>
  `FROM ${table} x WHERE x.organization_id = $1 AND x.view = $2 AND x.is_listed AND ${state === 'open' ? 'x.is_open' : 'NOT x.is_open'}`;

type Reading = (state: State, params: SqlParams) => string;

const CUT = `LIMIT ${MAX_FOUND + 1}`;

/** The beginning of a range along an index of states; the condition leaves one stretch of it. */
const along =
  (column: string, within: (params: SqlParams) => string): Reading =>
  (state, params) =>
    `SELECT x.observation_id ${listed('observation_state', state)} AND ${within(params)} ORDER BY x.${column} ${CUT}`;

/** Rows of several readings that have none in common. */
const together = (...readings: readonly Reading[]): Source =>
  byIds(
    (state, params) => `SELECT k.observation_id FROM (${readings.map((read) => `(${read(state, params)})`).join(' UNION ALL ')}) k ${CUT}`,
    'all',
  );

/** The unset are in the index too. Sorted by what all of them have in common, so only the index has that order for free. */
const unset = (column: string): Reading => along(column, () => `x.${column} IS NULL`);

export function stateTimes(column: 'updated_at' | 'due_at', conditions: Condition[], field: FilterField): Source {
  return together(along(column, (params) => compileConditions(`x.${column}`, conditions, field, params)));
}

/** A negation is what is not set, and what lies on both sides. */
export function dueDates({ conditions, negated }: FilterRule, field: FilterField): Source {
  const isPresence = conditions[0]?.operator === 'set';
  if (isPresence) return together(negated ? unset('due_at') : along('due_at', () => 'x.due_at IS NOT NULL'));
  if (!negated) return stateTimes('due_at', conditions, field);
  const others = along('due_at', (params) => `NOT (${compileConditions('x.due_at', conditions, field, params)})`);
  return together(unset('due_at'), others);
}

/** Only open observations are overdue: closed ones never are, whatever their due date. */
export function overdue(wanted: boolean): Source {
  const past = together(along('due_at', () => 'x.due_at < now()'));
  if (wanted) return { ...past, numbers: (state, params) => (state === 'closed' ? undefined : past.numbers(state, params)) };
  const every = along('updated_at', () => 'true');
  const later = along('due_at', () => 'x.due_at >= now()');
  return together((state, params) =>
    state === 'closed' ? every(state, params) : `(${unset('due_at')(state, params)}) UNION ALL (${later(state, params)})`,
  );
}

/**
 * Assignees are few, and each has many observations: the names are found one by one along the index and compared, then
 * their rows are read.
 */
export function assignees({ conditions, negated }: FilterRule, field: FilterField): Source {
  const nobody = unset('assignee_word');
  if (conditions[0]?.operator === 'set') return together(negated ? nobody : along('assignee_word', () => 'x.assignee_word IS NOT NULL'));
  const named: Reading = (state, params) => {
    const rows = listed('observation_state', state);
    const names = `
      WITH RECURSIVE name AS (
        (SELECT x.assignee_word AS word ${rows} AND x.assignee_word IS NOT NULL ORDER BY x.assignee_word LIMIT 1)
        UNION ALL
        SELECT (SELECT x.assignee_word ${rows} AND x.assignee_word > name.word ORDER BY x.assignee_word LIMIT 1) FROM name WHERE name.word IS NOT NULL
      )
      SELECT word FROM name WHERE word IS NOT NULL AND (${compileConditions('word', conditions, field, params)}) IS ${negated ? 'NOT ' : ''}TRUE`;
    return `SELECT k.observation_id FROM (${names}) w CROSS JOIN LATERAL (SELECT x.observation_id ${rows} AND ${isWord('assignee_word')} ${CUT}) k`;
  };
  return negated ? together(nobody, named) : together(named);
}

/** A range of one word, in order: for an order that equality makes pointless, the planner would not use the index. */
function isWord(column: string): string {
  return `x.${column} >= w.word AND x.${column} <= w.word ORDER BY x.${column}`;
}

/** By system or key; an observation may have several that match. */
export function references(conditions: readonly Condition[]): Source {
  const rows = (state: State, params: SqlParams) => {
    const all = listed('observation_reference', state);
    if (conditions[0]?.operator === 'set') return `SELECT x.observation_id ${all} ${CUT}`;
    const words = `(SELECT lower(word) AS word FROM unnest(${params.add(valuesOf(conditions), 'text[]')}) AS word) w`;
    const by = (column: string) =>
      `SELECT k.observation_id FROM ${words} CROSS JOIN LATERAL (SELECT x.observation_id ${all} AND ${isWord(column)} ${CUT}) k`;
    return `SELECT k.observation_id FROM (${by('system_word')} UNION ALL ${by('key_word')}) k ${CUT}`;
  };
  return {
    certain: 'all',
    intersects: false,
    numbers: (state, params) =>
      `SELECT count(*) AS read, count(DISTINCT k.observation_id) AS total, 0 AS doubtful, 0 AS largest FROM (${rows(state, params)}) k`,
    condition: (state, params) => `o.id = ANY(ARRAY(${rows(state, params)}))`,
  };
}
