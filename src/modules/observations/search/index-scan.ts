import { SqlParams } from '#platform/database/sql-params';
import { compileConditions, compileFilter } from '#platform/filters/compile-filter';
import type { Condition, FilterNode, FilterRule, Relation } from '#platform/filters/filter-tree';
import type { Place } from '#platform/paging/cursor';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { fieldOf, STATE_CATALOGUE } from '../observation-fields';
import type { Selection } from '../observation-query';
import { FLAG_AND_STATE, OBSERVATION_COLUMNS } from '../render-observation';
import { meets } from '../rule-values';
import { whereState, type State } from '../states';
import { columnsOf, type ObservationSort } from './sorts';

/** A list from a position on, in the order of a sort. */
export interface Scan {
  selection: Selection;
  states: readonly State[];
  sort: ObservationSort;
  descending: boolean;
  /** The sort keys of the row after which it begins. */
  position: Place | undefined;
}

export interface PageSize {
  limit: number;
  offset: number;
  /** How many rows of the index to read at most. */
  maxRows?: number | undefined;
  /** A condition on the organization, for a list by severity alone: nothing is read unless it is met. */
  onlyIf?: string | undefined;
}

export interface Statement {
  sql: string;
  params: unknown[];
}

const UNLIMITED = '9223372036854775807::bigint';

/** The sort keys and the id, of a table or of a sub-select that names it so. */
export function orderBy(sort: ObservationSort, alias: string, descending: boolean, id?: string): string {
  const columns = [...sort.keys.map(({ column }) => column), id ?? columnsOf(sort).at(-1)?.column];
  return `ORDER BY ${columns.map((column) => `${alias}.${column} ${descending ? 'DESC' : 'ASC'}`).join(', ')}`;
}

/** The row comparison that leaves what comes after the position, with AND in front. */
export function afterPosition(columns: readonly string[], { sort, descending, position }: Scan, params: SqlParams): string {
  if (!position) return '';
  const values = columnsOf(sort).map(({ type }, index) => params.add(position[index], type));
  return ` AND (${columns.join(', ')}) ${descending ? '<' : '>'} (${values.join(', ')})`;
}

/** The sort keys of a page, after the columns that are shown. */
export function shownWith(sort: ObservationSort, alias: string): string {
  return `${OBSERVATION_COLUMNS}, ${sort.keys.map(({ column }) => `${alias}.${column}`).join(', ')}`;
}

/** Reads rows along the index of the sort, and returns the first matches among them. */
export function scanPage(scan: Scan, { limit, offset, maxRows, onlyIf }: PageSize): Statement {
  const { selection, sort, descending } = scan;
  const isOfStates = sort.table === 'observation_state';
  const filter = isOfStates
    ? compileFilter(selection.filter, STATE_CATALOGUE, 3)
    : { sql: selection.condition, params: selection.params.slice(2) };
  // The index tells everything about severities.
  const condition = selection.severities ? 'TRUE' : filter.sql;
  const params = new SqlParams<unknown>([...selection.params.slice(0, 2), ...(selection.severities ? [] : filter.params)]);
  const alias = isOfStates ? 's' : 'o';
  const [id = ''] = columnsOf(sort)
    .slice(-1)
    .map(({ column }) => column);
  const rows = entries(scan, maxRows, condition === 'TRUE' && !isOfStates && offset === 0 ? '*' : undefined, params, onlyIf);
  const order = orderBy(sort, alias, descending);
  const cut = `${order} LIMIT ${limit}${offset > 0 ? ` OFFSET ${params.add(offset, 'bigint')}` : ''}`;
  const keys = sort.keys.map(({ column }) => `${alias}.${column}`).join(', ');
  const found = `(${rows}) ${alias}${matching(scan, condition)} ${cut}`;
  // Skipped rows are only read in the index, and matches in another table are looked up once more for the page.
  if (isOfStates || offset > 0) {
    const page = `SELECT ${alias}.${id} AS id, ${keys} FROM ${found}`;
    return {
      sql: `SELECT ${shownWith(sort, 'p')} FROM (${page}) p JOIN observation o ON o.organization_id = $1 AND o.id = p.id ${FLAG_AND_STATE} ${orderBy(sort, 'p', descending, 'id')}`,
      params: params.values,
    };
  }
  return { sql: `SELECT ${shownWith(sort, 'o')} FROM (SELECT o.* FROM ${found}) o ${FLAG_AND_STATE} ${order}`, params: params.values };
}

/** Counts the matches among the first rows of a list, up to a number. */
export function countFirst(scan: Scan, maxRows: number | undefined, most: number): Statement {
  const params = new SqlParams<unknown>(scan.selection.params);
  const rows = entries(scan, maxRows, '*', params);
  return {
    sql: `SELECT count(*) FROM (SELECT 1 FROM (${rows}) o WHERE (${scan.selection.condition}) IS TRUE LIMIT ${most}) m`,
    params: params.values,
  };
}

/** Selects whether a list has at most so many rows of the index. */
export function isShort(scan: Scan, rows: number): Statement {
  const params = new SqlParams<unknown>(scan.selection.params.slice(0, 2));
  return { sql: `SELECT count(*) <= ${rows} FROM (${entries(scan, rows + 1, '1', params)}) r`, params: params.values };
}

/** IS TRUE keeps the filter out of the scan: it sees the rows one by one, in order. So does OFFSET 0 where a row of the other table has to be looked up. */
function matching({ selection, sort }: Scan, condition: string): string {
  if (condition === 'TRUE') return '';
  if (sort.table === 'observation' || isOnState(selection.filter)) return ` WHERE (${condition}) IS TRUE`;
  return ` CROSS JOIN LATERAL (SELECT 1 FROM observation o WHERE o.organization_id = $1 AND o.id = s.observation_id AND (${condition}) IS TRUE OFFSET 0) m`;
}

function isOnState(node: FilterNode): boolean {
  return node.kind === 'rule' ? fieldOf(node.field).found?.table === 'observation_state' : node.nodes.every(isOnState);
}

/** Rows along the index, at most so many. Of the filter, PostgreSQL checks only what the index tells. */
function entries(
  { selection, states, sort, descending, position }: Scan,
  maxRows: number | undefined,
  columns: string | undefined,
  params: SqlParams,
  onlyIf?: string,
): string {
  const alias = sort.table === 'observation' ? 'o' : 's';
  const keys = columnsOf(sort).map(({ column }) => `${alias}.${column}`);
  const conditions = [
    ...(onlyIf === undefined ? [] : [onlyIf]),
    `${alias}.organization_id = $1 AND ${alias}.view = $2 AND ${alias}.is_listed`,
    ...(selection.severities
      ? [`${alias}.severity = ANY(${params.add(selection.severities, 'smallint[]')})`]
      : inIndex(selection.filter, sort, alias, params)),
  ];
  const after = afterPosition(keys, { selection, states, sort, descending, position }, params);
  const order = orderBy(sort, alias, descending);
  // PostgreSQL cannot see the number and expects to need a tenth of the rows, for which it scans the index. If it expected to need all, it would read and sort all.
  const limit = `LIMIT (SELECT ${maxRows ?? UNLIMITED})`;
  const selected = columns ?? (selection.severities ? keys.join(', ') : '*');
  const parts = states.map(
    (state) =>
      `SELECT ${selected === '1' ? keys.join(', ') : selected} FROM ${sort.table} ${alias} WHERE ${[...conditions, whereState(state, alias)].join(' AND ')}${after} ${order} ${limit}`,
  );
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  // Open and closed rows are merged before the limit: a row of one state must not come before rows of the other that were not read.
  return `SELECT * FROM (${parts.map((part) => `(${part})`).join(' UNION ALL ')}) ${alias} ${order} ${limit}`;
}

/** Rules that every match meets, as conditions on columns of the index. */
function inIndex(node: FilterNode, sort: ObservationSort, alias: string, params: SqlParams): string[] {
  if (node.kind === 'list')
    return node.operator === 'AND' && !node.negated ? node.nodes.flatMap((child) => inIndex(child, sort, alias, params)) : [];
  const field = fieldOf(node.field);
  const column = sort.indexed[field.name];
  if (column === undefined) return [];
  const place = `${alias}.${column}`;
  if (field.name === 'SEVERITY') {
    const members = Object.values(OBSERVATION_SEVERITY.stored).filter((member) => meets(node.conditions, member) !== node.negated);
    return [`${place} = ANY(${params.add(members, 'smallint[]')})`];
  }
  if (field.name === 'CVSS_BASE_SCORE') return byRank(node, place, params);
  if (node.negated) return [];
  const conditions = rangeOf(node.conditions);
  // A row is never changed after its state, so only ends of a range hold for both.
  const known =
    field.name === 'UPDATED_AT' && sort.table === 'observation'
      ? conditions.filter(({ operator }) => operator.startsWith('<'))
      : conditions;
  return known.length === 0 ? [] : [compileConditions(place, known, field, params)];
}

/** With =, PostgreSQL would take the order for redundant, and sort. */
function rangeOf(conditions: readonly Condition[]): Condition[] {
  return conditions.flatMap((one): Condition[] =>
    'value' in one && one.operator === '='
      ? [
          { ...one, operator: '>=' },
          { ...one, operator: '<=' },
        ]
      : [one],
  );
}

/** Ranks are tenths of scores, as integers, and below zero without a score. Comparisons of numeric are not leakproof, so no index would serve them. */
function byRank({ conditions, negated }: FilterRule, column: string, params: SqlParams): string[] {
  if (conditions[0]?.operator === 'set') return [`${column} ${negated ? '<' : '>='} 0`];
  if (negated) return [];
  const compared = rangeOf(conditions).flatMap((one) =>
    'value' in one ? [rankCondition(column, one.operator, Number(one.value), params)] : [],
  );
  return [`${column} >= 0`, ...compared];
}

function rankCondition(column: string, operator: Relation, score: number, params: SqlParams): string {
  const tenths = Math.round(score * 1e9) / 1e8;
  // Beyond all scores, where a smallint still holds it.
  const rank = Math.min(Math.max(operator === '>=' || operator === '<' ? Math.ceil(tenths) : Math.floor(tenths), -2), 102);
  return `${column} ${operator} ${params.add(rank, 'smallint')}`;
}
