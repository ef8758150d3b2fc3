import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ExportEnd } from '#platform/export/export.dto';
import { catalogueOf } from '#platform/filters/filter.dto';
import { filterSchemas, filterValueSchemas, publishedFields } from '#platform/filters/filter-schemas';
import { shapeOf, type ObjectSchema } from '#platform/fields/shapes';
import type { Deprecation } from '#platform/operations/lifecycle';
import type { OperationRegistry } from '#platform/operations/operation.registry';
import { documentConfig, usedTags } from './document-config';
import { OAUTH_PATHS, OAUTH_SCHEMAS } from './oauth-paths';
import { addLifecycle, describeOperation, type OperationObject } from './operation-object';
import { responseExamples } from './response-examples';
import { SHARED_HEADERS, SHARED_PARAMETERS, sharedResponses } from './responses';
import type { Schema } from './schema';
import { dropUnused, nameResults, unwrapReferences } from './schema-cleanup';
import { webhookEvents } from './webhook-events';

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
  const document = SwaggerModule.createDocument(app, documentConfig(baseUrl, supportEmail), { extraModels: [ExportEnd] });
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const shared = sharedResponses();
  Object.assign(document.components ?? {}, { parameters: SHARED_PARAMETERS, headers: SHARED_HEADERS, responses: shared.responses });
  Object.assign(schemas, shared.schemas, OAUTH_SCHEMAS);
  addFilters(document, registry, schemas);
  for (const registered of registry.operations) {
    const item = (document.paths as Record<string, Record<string, OperationObject>>)[registered.path];
    const operation = item?.[registered.method.toLowerCase()];
    if (!operation) throw new Error(`${registered.spec.name} is missing in the OpenAPI document.`);
    describeOperation(operation, registered, schemas);
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
  document.tags = usedTags(document);
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
