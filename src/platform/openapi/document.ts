import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { projectRoot } from '#platform/config/project-root';
import { SCOPES } from '#platform/identity/scope';
import { ExportEnd } from '#platform/export/export.dto';
import { FORMATS, JSON_LINES } from '#platform/export/export-format';
import { catalogueOf } from '#platform/filters/filter.dto';
import { filterSchemas, filterValueSchemas, publishedFields } from '#platform/filters/filter-schemas';
import { shapeOf, type ObjectSchema } from '#platform/http/shapes';
import { TOKEN_PATH } from '#platform/oauth/paths';
import { stageOf, type Deprecation } from '#platform/operations/lifecycle';
import type { OperationRegistry, RegisteredOperation } from '#platform/operations/operation.registry';
import { OAUTH_PATHS, OAUTH_SCHEMAS, OAUTH_TAG } from './oauth-paths';
import { otherResponses, SHARED_HEADERS, SHARED_PARAMETERS, sharedResponses, successHeaders } from './responses';
import { webhookEvents } from './webhook-events';

/** Responses from the demo data, written by test/contract/examples.e2e-spec.ts. */
function responseExamples(): Record<string, unknown> {
  const file = join(projectRoot(), 'src', 'platform', 'openapi', 'response-examples.json');
  return (examples ??= JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
}
let examples: Record<string, unknown> | undefined;

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] };
type OperationObject = Record<string, unknown>;

const DESCRIPTION = `Security findings about your vendors, the events that hit them, the fourth parties behind them, and the vendor directory itself.

Get a token with \`POST /v1/oauth/token\` (client credentials), then send \`Authorization: Bearer <token>\`. Every call reads and writes the data of the token's organization.
The same operations are MCP tools at \`/public/v1/mcp\`.

More: [filter reference](/docs/filters), [errors and their reasons](/docs/errors), [your portfolio](/docs/portfolio), [graph of your fourth parties](/docs/graph).

A \`vendorId\` in requests and answers is the id the service gave a vendor (\`Vendor.id\`). Only in the fields of a vendor is \`vendorId\` your own reference, such as a supplier number.`;

/** The areas of the service. */
const TAGS: Readonly<Record<string, string>> = {
  Account: 'The organization and the permissions of the token.',
  Agents: 'Answers to common questions, and reference texts for agents.',
  'Audit log': 'Who changed what, when and from where.',
  [OAUTH_TAG]: 'Access tokens for the credentials of an organization (OAuth 2.0).',
  'Automatic vendor detection': 'Fourth parties: the providers that your vendors rely on, detected from public sources.',
  Changes: 'Every change, in one order, to follow without losing any.',
  Credentials: 'The credentials of the organization: create, rotate and revoke them.',
  Monitoring: 'What the service found when it checked monitored vendors, and its runs.',
  Observations: 'Security findings: lists, groups, history, flags, notes, owners, status, scores and imports.',
  Portfolio: 'The state of all vendors in one call.',
  Questionnaires: 'Security questionnaires for vendors, and the templates they are made from.',
  'Remediation policy': 'How long findings may stay open.',
  'Security events': 'Events such as breaches and exploited vulnerabilities, the affected vendors, requests to them, and their responses.',
  'Vendor groups': 'Groups of vendors, to filter and report by.',
  Vendors: 'The vendor directory: vendors, their monitoring and their lifecycle.',
  Webhooks: 'Signed calls to your URL when something happens.',
};

interface DocumentSettings {
  deprecations?: ReadonlyMap<string, Deprecation>;
  now?: number;
  supportEmail?: string | undefined;
  /** Unset: URLs are relative to the document. */
  baseUrl?: string;
}

/** Creates the OpenAPI document from the controllers and the registry; needs no database. */
export function createDocument(app: INestApplication, registry: OperationRegistry, settings: DocumentSettings = {}): OpenAPIObject {
  const { deprecations = new Map<string, Deprecation>(), now = Date.now(), supportEmail, baseUrl = '' } = settings;
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Vendor-Risk Public API')
    .setVersion('Beta')
    .setDescription(DESCRIPTION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(baseUrl || '/', 'The service that serves this document.')
    .addOAuth2(
      {
        type: 'oauth2',
        description:
          'Client credentials. Access tokens are JWTs (RFC 9068), validated according to RFC8725: ES256 only; issuer, audience, type and expiry are checked.',
        flows: { clientCredentials: { tokenUrl: `${baseUrl}${TOKEN_PATH}`, scopes: SCOPES } },
      },
      'oauth2',
    )
    .addSecurity('client', { type: 'http', scheme: 'basic', description: 'Client id and secret, only for the OAuth endpoints.' })
    .build();
  // The builder leaves an empty contact.
  config.info.contact = supportEmail === undefined ? undefined : { email: supportEmail };
  config.externalDocs = { description: 'Filter reference', url: '/docs/filters' };
  for (const server of config.servers ?? []) Object.assign(server, { 'x-internal': false });
  const document = SwaggerModule.createDocument(app, config, { extraModels: [ExportEnd] });
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const shared = sharedResponses();
  Object.assign(document.components ?? {}, { parameters: SHARED_PARAMETERS, headers: SHARED_HEADERS, responses: shared.responses });
  Object.assign(schemas, shared.schemas, OAUTH_SCHEMAS);
  addFilters(document, registry, schemas);
  for (const registered of registry.operations) {
    const item = (document.paths as Record<string, Record<string, OperationObject>>)[registered.path];
    const operation = item?.[registered.method.toLowerCase()];
    if (!operation) throw new Error(`${registered.spec.name} is missing in the OpenAPI document.`);
    describe(operation, registered, schemas);
    addLifecycle(operation, registered, deprecations.get(registered.spec.name), now);
  }
  Object.assign(document.paths, OAUTH_PATHS);
  unwrapReferences(document);
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.type === 'object') schema.additionalProperties ??= false;
    const shape = shapeOf(name);
    if (shape) schemas[name] = shape(schema as ObjectSchema) as Schema;
  }
  nameResults(document);
  dropUnused(document);
  const used = new Set(
    Object.values(document.paths)
      .flatMap((item) => Object.values(item as Record<string, { tags?: string[] }>))
      .flatMap(({ tags }) => tags ?? []),
  );
  document.tags = Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
  Object.assign(document, { webhooks: webhookEvents(responseExamples()) });
  return document;
}

/** The filter expressions of every catalogue, and what programs need to write them. */
function addFilters(document: OpenAPIObject, registry: OperationRegistry, schemas: Record<string, Schema>): void {
  const catalogues = new Map(registry.operations.flatMap(({ spec }) => catalogueOf(spec.request) ?? []).map((each) => [each.name, each]));
  Object.assign(schemas, filterValueSchemas());
  const fields: Record<string, object> = {};
  for (const [name, catalogue] of catalogues) {
    const own = filterSchemas(catalogue);
    for (const taken of Object.keys(own).filter((each) => each in schemas)) throw new Error(`Two schemas are called ${taken}.`);
    Object.assign(schemas, own);
    fields[name] = publishedFields(catalogue);
  }
  (document as OpenAPIObject & Record<string, unknown>)['x-filter-fields'] = fields;
}

/** Code generators name the operation's type `GetVendorsResponse`, so the schemas of answers are called `GetVendorsResult`. */
function nameResults(document: OpenAPIObject): void {
  const rename = (name: string) => name.replace(/Response$/, 'Result');
  const components = document.components as { schemas: Record<string, object> };
  components.schemas = Object.fromEntries(Object.entries(components.schemas).map(([name, schema]) => [rename(name), schema]));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Record<string, unknown>;
    if (typeof node.$ref === 'string' && node.$ref.startsWith('#/components/schemas/')) node.$ref = rename(node.$ref);
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(document);
}

/** Drops unreferenced schemas, such as the enumeration of a field that became a constant. */
function dropUnused(document: OpenAPIObject): void {
  const schemas = document.components?.schemas as Record<string, object>;
  for (let unused: string[] = ['']; unused.length > 0;) {
    const used = new Set([...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    unused = Object.keys(schemas).filter((name) => !used.has(name));
    for (const name of unused) Reflect.deleteProperty(schemas, name);
  }
}

function describe(operation: OperationObject, { spec, method, path }: RegisteredOperation, schemas: Record<string, Schema>): void {
  const schema = schemas[spec.request.name];
  if (!schema) throw new Error(`${spec.request.name} has no schema.`);
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
  if (spec.exampleOnce)
    operation.description = `${String(operation.description)} The example works only once: the second call returns ${spec.exampleOnce}.`;
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

/** OpenAPI 3.0 required an allOf around a $ref with siblings; 3.1 allows siblings. */
function unwrapReferences(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Schema & { allOf?: object[] };
  if (schema.allOf?.length === 1) {
    Object.assign(schema, schema.allOf[0]);
    delete schema.allOf;
  }
  for (const inner of Object.values(schema)) unwrapReferences(inner);
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

/** The name of the request schema, which loses its path parameters. */
function bodySchema(name: string, schema: Schema, inPath: readonly string[], schemas: Record<string, Schema>): string {
  if (inPath.length === 0) return name;
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([property]) => !inPath.includes(property)));
  const required = (schema.required ?? []).filter((property) => !inPath.includes(property));
  const { required: _, ...rest } = schema;
  schemas[name] = { ...rest, properties, ...(required.length > 0 && { required }) };
  return name;
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

function addLifecycle(operation: OperationObject, { spec }: RegisteredOperation, deprecation: Deprecation | undefined, now: number): void {
  operation['x-stability'] = stageOf(spec.stage, deprecation, now);
  operation['x-version'] = spec.version;
  if (!deprecation) return;
  operation.deprecated = true;
  operation['x-deprecated-at'] = deprecation.deprecatedAt.toISOString().slice(0, 10);
  operation['x-sunset-at'] = deprecation.sunsetAt.toISOString().slice(0, 10);
  operation['x-replacement'] = deprecation.replacement;
}
