import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Env } from '#platform/config/env';
import { documentConfig } from '#platform/openapi/document-config';
import { projectRoot } from '#platform/config/project-root';
import { exampleRule } from '#platform/filters/filter-reference';
import { parseFilters } from '#platform/filters/parse-filter';
import { createDocument } from '#platform/openapi/document';
import { filterCatalogues } from '#platform/openapi/filter-catalogues';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { send } from '../support/http';
import { startTestApp, type TestApp } from '../support/test-app';

interface Described {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: { oauth2: string[] }[];
  responses: Record<string, object>;
  'x-stability': string;
  'x-version': string;
}

interface Property {
  description?: string;
  format?: string;
}

describe('the OpenAPI document', () => {
  let service: TestApp;
  let document: ReturnType<typeof createDocument>;
  let operations: Described[];

  beforeAll(async () => {
    service = await startTestApp();
    document = createDocument(service.app, service.app.get(OperationRegistry));
    operations = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/public/'))
      .flatMap(([, item]) => Object.values(item as unknown as Record<string, Described>));
  });
  afterAll(() => service.close());

  it('is up to date with the code (npm run openapi)', () => {
    const committed: unknown = JSON.parse(readFileSync(join(projectRoot(), 'openapi.json'), 'utf8'));
    expect(JSON.parse(JSON.stringify(document))).toEqual(committed);
  });

  it('describes every operation of the registry, with its stage, version and scopes', () => {
    const declared = service.app
      .get(OperationRegistry)
      .operations.map(({ spec }) => [spec.name, spec.stage, spec.version, [...spec.scopes, ...(spec.anyScopeOf?.slice(0, 1) ?? [])]]);
    const described = operations.map((operation) => [
      operation.operationId,
      operation['x-stability'],
      operation['x-version'],
      operation.security[0]?.oauth2,
    ]);
    expect(described.sort()).toEqual(declared.sort());
    expect(document.info.version).toBe('Beta');
  });

  it('has an up-to-date filter reference (npm run openapi)', async () => {
    const served = await fetch(`${service.url}/docs/filters`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await served.text()).toBe(readFileSync(join(projectRoot(), 'docs', 'filters.md'), 'utf8'));
    for (const link of ['/docs/filters', '/docs/errors', '/docs/portfolio', '/docs/graph']) {
      expect(document.info.description).toContain(`](${link})`);
      expect([link, (await fetch(`${service.url}${link}`)).status]).toEqual([link, 200]);
    }
    expect(document.externalDocs).toBeUndefined(); // a relative URL is no URI
    expect(documentConfig('https://risk.example', undefined).externalDocs?.url).toBe('https://risk.example/docs/filters');
  });

  it('gives filter examples that are accepted', () => {
    for (const catalogue of filterCatalogues(service.app.get(OperationRegistry))) {
      for (const [name, field] of Object.entries(catalogue.fields)) {
        const { violations } = parseFilters([{ rule: exampleRule(catalogue.form, name, field) }], catalogue);
        expect([name, violations]).toEqual([name, undefined]);
        if (field.type === 'text' || field.type === 'keyword') expect([name, field.example]).toEqual([name, expect.any(String)]);
      }
    }
  });

  it('names no contact except the operator', () => {
    expect(document.info.contact).toBeUndefined();
    const described = createDocument(service.app, service.app.get(OperationRegistry), { supportEmail: 'help@example.com' });
    expect(described.info.contact).toEqual({ email: 'help@example.com' });
  });

  it('explains every vendorId, and uses standard formats', () => {
    const schemas = (document.components?.schemas ?? {}) as Record<string, { properties?: Record<string, Property> }>;
    const properties = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {}).map(([field, property]) => ({ name: `${name}.${field}`, field, ...property })),
    );
    const ids = properties.filter(({ field }) => /^vendorIds?$/.test(field));
    expect(ids.filter(({ description }) => !description?.includes('Vendor.id')).map(({ name }) => name)).toEqual([]);
    const formats = new Set(properties.flatMap(({ format }) => format ?? []));
    expect([...formats].sort()).toEqual(['date', 'date-time', 'email', 'int32', 'int64', 'uri']);
  });

  it('states the configured address of the service, and of its token endpoint', async () => {
    const served = (await (await fetch(`${service.url}/openapi.json`)).json()) as typeof document;
    const { baseUrl } = service.app.get(Env);
    expect(served.servers?.[0]?.url).toBe(baseUrl);
    expect(JSON.stringify(served.components?.securitySchemes)).toContain(`"tokenUrl":"${baseUrl}/v1/oauth/token"`);
    expect(document.servers?.[0]?.url).toBe('/');
  });

  it('declares the reasons of every operation', () => {
    const undeclared = service.app.get(OperationRegistry).operations.filter(({ spec }) => spec.refuses === undefined);
    expect(undeclared.map(({ spec }) => spec.name)).toEqual([]);
  });

  it('gives every operation the version that its answers carry', async () => {
    const served = (await send(`${service.url}/public/v1/whoami`)).headers.get('service-api-version');
    expect(operations.filter((operation) => operation['x-version'] !== served).map(({ operationId }) => operationId)).toEqual([]);
  });

  it('describes the purpose of each operation, and has a tag for it', () => {
    const headings = new Set(document.tags?.map(({ name }) => name));
    for (const { operationId, summary, description, tags, responses } of operations) {
      expect({ operationId, summary, description }).toEqual({
        operationId,
        summary: expect.stringMatching(/^[A-Z].{5,}[^.]$/),
        description: expect.stringMatching(/^[A-Z][^]{20,}\.$/),
      });
      expect(tags.filter((tag) => !headings.has(tag))).toEqual([]);
      for (const status of ['200', '400', '401', '403', '404', '429', '500', '503', 'default']) expect(responses).toHaveProperty(status);
    }
  });

  it('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => String(path));
    for (const path of new Set(references)) {
      const found = path.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
      expect([path, typeof found]).toEqual([path, 'object']);
    }
  });

  it('is served as JSON and as YAML', async () => {
    const json = await fetch(`${service.url}/openapi.json`);
    expect(((await json.json()) as { openapi: string }).openapi).toBe('3.1.0');
    const yaml = await fetch(`${service.url}/openapi.yaml`);
    expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(await yaml.text()).toMatch(/^openapi: ['"]?3\.1\.0/m);
  });
});
