import { catalogueOf } from '#platform/filters/filter.dto';
import { fieldsOf, type FieldDefinition } from '#platform/fields/field-definition';
import { filterExamples } from '#platform/mcp/filter-help';
import type { RegisteredOperation } from '#platform/operations/operation.registry';

type Input = Record<string, unknown>;

/** Values that a field may refuse. In a query everything is text, so only texts are tried there. */
const WRONG: Record<FieldDefinition['kind'], { body: unknown[]; query: unknown[] }> = {
  text: { body: [7, true, {}, 'a\u0000b', '\ud800', 'x'.repeat(70_000), ''], query: ['x'.repeat(5_000), '\u{1f984}'] },
  file: { body: [7, true, {}, 'a\u0000b', '\ud800', ''], query: [] },
  int: { body: ['x', '5', 1.5, -1, 3_000_000_000, true], query: ['x', 1.5, -1, 3_000_000_000] },
  int64: { body: ['x', 1.5, '99999999999999999999', {}], query: ['x', 1.5, '99999999999999999999'] },
  number: { body: ['x', '5', true, -1e300], query: ['x'] },
  boolean: { body: ['maybe', 'true', 1], query: ['maybe', 1] },
  date: { body: ['yesterday', '2026-02-30T00:00:00Z', 5], query: ['yesterday', '2026-02-30T00:00:00Z'] },
  member: { body: ['NOT_A_MEMBER', 5], query: ['NOT_A_MEMBER'] },
  object: { body: ['x', 5, [], { unknownField: 1 }], query: ['x'] },
  json: { body: ['x', 5, {}, [5], [{}], [{ rule: {} }], [{ list: { filters: [] } }]], query: ['x'] },
};

export function isQueryCall({ method }: RegisteredOperation): boolean {
  return method === 'GET' || method === 'DELETE';
}

/** A good input, and others around it that may be accepted: without a field, with none or few of something, or with every filter. */
export function acceptableInputs(operation: RegisteredOperation, good: Input): Input[] {
  const { path, spec } = operation;
  const inputs: Input[] = [good];
  for (const [name, field] of fieldsOf(spec.request)) {
    if (path.includes(`{${name}}`)) continue;
    if (name in good) inputs.push(without(good, name));
    if (field.list && !isQueryCall(operation)) inputs.push({ ...good, [name]: [] });
    if (field.unspecified !== undefined) inputs.push({ ...good, [name]: field.list ? [field.unspecified] : field.unspecified });
  }
  const catalogue = catalogueOf(spec.request);
  if (catalogue) for (const filters of filterExamples(catalogue)) inputs.push({ ...good, filters });
  if (fieldsOf(spec.request).has('limit'))
    inputs.push({ ...good, limit: 0 }, { ...good, limit: 1 }, { ...good, limit: 5000 }, { ...good, offset: 1 });
  return inputs;
}

/** Inputs that break a good one in one place each. */
export function brokenInputs(operation: RegisteredOperation, good: Input): Input[] {
  const where = isQueryCall(operation) ? 'query' : 'body';
  const inputs: Input[] = [{ ...good, unknownField: 'x' }];
  for (const [name, field] of fieldsOf(operation.spec.request)) {
    if (operation.path.includes(`{${name}}`)) continue;
    if (where === 'body') inputs.push({ ...good, [name]: null });
    for (const wrong of WRONG[field.kind][where]) inputs.push({ ...good, [name]: field.list ? [wrong] : wrong });
    if (field.list && where === 'body') inputs.push({ ...good, [name]: 'x' }, { ...good, [name]: Array<string>(10_001).fill('x') });
  }
  return inputs;
}

function without(input: Input, name: string): Input {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
}
