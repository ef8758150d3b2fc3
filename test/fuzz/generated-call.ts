import fc, { type Arbitrary } from 'fast-check';
import type { RegisteredOperation } from '#platform/operations/operation.registry';
import { asBytes, hostileHeaders, hostileJson, hostileQuery, hostileSegment } from './hostile';
import type { SchemaArbitrary, Schema } from './schema-arbitrary';

export interface OpenApiOperation {
  operationId: string;
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { $ref?: string; content?: Partial<Record<string, { schema?: Schema }>> }>;
}

/** One call as sent over the wire. */
export interface Call {
  method: string;
  /** Including the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The path may match another route, or none. */
  oddAddress: boolean;
}

export type Input = Record<string, unknown>;

/** Calls of an operation, some valid by its description and some not. */
export function callsOf(
  operation: RegisteredOperation,
  described: OpenApiOperation,
  values: SchemaArbitrary,
  good: readonly Input[],
): Arbitrary<Call> {
  const inAddress = described.parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  const input = (where: string) => {
    const parameters = inAddress.filter((parameter) => parameter.in === where);
    const properties = Object.fromEntries(parameters.map(({ name = '', schema = {} }) => [name, schema]));
    const required = parameters.filter((parameter) => parameter.required).map(({ name = '' }) => name);
    const kept = good.map((each) => picked(each, (name) => name in properties));
    return fc.oneof(fc.constantFrom(...kept), values.of({ type: 'object', properties, required }) as Arbitrary<Input>);
  };
  const address = fc
    .tuple(input('path'), input('query'))
    .map(([path, query]) => ({ path: addressOf(operation.path, path, query), oddAddress: false }));
  const oddAddress = fc.tuple(input('path'), fc.option(hostileSegment), fc.option(hostileQuery)).map(([path, segment, query]) => {
    const filled = segment === null ? addressOf(operation.path, path, {}) : operation.path.replace(/\{\w+\}/g, () => segment);
    return { path: query === null ? filled : `${filled}?${query}`, oddAddress: true };
  });
  const anyAddress = fc.oneof({ weight: 3, arbitrary: address }, { weight: inAddress.length > 0 ? 3 : 1, arbitrary: oddAddress });
  const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, hostileHeaders);

  const schema = described.requestBody?.content['application/json'].schema;
  if (!schema) {
    const method = operation.method === 'GET' ? fc.constantFrom('GET', 'HEAD') : fc.constant(operation.method);
    return fc.tuple(anyAddress, headers, method).map(([at, sent, how]) => ({ ...at, method: how, headers: sent }));
  }
  const goodBodies = good.map((each): unknown => picked(each, (name) => !operation.path.includes(`{${name}}`)));
  const valid = fc.oneof(fc.constantFrom(...goodBodies), values.request(schema, operation.spec.request));
  const body = fc.oneof(
    valid.map((value) => ({
      body: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
    })),
    { weight: 2, arbitrary: asBytes(hostileJson(valid)) },
  );
  const anyway = fc.oneof({ weight: 6, arbitrary: address }, oddAddress);
  return fc
    .tuple(anyway, headers, body)
    .map(([at, sent, given]) => ({ ...at, method: operation.method, headers: { ...sent, ...given.headers }, body: given.body }));
}

function picked(input: Input, isWanted: (name: string) => boolean): Input {
  return Object.fromEntries(Object.entries(input).filter(([name]) => isWanted(name)));
}

function addressOf(template: string, path: Input, query: Input): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(plain(path[name])) || 'x');
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, plain(item)]));
  const search = new URLSearchParams(pairs).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function plain(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value ?? '')).toWellFormed();
}
