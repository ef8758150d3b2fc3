import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { catalogueOf } from '#platform/filters/filter.dto';
import { parseFilters } from '#platform/filters/parse-filter';
import { fieldsOf } from '#platform/fields/field-definition';
import { filterExamples } from '#platform/mcp/filter-help';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { McpCaller, type ListedTool } from '../support/mcp';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

type Schema = Record<string, unknown>;
interface Described {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters: { $ref?: string; name: string; in: string; required: boolean; description?: string; example?: unknown; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

interface WholeTool {
  summary: string;
  description?: string;
  inputSchema: Schema;
  outputSchema: Schema;
}

/** On average, about 190 tokens. An agent holds the list of tools in its context before its first question. */
const MAX_TOOL = 775;

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

describe('an operation is the same everywhere', () => {
  let service: TestApp;
  let operations: readonly RegisteredOperation[];
  /** Those that are MCP tools. */
  let asTools: readonly RegisteredOperation[];
  let document: Document;
  let tools: Map<string, ListedTool>;
  /** The reference text of a tool. */
  const whole = new Map<string, WholeTool>();

  beforeAll(async () => {
    service = await startTestApp();
    operations = service.app.get(OperationRegistry).operations;
    asTools = operations.filter(({ spec }) => !spec.restOnly);
    document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
    const org = await TestOrganization.create(service);
    const mcp = new McpCaller(service, org.token);
    tools = new Map((await mcp.tools()).map((tool) => [tool.name, tool]));
    for (const name of tools.keys()) {
      const { body } = await mcp.call('GetReference', { topic: `tools/${name}` });
      const { text } = (body as { result: { structuredContent: { reference: { text: string } } } }).result.structuredContent.reference;
      whole.set(name, JSON.parse(text) as WholeTool);
    }
  });
  afterAll(() => service.close());

  const names = () => operations.map(({ spec }) => spec.name).sort();

  /** Resolves every reference, so that two descriptions can be compared; a recursive type is replaced by its name. */
  function expand(schema: unknown, root: Record<string, Schema>, prefix: string, within: readonly string[] = []): unknown {
    if (Array.isArray(schema)) return schema.map((inner) => expand(inner, root, prefix, within));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $ref, example, ...rest } = schema as Schema;
    const entries = Object.entries(rest).map(([key, inner]) => [key, expand(inner, root, prefix, within)]);
    const said: Schema = { ...(Object.fromEntries(entries) as Schema), ...(example !== undefined && { examples: [example] }) };
    if (typeof $ref !== 'string') return said;
    const name = $ref.slice(prefix.length);
    expect($ref.startsWith(prefix) && root[name]).toBeTruthy();
    if (within.includes(name)) return { ...said, itself: name };
    return { ...said, ...(expand(root[name], root, prefix, [...within, name]) as Schema) };
  }

  const ofDocument = (schema: unknown) => expand(schema, document.components.schemas, '#/components/schemas/') as Schema;
  const ofTool = ({ $defs, ...schema }: Schema) => expand(schema, ($defs ?? {}) as Record<string, Schema>, '#/$defs/') as Schema;

  function described({ path, method }: RegisteredOperation): Described {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not described.`);
    return operation;
  }

  function toolOf({ spec }: RegisteredOperation): ListedTool {
    const tool = tools.get(spec.name);
    if (!tool) throw new Error(`${spec.name} is no tool.`);
    return tool;
  }

  function wholeOf({ spec }: RegisteredOperation): WholeTool {
    const tool = whole.get(spec.name);
    if (!tool) throw new Error(`${spec.name} is in no reference.`);
    return tool;
  }

  it('has a spec file with its name', () => {
    const specs = readdirSync(join(__dirname, '..'), { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
    const kebab = (name: string) => name.replace(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();
    const expected = names().map((name) => `${kebab(name)}.e2e-spec.ts`);
    expect(expected.filter((spec) => !specs.includes(spec))).toEqual([]);
  });

  it('is one route of the running server, and every public route is an operation', () => {
    const router = (service.app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } }).router;
    interface Layer {
      route?: { path: string; methods: Record<string, boolean> };
    }
    const routes = router.stack
      .flatMap(({ route }) => (route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : []))
      .filter((route) => route.includes(' /public/'))
      .map((route) => route.replace(/:(\w+)/g, '{$1}'));
    expect(routes.sort()).toEqual([...operations.map(({ method, path }) => `${method} ${path}`), 'POST /public/v1/mcp'].sort());
  });

  it('is described once in OpenAPI, under its name, with its scopes', () => {
    const all = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    expect(all.filter((each) => each.includes(' /public/')).sort()).toEqual(
      operations.map(({ spec, method, path }) => `${spec.name} ${method} ${path}`).sort(),
    );
    for (const operation of operations) {
      const { scopes, anyScopeOf } = operation.spec;
      const ways = anyScopeOf?.map((scope) => [...scopes, scope]) ?? [[...scopes]];
      expect(described(operation).security).toEqual(ways.map((oauth2) => ({ oauth2 })));
    }
  });

  it('is one tool, under its name, unless it is REST-only', async () => {
    const org = await TestOrganization.create(service);
    for (const { spec } of operations.filter((operation) => !asTools.includes(operation))) {
      const { body } = await new McpCaller(service, org.token).call(spec.name, spec.example);
      expect(body).toMatchObject({ error: { message: expect.stringContaining(`There is no tool "${spec.name}"`) } });
    }
    expect([...tools.keys()]).toEqual(asTools.map(({ spec }) => spec.name).sort());
    for (const operation of asTools) {
      expect(operation.spec.name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
      expect(toolOf(operation).description).toContain(described(operation).summary);
      expect(wholeOf(operation)).toMatchObject({ summary: operation.spec.summary, description: operation.spec.description });
    }
  });

  it('keeps the list of all tools short', () => {
    expect(JSON.stringify([...tools.values()]).length).toBeLessThanOrEqual(MAX_TOOL * tools.size);
  });

  it('lists its inputs in the list of tools, except offset next to a cursor', () => {
    for (const operation of asTools) {
      const brief = toolOf(operation).inputSchema as { properties: Schema; required?: string[] };
      const { properties, required } = wholeOf(operation).inputSchema as { properties: Schema; required?: string[] };
      const names = Object.keys(properties).filter((name) => name !== 'offset' || !('cursor' in properties));
      expect({ [operation.spec.name]: Object.keys(brief.properties) }).toEqual({ [operation.spec.name]: names });
      expect(brief.required).toEqual(required);
    }
  });

  it('takes the same input over REST, over MCP and in its request class', () => {
    for (const operation of asTools) {
      const { parameters, requestBody } = described(operation);
      const sent = parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
      const body = ofDocument(requestBody?.content['application/json'].schema ?? {});
      const expected = {
        properties: {
          ...Object.fromEntries(
            sent.map(({ name, schema, description, example }) => [
              name,
              ofDocument({ ...schema, ...(description !== undefined && { description }), ...(example !== undefined && { example }) }),
            ]),
          ),
          ...(body.properties as Schema | undefined),
        },
        required: [
          ...sent.filter(({ required }) => required).map(({ name }) => name),
          ...((body.required as string[] | undefined) ?? []),
        ].sort(),
      };
      const { properties, required, ...rest } = ofTool(wholeOf(operation).inputSchema);
      const taken = { properties, required: [...((required as string[] | undefined) ?? [])].sort() };
      expect({ [operation.spec.name]: taken }).toEqual({ [operation.spec.name]: expected });
      expect(rest).toEqual({ type: 'object', additionalProperties: false });
      expect(Object.keys(properties as Schema).sort()).toEqual([...fieldsOf(operation.spec.request).keys()].sort());
    }
  });

  it('has the same output over REST and MCP', () => {
    for (const operation of asTools) {
      const rest = ofDocument(described(operation).responses['200']?.content['application/json'].schema);
      const tool = ofTool(wholeOf(operation).outputSchema);
      expect({ [operation.spec.name]: tool }).toEqual({ [operation.spec.name]: rest });
      expect(tool.type).toBe('object');
    }
  });

  it('has self-contained schemas, for validators of 2020-12 and of draft-07', () => {
    const options = { strict: false, logger: false, code: { optimize: false } } as const;
    for (const ajv of [new Ajv2020(options), new Ajv(options)]) {
      addFormats(ajv);
      for (const [name, { inputSchema, outputSchema }] of whole) {
        ajv.compile(inputSchema);
        ajv.compile(outputSchema);
        ajv.compile(tools.get(name)?.inputSchema ?? {});
      }
    }
  });

  it('has an example that its own input schema accepts', () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    addFormats(ajv);
    const examples = asTools.filter(({ spec }) => spec.example);
    expect(examples.length).toBeGreaterThan(0);
    for (const operation of examples) {
      const [accepts, briefly] = [wholeOf(operation).inputSchema, toolOf(operation).inputSchema].map((schema) => ajv.compile(schema));
      // Ids are not known in advance, so an example may leave out those in the path.
      const ids = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, UNKNOWN_ID]));
      const input = { ...ids, ...operation.spec.example };
      expect({ name: operation.spec.name, ok: accepts?.(input), errors: accepts?.errors }).toMatchObject({ ok: true });
      expect({ name: operation.spec.name, ok: briefly?.(input), errors: briefly?.errors }).toMatchObject({ ok: true });
    }
  });

  it('explains its filters with examples that it accepts', () => {
    for (const operation of asTools) {
      const catalogue = catalogueOf(operation.spec.request);
      if (!catalogue) continue;
      for (const example of filterExamples(catalogue)) {
        expect(parseFilters(example, catalogue)).toMatchObject({ filter: expect.anything() });
      }
    }
  });

  it('declares its effect to agents', () => {
    for (const operation of asTools) {
      const { effect } = operation.spec;
      expect(toolOf(operation).annotations).toMatchObject({
        ...(effect === 'read' ? { readOnlyHint: true } : { destructiveHint: effect === 'destructive' }),
      });
      expect(effect === 'read' ? 'write' : operation.method).not.toBe('GET');
    }
  });
});
