import type { SqlParams } from '#platform/database/sql-params';
import { compileFilter } from '#platform/filters/compile-filter';
import type { FieldCatalogue, FilterField } from '#platform/filters/field-catalogue';
import { requiredNodes, type FilterList, type FilterNode, type FilterRule } from '#platform/filters/filter-tree';
import type { View } from '#shared/view';
import { OBSERVATION_CATALOGUE, withPrefix } from '../observation-fields';
import { sourceOf } from '../search/rule-source';
import { whereState, type State } from '../states';

/** What the index of the last change contains, as columns of observation_state s. */
const FIELDS: Readonly<Record<string, FilterField>> = {
  FIRST_SEEN: { type: 'date', column: 's.first_seen' },
  UPDATED_AT: { type: 'date', column: 's.updated_at' },
  FLAGGED_AT: { type: 'date', column: 's.flagged_at', optional: true },
  IS_FLAGGED: { type: 'boolean', column: '(s.flagged_at IS NOT NULL)' },
};

const STATE_CATALOGUE: FieldCatalogue = { ...OBSERVATION_CATALOGUE, fields: withPrefix(FIELDS) };

/** Columns that the conditions below read. */
export const STATE_COLUMNS = 's.observation_id, s.updated_at, s.first_seen, s.flagged_at, s.kind_bits, s.name_bits, s.url_bits';

/** The states of the list, in the index of the last change. */
export function listedStates(state: State): string {
  return `observation_state s WHERE s.organization_id = $1 AND s.view = $2 AND s.is_listed AND ${whereState(state, 's')}`;
}

/** The part of a filter that an entry of the index of the last change can tell. It holds for every match. */
export function conditionsOnState(filter: FilterList, params: SqlParams): string[] {
  return requiredNodes(filter)
    .filter(isInState)
    .map((node) => {
      const { sql, params: values } = compileFilter(node, STATE_CATALOGUE, params.values.length + 1);
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

/** If the filter only excludes rows: conditions on the bits that hold for matches alone, because the others may have an excluded value. */
export function certainOnBits(filter: FilterList, view: View): ((params: SqlParams) => string)[] | undefined {
  const conditions = excludedBy(filter, false)?.map((rule) => {
    const known = sourceOf(rule, view);
    const { inState, textInState = inState } = known && !known.negates ? known.source : {};
    return textInState && ((params: SqlParams) => `NOT (${textInState(params)})`);
  });
  return conditions?.length && conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

/** The rules of which a match meets none; undefined if that is not the whole filter. */
function excludedBy(node: FilterNode, negated: boolean): FilterRule[] | undefined {
  const isNegated = node.negated !== negated;
  if (node.kind === 'rule') return isNegated ? [{ ...node, negated: false }] : undefined;
  if (node.nodes.length > 1 && (node.operator === 'AND') === isNegated) return undefined;
  const excluded = node.nodes.map((child) => excludedBy(child, isNegated));
  return excluded.every((rules) => rules !== undefined) ? excluded.flat() : undefined;
}

function isInState(node: FilterNode): boolean {
  return node.kind === 'rule' ? node.field in STATE_CATALOGUE.fields : node.nodes.every(isInState);
}
