import { ExportEnd } from '#platform/export/export.dto';
import { FORMATS, JSON_LINES } from '#platform/export/export-format';
import { stageOf, type Deprecation } from '#platform/operations/lifecycle';
import type { RegisteredOperation } from '#platform/operations/operation.registry';
import { responseExamples } from './response-examples';
import { otherResponses, successHeaders } from './responses';
import type { Schema } from './schema';

export type OperationObject = Record<string, unknown>;

type Schemas = Record<string, Schema>;

/** Adds parameters, body, responses and examples to the operation that Nest has generated. */
export function describeOperation(operation: OperationObject, registered: RegisteredOperation, schemas: Schemas): void {
  const { spec } = registered;
  const schema = schemas[spec.request.name];
  if (!schema) throw new Error(`${spec.request.name} has no schema.`);
  addRequest(operation, registered, schema, schemas);
  if (spec.exampleOnce)
    operation.description = `${String(operation.description)} The example works only once: the second call returns ${spec.exampleOnce}.`;
  addResponses(operation, registered, schema, schemas);
}

function addRequest(operation: OperationObject, { spec, method, path }: RegisteredOperation, schema: Schema, schemas: Schemas): void {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const parameters: object[] = inPath.map((name) => parameter('path', name, schema, spec.example));
  parameters.push({ $ref: '#/components/parameters/ServiceApiVersion' }, { $ref: '#/components/parameters/RequestId' });
  if (method === 'GET') parameters.push({ $ref: '#/components/parameters/IfNoneMatch' });
  if (method === 'GET' || method === 'DELETE') {
    const names = Object.keys(schema.properties ?? {}).filter((name) => !inPath.includes(name));
    parameters.push(...names.map((name) => parameter('query', name, schema, spec.example)));
  } else {
    const example = spec.example && Object.fromEntries(Object.entries(spec.example).filter(([name]) => !inPath.includes(name)));
    operation.requestBody = {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${bodySchema(spec.request.name, schema, inPath, schemas)}` },
          ...(example && { example }),
        },
      },
    };
    if (spec.writable) parameters.push({ $ref: '#/components/parameters/IfMatch' });
    if (spec.effect !== 'read' && method === 'POST') parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  }
  operation.parameters = parameters;
}

function addResponses(operation: OperationObject, { spec, method }: RegisteredOperation, schema: Schema, schemas: Schemas): void {
  const responses = operation.responses as Record<
    string,
    { description?: string; headers?: object; content?: Record<string, { example?: unknown }> }
  >;
  if (spec.streams) Object.assign(responses['200'] ?? {}, streamed(spec.response.name));
  const [shown] = Object.values(responses['200']?.content ?? {});
  const example = responseExamples()[spec.name];
  if (shown && example !== undefined) shown.example = example;
  for (const response of Object.values(responses)) response.headers = successHeaders(method, spec);
  const others = otherResponses(method, spec, Object.keys(schema.properties ?? {}));
  Object.assign(responses, others.responses);
  Object.assign(schemas, others.schemas);
}

/** Adds the stage and version, and the dates of a deprecation. */
export function addLifecycle(
  operation: OperationObject,
  { spec }: RegisteredOperation,
  deprecation: Deprecation | undefined,
  now: number,
): void {
  operation['x-stability'] = stageOf(spec.stage, deprecation, now);
  operation['x-version'] = spec.version;
  if (!deprecation) return;
  operation.deprecated = true;
  operation['x-deprecated-at'] = deprecation.deprecatedAt.toISOString().slice(0, 10);
  operation['x-sunset-at'] = deprecation.sunsetAt.toISOString().slice(0, 10);
  operation['x-replacement'] = deprecation.replacement;
}

function parameter(where: 'path' | 'query', name: string, schema: Schema, example: Record<string, unknown> | undefined): object {
  const {
    description,
    example: own,
    ...rest
  } = (schema.properties?.[name] ?? { type: 'string' }) as Schema & { description?: string; example?: unknown };
  const shown = example?.[name] ?? own;
  return {
    name,
    in: where,
    required: where === 'path' || (schema.required ?? []).includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
    ...(shown !== undefined && { example: shown }),
  };
}

/** The name of the request schema, which loses its path parameters. */
function bodySchema(name: string, schema: Schema, inPath: readonly string[], schemas: Schemas): string {
  if (inPath.length === 0) return name;
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([property]) => !inPath.includes(property)));
  const required = (schema.required ?? []).filter((property) => !inPath.includes(property));
  const { required: _, ...rest } = schema;
  schemas[name] = { ...rest, properties, ...(required.length > 0 && { required }) };
  return name;
}

/** A stream in each format. Binary content has no schema; the schema of JSON lines is that of one line. */
function streamed(item: string): object {
  const line = { anyOf: [item, ExportEnd.name].map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  const content: Record<string, object> = {};
  for (const { mediaType } of Object.values(FORMATS))
    content[mediaType.replace(/;.*/, '')] = mediaType === JSON_LINES ? { schema: line } : {};
  return {
    description: `A stream of ${item} objects in the requested format. The schema describes one line of the JSON lines format, with all fields.`,
    content,
  };
}
