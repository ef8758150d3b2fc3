import type { SqlParams } from '#platform/database/sql-params';
import { compileFilter } from '#platform/filters/compile-filter';
import type { FieldCatalogue, FilterField } from '#platform/filters/field-catalogue';
import type { FilterList, FilterNode } from '#platform/filters/filter-tree';
import { OBSERVATION_CATALOGUE, OBSERVATION_FIELD_PREFIX } from '../observation-fields';

/** What the index of the last change contains, as columns of observation_state s. */
const FIELDS: Readonly<Record<string, FilterField>> = {
  FIRST_SEEN: { type: 'date', column: 's.first_seen' },
  UPDATED_AT: { type: 'date', column: 's.updated_at' },
  FLAGGED_AT: { type: 'date', column: 's.flagged_at', optional: true },
  IS_FLAGGED: { type: 'boolean', column: '(s.flagged_at IS NOT NULL)' },
};

const IN_STATE: FieldCatalogue = {
  ...OBSERVATION_CATALOGUE,
  fields: Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [`${OBSERVATION_FIELD_PREFIX}${name}`, field])),
};

/** Columns that the conditions below read. */
export const STATE_COLUMNS = 's.observation_id, s.updated_at, s.first_seen, s.flagged_at';

/** The part of a filter that an entry of the index of the last change can tell. It holds for every match. */
export function conditionsOnState(filter: FilterList, params: SqlParams): string[] {
  return rulesOf(filter)
    .filter(isInState)
    .map((node) => {
      const { sql, params: values } = compileFilter(node, IN_STATE, params.values.length + 1);
      params.values.push(...values);
      return sql;
    });
}

/** Whether this is the whole filter. */
export function isWholeInState(filter: FilterList): boolean {
  return rulesOf(filter).every(isInState) && rulesOf(filter).length === filter.nodes.length;
}

/** What every match meets. */
function rulesOf({ operator, negated, nodes }: FilterList): readonly FilterNode[] {
  return operator === 'AND' && !negated ? nodes : [];
}

function isInState(node: FilterNode): boolean {
  return node.kind === 'rule' ? node.field in IN_STATE.fields : node.nodes.every(isInState);
}
