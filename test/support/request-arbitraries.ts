import fc, { type Arbitrary } from 'fast-check';
import { fieldsOf, type Class, type FieldDefinition } from '#platform/fields/field-definition';
import { FileText } from '#platform/http/file-text';

/** The OpenAPI schema of a field. */
interface Documented {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  enum?: string[];
  items?: Documented;
}

/** Longer texts and lists are tried only at their lower bound: they would take more time than all others together. */
const LONG = 2_000;

/** The reader drops null if null is not a value. */
const JSON_VALUE = fc.jsonValue().filter((value) => value !== null);
const NOT_TEXT = fc.constantFrom<unknown>(7, true, {}, ['x']);
/** Texts whose length or form class-validator judges differently. */
const ODD_TEXT = fc.constantFrom('', ' ', '\u0000', '\ud800', '😀', '\ufe0f', 'ünïcödé');

const INT64 = fc.constantFrom('0', '-1', '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809', '');

/** Requests of a class as the reader builds them: valid in every field, except for up to two. */
export function requestsOf(type: Class): Arbitrary<object> {
  const fields = [...fieldsOf(type)];
  const right = fc.record(Object.fromEntries(fields.map(([name, spec]) => [name, rightValue(spec, documented(type, name))])), {
    requiredKeys: fields.filter(([, spec]) => spec.required).map(([name]) => name),
  });
  const changed = fields.map(([name, spec]) => anyValue(spec, documented(type, name)).map((value) => [name, value] as const));
  const changes = changed.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...changed), { maxLength: 2 });
  return fc.tuple(right, changes).map(([values, others]) => Object.assign(new type(), values, Object.fromEntries(others)));
}

function documented(type: Class, name: string): Documented {
  return (Reflect.getMetadata('swagger/apiModelProperties', type.prototype as object, name) ?? {}) as Documented;
}

function rightValue(spec: FieldDefinition, docs: Documented): Arbitrary<unknown> {
  const { minItems = 0, maxItems = 3 } = docs;
  if (!spec.list) return spec.kind === 'json' ? rightJson(docs) : rightItem(spec, docs);
  return fc.array(rightItem(spec, docs.items ?? docs), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) });
}

function rightJson({ minItems, maxItems }: Documented): Arbitrary<unknown> {
  return minItems === undefined && maxItems === undefined ? JSON_VALUE : fc.constant(Array<number>(minItems ?? 0).fill(1));
}

function rightItem(spec: FieldDefinition, docs: Documented): Arbitrary<unknown> {
  switch (spec.kind) {
    case 'text':
      return rightText(docs);
    case 'file':
      return rightText(docs).map((text) => FileText.of(text));
    case 'int':
      return fc.integer({ min: docs.minimum ?? 0, max: docs.maximum ?? 0 });
    case 'number':
      return fc.double({ min: docs.minimum ?? -1e9, max: docs.maximum ?? 1e9, noNaN: true });
    case 'int64':
      return fc.constantFrom('0', '7', '9223372036854775807');
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString());
    case 'member':
      return fc.constantFrom(...(docs.enum ?? []).filter((member) => member !== spec.unspecified));
    case 'object':
      return requestsOf((spec.type as () => Class)());
    case 'json':
      return JSON_VALUE;
  }
}

function rightText({ minLength = 0, maxLength = LONG, pattern }: Documented): Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) });
}

function anyValue(spec: FieldDefinition, docs: Documented): Arbitrary<unknown> {
  const absent = fc.constantFrom<unknown>(undefined, ...(spec.nullable ? [null] : []));
  if (spec.kind === 'json') return fc.oneof(JSON_VALUE, sized(fc.constant(1), docs), absent);
  if (!spec.list) return fc.oneof(anyItem(spec, docs), absent, fc.constant([]));
  const item = docs.items ?? docs;
  return fc.oneof(fc.array(anyItem(spec, item), { maxLength: 3 }), sized(rightItem(spec, item), docs), rightItem(spec, item), absent);
}

/** A list of minimum and maximum length, and beyond. */
function sized(item: Arbitrary<unknown>, { minItems = 0, maxItems = 3 }: Documented): Arbitrary<unknown[]> {
  const sizes = [minItems - 1, minItems, maxItems, maxItems + 1].filter((size) => size >= 0 && size <= LONG);
  return fc.tuple(item, fc.constantFrom(...sizes)).map(([value, size]) => Array<unknown>(size).fill(value));
}

function anyItem(spec: FieldDefinition, docs: Documented): Arbitrary<unknown> {
  switch (spec.kind) {
    case 'file':
      return anyItem({ ...spec, kind: 'text' }, docs).map((value) => (typeof value === 'string' ? FileText.of(value) : value));
    case 'text':
      return fc.oneof(rightText(docs), ODD_TEXT, NOT_TEXT, longText(docs), fc.string({ unit: 'binary', maxLength: 8 }));
    case 'int':
    case 'number':
      return numberAround(docs);
    case 'int64':
      return fc.oneof(INT64, NOT_TEXT);
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, 'true', 1);
    case 'date':
      return fc.constantFrom<unknown>('2026-02-30T00:00:00Z', '2026-02-28T24:00:00Z', '2026-02-28', 'yesterday', 5);
    case 'member':
      return fc.constantFrom<unknown>(...(docs.enum ?? []), 'NOT_A_MEMBER', '', 1);
    case 'object':
      return rightItem(spec, docs); // the reader refuses anything else itself
    case 'json':
      return JSON_VALUE;
  }
}

/** Exactly as long as allowed, and one longer; of characters with one and with two code units. */
function longText({ minLength = 1, maxLength = LONG }: Documented): Arbitrary<string> {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0 && length <= LONG);
  return fc.tuple(fc.constantFrom('x', '😀', 'e\ufe0f'), fc.constantFrom(...lengths)).map(([unit, length]) => unit.repeat(length));
}

function numberAround({ minimum = 0, maximum = 0 }: Documented): Arbitrary<unknown> {
  const near = [minimum - 1, minimum, maximum, maximum + 1, minimum + 0.5];
  return fc.constantFrom<unknown>(...near, -0, NaN, Infinity, 1e300, '5', true);
}
