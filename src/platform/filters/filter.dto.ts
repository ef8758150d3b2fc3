import type { Class } from '#platform/fields/field-definition';
import { Json } from '#platform/fields/fields';
import type { FieldCatalogue } from './field-catalogue';

const CATALOGUE = Symbol('catalogue');

/** The field catalogue of a request's `filters`; undefined when it has none. */
export function catalogueOf(request: Class): FieldCatalogue | undefined {
  return Reflect.getMetadata(CATALOGUE, request.prototype as object) as FieldCatalogue | undefined;
}

/** The `filters` of a request: ANDed expressions over the fields of a catalogue. */
export function Filters(catalogue: FieldCatalogue, options: { optional?: boolean; example?: unknown } = {}): PropertyDecorator {
  const { rulesOnly, maxRules, maxListEntries, maxDepth } = catalogue.limits;
  const form = rulesOnly ? 'Every entry is a rule, not a list.' : `Lists nest up to ${maxDepth} levels.`;
  const documented = Json(
    { type: 'array', items: { $ref: `#/components/schemas/${catalogue.name}` }, maxItems: maxRules },
    {
      optional: options.optional ?? true,
      example: options.example,
      description: `ANDed. ${form} At most ${maxRules} rules, ${maxListEntries} entries in a list value.`,
    },
  );
  return (target, property) => {
    Reflect.defineMetadata(CATALOGUE, catalogue, target);
    documented(target, property);
  };
}
