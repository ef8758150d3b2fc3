import type { FilterNode, FilterRule } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#shared/observation.enums';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import { FACETS } from './facets';

const PARTS_OF_TEXT = ['contains', 'endsWith', 'startsWith'];

export function hasPartOfText({ conditions }: FilterRule): boolean {
  return conditions.some(({ operator }) => PARTS_OF_TEXT.includes(operator));
}

/**
 * The path of a rule that may be expensive to look up: a part of a text that many URLs have. There are almost as many URLs as observations, so the
 * look-up may read very many index entries. Open ones that begin with a text are found by the key; closed ones lie among them.
 */
export function costlyRule(node: FilterNode, mode: ObservationMode, path = 'filters', isTop = true): string | undefined {
  if (node.kind === 'rule') {
    const facet = FACETS[node.field.slice(OBSERVATION_FIELD_PREFIX.length)];
    const isFoundByKey = mode === 'OBSERVATION_MODE_OPEN' && node.conditions.every(({ operator }) => operator === 'startsWith');
    return facet?.isNearlyUnique && hasPartOfText(node) && !isFoundByKey ? `${path}.rule` : undefined;
  }
  const inner = isTop ? path : `${path}.list.filters`;
  return node.nodes.map((child, index) => costlyRule(child, mode, `${inner}[${index}]`, false)).find((found) => found !== undefined);
}
