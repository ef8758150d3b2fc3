import fc, { type Arbitrary } from 'fast-check';
import { catalogueOf } from '#platform/filters/filter.dto';
import { comparisonsOf, type FieldCatalogue, type FilterField } from '#platform/filters/field-catalogue';
import type { Class } from '#platform/fields/field-definition';

export interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
}

export type Schemas = Record<string, Schema>;

/** Texts with a meaning to the service, so that a call passes its first checks. */
const MEANINGFUL = [
  'acme-cloud.com',
  'https://WWW.Example.org/path?x=1',
  'bücher.example.com',
  'CVE-2024-3094',
  '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10',
  'orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:acme-cloud.com',
  '%_\\',
  "'; DROP TABLE vendor; --",
  '<script>alert(1)</script>',
];

/** Values that a schema allows. */
export class SchemaArbitrary {
  constructor(
    private readonly schemas: Schemas,
    /** The caller's own values, by field name. */
    private readonly known: ReadonlyMap<string, readonly unknown[]>,
  ) {}

  /** Request values, with filters that its catalogue accepts. */
  request(schema: Schema, type: Class): Arbitrary<unknown> {
    const catalogue = catalogueOf(type);
    return this.of(schema, '', catalogue ? filtersOf(catalogue) : undefined);
  }

  of(schema: Schema, name = '', filters?: Arbitrary<unknown>, depth = 0): Arbitrary<unknown> {
    if (schema.$ref) return this.of(this.schemas[schema.$ref.replace(/^.*\//, '')] ?? {}, name, filters, depth);
    const known = this.known.get(name) ?? [];
    const made = this.make(schema, filters, depth);
    return known.length > 0 ? fc.oneof(fc.constantFrom(...known), made) : made;
  }

  private make(schema: Schema, filters: Arbitrary<unknown> | undefined, depth: number): Arbitrary<unknown> {
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return fc.oneof(...alternatives.map((each) => this.of(each, '', filters, depth + 1)));
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'object':
        return this.object(schema, filters, depth);
      case 'array':
        return fc.array(this.of(schema.items ?? {}, '', filters, depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 5, depth > 4 ? 1 : 5),
        });
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
      case 'number':
        return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return textOf(schema);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  private object({ properties = {}, required = [] }: Schema, filters: Arbitrary<unknown> | undefined, depth: number): Arbitrary<unknown> {
    // Ends a recursive schema: deeper levels have only required members.
    const entries = Object.entries(properties).filter(([name]) => depth < 8 || required.includes(name));
    const fields = Object.fromEntries(
      entries.map(([name, schema]) => [
        name,
        name === 'filters' && filters && depth === 0 ? filters : this.of(schema, name, undefined, depth + 1),
      ]),
    );
    return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 100 }: Schema): Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'int64') return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const size = { minLength, maxLength: Math.min(maxLength, 300) };
  const fitting = MEANINGFUL.filter((text) => text.length >= minLength && text.length <= maxLength);
  return fc.oneof(...(fitting.length > 0 ? [fc.constantFrom(...fitting)] : []), fc.string(size), fc.string({ ...size, unit: 'grapheme' }));
}

/** Filters, most valid by the catalogue, some not: lists in place of rules, too many, too deep. */
function filtersOf(catalogue: FieldCatalogue): Arbitrary<unknown> {
  const rule = fc.oneof(...Object.entries(catalogue.fields).map(([name, field]) => ruleOf(catalogue, name, field)));
  const { expression } = fc.letrec<{ expression: unknown }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      rule,
      fc.record({
        list: fc.record({
          operator: fc.constantFrom('OPERATOR_AND', 'OPERATOR_OR'),
          isNegated: fc.boolean(),
          filters: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
        }),
      }),
    ),
  }));
  return fc.array(catalogue.limits.rulesOnly ? fc.oneof({ weight: 9, arbitrary: rule }, expression) : expression, { maxLength: 4 });
}

function ruleOf(catalogue: FieldCatalogue, name: string, field: FilterField): Arbitrary<unknown> {
  return fc.constantFrom(...comparisonsOf(field)).chain((comparison) => {
    const said = { field: { [catalogue.form]: name }, comparison };
    const value = valueOf(field, comparison);
    return value === undefined ? fc.constant({ rule: said }) : value.map((given) => ({ rule: { ...said, value: given } }));
  });
}

function valueOf(field: FilterField, comparison: string): Arbitrary<unknown> | undefined {
  if (/IS_(NOT_)?SET$/.test(comparison)) return undefined;
  const between = comparison === 'COMPARISON_BETWEEN';
  switch (field.type) {
    case 'boolean':
      return fc.record({ boolValue: fc.boolean() });
    case 'number':
    case 'i64': {
      const number = field.type === 'i64' ? fc.maxSafeInteger() : fc.double({ noNaN: true, noDefaultInfinity: true });
      return between
        ? fc.record({ numberRangeValue: fc.record({ min: number, max: number }, { requiredKeys: [] }) })
        : fc.record({ numberValue: number });
    }
    case 'date': {
      const moment = textOf({ format: 'date-time' });
      return between
        ? fc.record({ dateRangeValue: fc.record({ startTime: moment, endTime: moment }, { requiredKeys: [] }) })
        : fc.record({ dateValue: moment });
    }
    default: {
      const text = field.type === 'enum' ? fc.constantFrom(...field.enumeration.members) : textOf({ maxLength: 60 });
      return comparison.endsWith('_IN')
        ? fc.record({ stringListValue: fc.record({ values: fc.array(text, { minLength: 1, maxLength: 4 }) }) })
        : fc.record({ stringValue: text });
    }
  }
}
