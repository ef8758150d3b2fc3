import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './schema';

/** OpenAPI 3.0 required an allOf around a $ref with siblings; 3.1 allows siblings. */
export function unwrapReferences(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Schema & { allOf?: object[] };
  if (schema.allOf?.length === 1) {
    Object.assign(schema, schema.allOf[0]);
    delete schema.allOf;
  }
  for (const inner of Object.values(schema)) unwrapReferences(inner);
}

/** Code generators name the operation's type `GetVendorsResponse`, so the schemas of answers are called `GetVendorsResult`. */
export function nameResults(document: OpenAPIObject): void {
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
export function dropUnused(document: OpenAPIObject): void {
  const schemas = document.components?.schemas as Record<string, object>;
  for (let unused: string[] = ['']; unused.length > 0;) {
    const used = new Set([...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    unused = Object.keys(schemas).filter((name) => !used.has(name));
    for (const name of unused) Reflect.deleteProperty(schemas, name);
  }
}
