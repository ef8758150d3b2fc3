import { InvalidArgument } from '#platform/errors/api-error';
import type { FieldCatalogue } from './field-catalogue';
import type { FilterList } from './filter-tree';
import { parseFilters } from './parse-filter';

/** Validates the filters of a request against a catalogue; the error carries the path of every violation. */
export function readFilters(input: unknown, catalogue: FieldCatalogue): FilterList {
  const { filter, violations } = parseFilters(input ?? [], catalogue);
  if (violations) {
    const [first] = violations;
    throw new InvalidArgument(`${first?.field ?? 'filters'}: ${first?.description ?? 'invalid'}`, 'INVALID_FILTER', violations);
  }
  return filter;
}
