import type { SqlParams } from '#platform/database/sql-params';
import { compileConditions } from '#platform/filters/compile-filter';
import type { FilterField } from '#platform/filters/field-catalogue';
import type { Condition } from '#platform/filters/filter-tree';
import { valuesOf } from '../rule-values';
import { byIds, MAX_FOUND, type Source, type State } from './source';

/** Rows beside observations, x, that are in a list; every index of these tables begins with these columns. */
const listed = (table: string, state: State) =>
  `FROM ${table} x WHERE x.organization_id = $1 AND x.view = $2 AND x.is_listed AND ${state === 'open' ? 'x.is_open' : 'NOT x.is_open'}`;

/** The beginning of a range along the index of a time. */
export function stateTimes(column: 'updated_at' | 'due_at', conditions: Condition[], field: FilterField): Source {
  return byIds((state, params) => {
    const within =
      conditions[0]?.operator === 'set' ? `x.${column} IS NOT NULL` : compileConditions(`x.${column}`, conditions, field, params);
    return `SELECT x.observation_id ${listed('observation_state', state)} AND ${within} ORDER BY x.${column} LIMIT ${MAX_FOUND + 1}`;
  }, 'all');
}

const pastDue = byIds(
  (state) => `SELECT x.observation_id ${listed('observation_state', state)} AND x.due_at < now() ORDER BY x.due_at LIMIT ${MAX_FOUND + 1}`,
  'all',
);

/** Only open observations are overdue. */
export const OVERDUE: Source = {
  ...pastDue,
  numbers: (state, params) => (state === 'closed' ? undefined : pastDue.numbers(state, params)),
};

/**
 * Assignees are few, and each has many observations: the names are found one by one along the index and compared, then
 * their rows are read.
 */
export function assignees(conditions: Condition[], field: FilterField): Source {
  return byIds((state, params) => {
    const rows = listed('observation_state', state);
    if (conditions[0]?.operator === 'set') return `SELECT x.observation_id ${rows} AND x.assignee_word IS NOT NULL LIMIT ${MAX_FOUND + 1}`;
    const names = `
      WITH RECURSIVE name AS (
        (SELECT x.assignee_word AS word ${rows} AND x.assignee_word IS NOT NULL ORDER BY x.assignee_word LIMIT 1)
        UNION ALL
        SELECT (SELECT x.assignee_word ${rows} AND x.assignee_word > name.word ORDER BY x.assignee_word LIMIT 1) FROM name WHERE name.word IS NOT NULL
      )
      SELECT word FROM name WHERE word IS NOT NULL AND ${compileConditions('word', conditions, field, params)}`;
    return `SELECT x.observation_id ${rows} AND x.assignee_word = ANY (ARRAY(${names})) LIMIT ${MAX_FOUND + 1}`;
  }, 'all');
}

/** By system or key; an observation may have several that match. */
export function references(conditions: readonly Condition[]): Source {
  const rows = (state: State, params: SqlParams) => {
    const all = listed('observation_reference', state);
    if (conditions[0]?.operator === 'set') return `SELECT x.observation_id ${all} LIMIT ${MAX_FOUND + 1}`;
    const words = `ARRAY(SELECT lower(word) FROM unnest(${params.add(valuesOf(conditions), 'text[]')}) AS word)`;
    const by = (column: string) => `SELECT x.observation_id ${all} AND x.${column} = ANY (${words})`;
    return `SELECT k.observation_id FROM (${by('system_word')} UNION ALL ${by('key_word')}) k LIMIT ${MAX_FOUND + 1}`;
  };
  return {
    certain: 'all',
    intersects: false,
    numbers: (state, params) =>
      `SELECT count(*) AS read, count(DISTINCT k.observation_id) AS total, 0 AS doubtful, 0 AS largest FROM (${rows(state, params)}) k`,
    condition: (state, params) => `o.id = ANY(ARRAY(${rows(state, params)}))`,
  };
}
