import type { SqlParams } from '#platform/database/sql-params';
import { compileFilter } from '#platform/filters/compile-filter';
import type { FieldCatalogue, FilterField } from '#platform/filters/field-catalogue';
import { requiredNodes, type FilterList, type FilterNode } from '#platform/filters/filter-tree';
import type { View } from '#vocabulary/view';
import { OBSERVATION_CATALOGUE, withPrefix } from '../observation-fields';
import { sourceOf } from '../search/rule-source';

/** What the index of the last change contains, as columns of observation_state s. */
const FIELDS: Readonly<Record<string, FilterField>> = {
  FIRST_SEEN: { type: 'date', column: 's.first_seen' },
  UPDATED_AT: { type: 'date', column: 's.updated_at' },
  FLAGGED_AT: { type: 'date', column: 's.flagged_at', optional: true },
  IS_FLAGGED: { type: 'boolean', column: '(s.flagged_at IS NOT NULL)' },
};

const IN_STATE: FieldCatalogue = { ...OBSERVATION_CATALOGUE, fields: withPrefix(FIELDS) };

/** Columns that the conditions below read. */
export const STATE_COLUMNS = 's.observation_id, s.updated_at, s.first_seen, s.flagged_at, s.kind_bits, s.name_bits, s.url_bits';

/** The part of a filter that an entry of the index of the last change can tell. It holds for every match. */
export function conditionsOnState(filter: FilterList, params: SqlParams): string[] {
  return requiredNodes(filter)
    .filter(isInState)
    .map((node) => {
      const { sql, params: values } = compileFilter(node, IN_STATE, params.values.length + 1);
      params.values.push(...values);
      return sql;
    });
}

/** Whether this is the whole filter. */
export function isWholeInState(filter: FilterList): boolean {
  const required = requiredNodes(filter);
  return required.length === filter.nodes.length && required.every(isInState);
}

/**
 * Conditions on the bits in the index of the last change. They hold for every match and for few other rows. If many rows match, only those
 * that read no kept values.
 */
export function conditionsOnBits(filter: FilterList, view: View, isRare: boolean): ((params: SqlParams) => string)[] {
  return requiredNodes(filter).flatMap((node) => {
    const known = node.kind === 'rule' ? sourceOf(node, view) : undefined;
    if (!known || known.negates) return [];
    const { inState, textInState } = known.source;
    return textInState ?? (isRare ? inState : undefined) ?? [];
  });
}

function isInState(node: FilterNode): boolean {
  return node.kind === 'rule' ? node.field in IN_STATE.fields : node.nodes.every(isInState);
}
