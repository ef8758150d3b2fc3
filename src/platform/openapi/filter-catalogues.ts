import type { FieldCatalogue } from '#platform/filters/field-catalogue';
import { catalogueOf } from '#platform/filters/filter.dto';
import type { OperationRegistry } from '#platform/operations/operation.registry';

/** The largest catalogue of each field form: some operations accept only a subset of it. */
export function filterCatalogues(registry: OperationRegistry): FieldCatalogue[] {
  const byForm = new Map<string, FieldCatalogue>();
  for (const { spec } of registry.operations) {
    const catalogue = catalogueOf(spec.request);
    if (!catalogue) continue;
    const known = byForm.get(catalogue.form);
    if (!known || sizeOf(catalogue) > sizeOf(known)) byForm.set(catalogue.form, catalogue);
  }
  return [...byForm.values()];
}

function sizeOf({ fields }: FieldCatalogue): number {
  return Object.keys(fields).length;
}
