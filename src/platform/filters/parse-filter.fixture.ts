import type { FieldCatalogue } from './field-catalogue';
import type { FilterNode } from './filter-tree';
import { rule, SUBJECTS } from './filters.fixture';
import { parseFilters } from './parse-filter';

/** A catalogue that accepts only rules, and few of them. */
export const FLAT: FieldCatalogue = {
  name: 'FlatFilter',
  form: 'vendorsField',
  limits: { maxDepth: 1, maxRules: 2, maxListEntries: 3, rulesOnly: true },
  fields: { VENDORS_FIELD_DOMAIN_NAME: { type: 'text', column: 'v.domain_name' } },
};

export const TITLE = rule('OBSERVATIONS_FIELD_TITLE', 'COMPARISON_EQUALS', { stringValue: 'x' });

/** A rule with short names for field and comparison, and any value. */
export function ruleWith(field: string, comparison: string, value?: unknown): unknown {
  return { rule: { field: { observationsField: `OBSERVATIONS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value } };
}

/** A rule inside nested lists. */
export function nested(levels: number): unknown {
  let filter: unknown = TITLE;
  for (let level = 1; level < levels; level += 1) filter = { list: { filters: [filter] } };
  return filter;
}

/** The nodes of a valid filter. */
export function nodes(input: unknown, catalogue: FieldCatalogue = SUBJECTS): FilterNode[] {
  const { filter, violations } = parseFilters(input, catalogue);
  expect(violations).toBeUndefined();
  return filter?.nodes ?? [];
}

/** The violations of a filter, each with its path. */
export function faults(input: unknown, catalogue: FieldCatalogue = SUBJECTS): string[] {
  return (parseFilters(input, catalogue).violations ?? []).map(({ field, description }) => `${field} ${description}`);
}
