import type { OpenAPIObject } from '@nestjs/swagger';
import type { RegisteredOperation } from '#platform/operations/operation.registry';

/** A JSON Schema of an OpenAPI 3.1 document. */
export type Schema = Record<string, unknown>;

/** The parts of an OpenAPI operation that describe input and output. */
export interface DescribedOperation {
  parameters?: (
    { name: string; in: string; required?: boolean; description?: string; example?: unknown; schema: Schema } | { $ref: string }
  )[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: { 'application/json': { schema: Schema } } }>;
}

/** MCP requires an object at the root of a tool's schema. */
export type ObjectSchema = Schema & { type: 'object'; properties: Record<string, Schema>; required?: string[] };

const COMPONENT = '#/components/schemas/';

/** The full schemas of an operation's request and response. */
export function schemasOf(
  { spec, method, path }: RegisteredOperation,
  document: OpenAPIObject,
): { input: ObjectSchema; output: ObjectSchema } {
  const paths = document.paths as unknown as Record<string, Record<string, DescribedOperation>>;
  const described = paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`${spec.name} is missing in the OpenAPI document.`);
  const components = (document.components?.schemas ?? {}) as Record<string, Schema>;
  return { input: inputSchema(described, components), output: outputSchema(described, components) };
}

/** Path, query and body in one object: the operation's request. */
export function inputSchema(operation: DescribedOperation, components: Record<string, Schema>): ObjectSchema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const parameter of operation.parameters ?? []) {
    if (!('name' in parameter) || (parameter.in !== 'path' && parameter.in !== 'query')) continue;
    const { name, description, example, schema } = parameter;
    properties[name] = { ...schema, ...(description !== undefined && { description }), ...(example !== undefined && { example }) };
    if (parameter.required) required.push(name);
  }
  const body = operation.requestBody && resolve(operation.requestBody.content['application/json'].schema, components);
  Object.assign(properties, body?.properties);
  required.push(...((body?.required as string[] | undefined) ?? []));
  return selfContained(
    { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false },
    components,
  ) as ObjectSchema;
}

/** The body of a successful call. */
export function outputSchema(operation: DescribedOperation, components: Record<string, Schema>): ObjectSchema {
  const schema = operation.responses['200']?.content?.['application/json'].schema;
  if (!schema) throw new Error('The operation has no JSON response 200.');
  const resolved = resolve(schema, components);
  return selfContained({ ...resolved, properties: resolved.properties ?? {} }, components) as ObjectSchema;
}

function resolve(schema: Schema, components: Record<string, Schema>): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  const component = components[schema.$ref.slice(COMPONENT.length)];
  if (!component) throw new Error(`${schema.$ref} does not exist.`);
  return component;
}

/** Copies every referenced component into the schema, so that it is self-contained. */
function selfContained(schema: Schema, components: Record<string, Schema>): Schema {
  const definitions: Record<string, Schema> = {};
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => keyword(key, inner)));
  };
  const keyword = (key: string, value: unknown): [string, unknown] => {
    if (key === 'properties') return [key, Object.fromEntries(Object.entries(value as Schema).map(([name, inner]) => [name, copy(inner)]))];
    if (key === '$ref') return [key, `#/$defs/${define(value as string)}`];
    if (key === 'example') return ['examples', [value]];
    return [key, LITERAL.has(key) ? value : copy(value)];
  };
  const define = (reference: string): string => {
    const name = reference.slice(COMPONENT.length);
    if (!(name in definitions)) {
      definitions[name] = {};
      definitions[name] = copy(resolve({ $ref: reference }, components)) as Schema;
    }
    return name;
  };
  const root = copy(schema) as Schema;
  return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions };
}

/** Keywords whose value is data, not schema. */
const LITERAL = new Set(['enum', 'const', 'default', 'examples', 'required']);
