import type { SqlParams } from '#platform/database/sql-params';
import { whereState, type State } from '../states';

/** How an index finds the rows of a filter, and possibly others, in a state. $1 is the organization, $2 the view. */
export type Access = TermAccess | RowAccess;

/** By terms of a table: conditions on them are combined inside the index. */
interface TermAccess {
  terms: (state: State, params: SqlParams) => string;
  table: Table;
}

/** By a statement that selects at most so many ids. */
interface RowAccess {
  ids: (state: State, params: SqlParams, limit: number) => string;
  terms?: undefined;
}

export type Table = 'observation' | 'observation_state';

const ID: Readonly<Record<Table, string>> = { observation: 'id', observation_state: 'observation_id' };
const SEARCH: Readonly<Record<Table, string>> = { observation: 'observation_search', observation_state: 'observation_state_search' };

/** Whether an observation is one of these, however many. */
export function byIds(ids: readonly unknown[]): Access {
  return {
    ids: (state, params) =>
      `SELECT o.id FROM observation o WHERE o.organization_id = $1 AND o.id = ANY(${params.add(ids, 'uuid[]')}) AND ${whereState(state)}`,
  };
}

/** A range of the B-tree of a column. */
export function byRange(table: Table, column: string, condition: (params: SqlParams) => string): Access {
  return {
    ids: (state, params, limit) =>
      `SELECT x.${ID[table]} AS id ${entriesOf(table, state)} AND ${condition(params)} ORDER BY x.${column} LIMIT ${limit}`,
  };
}

/** Listed rows x of a state in the view that has no row-level security in the way of an index. Every index of these tables begins with these columns. */
export function entriesOf(table: Table, state: State): string {
  return `FROM ${SEARCH[table]} x WHERE x.organization_id = $1 AND x.view = $2 AND x.is_listed AND ${whereState(state, 'x')}`;
}

/** What every access finds: terms of one table are intersected inside its index, otherwise the smallest part is used. */
export function accessToAll(parts: readonly { atMost: number; access?: Access | undefined }[]): Access | undefined {
  const [best] = parts.flatMap(({ atMost, access }) => (access ? { atMost, access } : [])).sort((a, b) => a.atMost - b.atMost);
  if (!best?.access.terms) return best?.access;
  const { table } = best.access;
  const together = parts.flatMap(({ access }) => (access?.terms && access.table === table ? access.terms : []));
  return { table, terms: (state, params) => together.map((write) => write(state, params)).join(' AND ') };
}

/** What any access finds. */
export function accessToAny(parts: readonly Access[]): Access {
  const [first] = parts;
  const terms = parts.flatMap((part) => (part.terms && first?.terms && part.table === first.table ? part.terms : []));
  if (first?.terms && terms.length === parts.length)
    return { table: first.table, terms: (state, params) => `(${terms.map((write) => write(state, params)).join(' OR ')})` };
  return { ids: (state, params, limit) => parts.map((part) => `(${idsOf(part, state, params, limit)})`).join(' UNION ') };
}

function idsOf(access: Access, state: State, params: SqlParams, limit: number): string {
  if (!access.terms) return access.ids(state, params, limit);
  // OFFSET 0 keeps other conditions out of the search: PostgreSQL would also scan an index for all rows of the organization.
  const { table, terms } = access;
  return `SELECT x.${ID[table]} AS id FROM (SELECT ${ID[table]} FROM ${SEARCH[table]} x WHERE x.is_listed AND ${terms(state, params)} OFFSET 0) x`;
}

/** The observations o that an access finds. Rows of another table are looked up one by one: OFFSET 0 keeps that from becoming a join over all observations. */
export function rowsOf(access: Access, state: State, params: SqlParams, limit: number): string {
  if (access.terms && access.table === 'observation')
    return `SELECT * FROM observation_search x WHERE x.is_listed AND ${access.terms(state, params)} OFFSET 0`;
  return `SELECT o.* FROM (${idsOf(access, state, params, limit)}) k
           CROSS JOIN LATERAL (SELECT * FROM observation o WHERE o.organization_id = $1 AND o.id = k.id OFFSET 0) o`;
}
