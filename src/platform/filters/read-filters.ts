import { InvalidArgument } from '#platform/errors/api-error';
import type { FieldCatalogue } from './field-catalogue';
import type { FilterList } from './filter-tree';
import { parseFilters } from './parse-filter';

/** The filters of a request, checked against a catalogue; refused with the path of every culprit. */
export function readFilters(input: unknown, catalogue: FieldCatalogue): FilterList {
  const { filter, violations } = parseFilters(input ?? [], catalogue);
  if (violations) {
    const [first] = violations;
    throw new InvalidArgument(`${first?.field ?? 'filters'}: ${first?.description ?? 'invalid'}`, 'INVALID_FILTER', violations);
  }
  return filter;
}
