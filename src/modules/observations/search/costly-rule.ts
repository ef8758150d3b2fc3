import type { FilterNode, FilterRule } from '#platform/filters/filter-tree';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import { FACETS } from './facets';

/** A beginning is not among them: the key finds it. */
const PARTS_OF_TEXT = ['contains', 'endsWith'];

export function hasPartOfText({ conditions }: FilterRule): boolean {
  return conditions.some(({ operator }) => PARTS_OF_TEXT.includes(operator));
}

/**
 * The path of a rule that may be expensive to look up: a text that many URLs contain or end with. There are almost as many URLs as observations, so the
 * look-up may read very many index entries.
 */
export function costlyRule(node: FilterNode, path = 'filters', isTop = true): string | undefined {
  if (node.kind === 'rule') {
    const facet = FACETS[node.field.slice(OBSERVATION_FIELD_PREFIX.length)];
    return facet?.isNearlyUnique && hasPartOfText(node) ? `${path}.rule` : undefined;
  }
  const inner = isTop ? path : `${path}.list.filters`;
  return node.nodes.map((child, index) => costlyRule(child, `${inner}[${index}]`, false)).find((found) => found !== undefined);
}
