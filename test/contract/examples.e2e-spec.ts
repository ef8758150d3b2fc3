import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { projectRoot } from '#platform/config/project-root';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { runNode } from '../support/child';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { callOf } from '../support/http';
import { McpCaller } from '../support/mcp';
import { fetchToken, type Answer } from '../support/organization';
import { described, escaped } from '../support/response-schema';
import { startTestApp, type TestApp } from '../support/test-app';
import { asShown, isPaged, unfiltered, type DescribedOperation, type Document, type Shown } from './document';

/** Stops a walk through an endless list. */
const MAX_PAGES = 200;
/** Lists for agents, with the name of their rows. */
const TOOLS = [
  ['GetObservations', 'observations'],
  ['GetObservationGroups', 'observationGroups'],
  ['GetVendors', 'vendors'],
] as const;

/** Answers as the document shows them: two entries of a list, or one line of an export, are enough. */
function writeExamples(answers: ReadonlyMap<string, string>): void {
  const shown = [...answers].map(([name, text]) => [
    name,
    JSON.parse(firstDocument(text), (key, value: unknown) => {
      if (key === 'nextCursor') return 'eyJ2IjoxfQ';
      if (key === 'clientSecret') return 'vrs_…';
      if (key === 'secret') return 'whsec_…';
      if (key === 'url' && String(value).includes('/answer/')) return 'https://vendor-risk.example/answer/AQGh…';
      return Array.isArray(value) ? value.slice(0, 2) : value;
    }) as unknown,
  ]);
  const file = join(projectRoot(), 'src', 'platform', 'openapi', 'response-examples.json');
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(shown.sort()), null, 1)}\n`);
}

function firstDocument(text: string): string {
  return text.includes('"exportComplete"') ? text.slice(0, text.indexOf('\n')) : text;
}

/** `UPDATE_EXAMPLES=on npx jest test/contract/examples && npm run openapi` renews the example answers. */
describe('the OpenAPI document, with the demo data', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let token: string;
  let document: Document;
  let operations: [string, string, DescribedOperation][];
  const ajv = new Ajv2020({ strict: false, logger: false });

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    token = await fetchToken(service.url, database.credential);
    document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
    addFormats(ajv);
    ajv.addSchema({ $id: 'openapi', ...document });
    operations = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/public/'))
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]): [string, string, DescribedOperation] => [method.toUpperCase(), path, operation]),
      );
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  /** Validates the answer against the document. */
  async function call(method: string, { address, body }: Shown): Promise<Answer & { text: string }> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return described(method, address, await callOf(`${service.url}${address}`, { method, headers, ...(body !== undefined && { body }) }));
  }

  /** Every example in turn, from the top to the bottom of the page. */
  async function tryAll(): Promise<Map<string, { status: number; text: string; refusedInside: string | undefined }>> {
    const answers = new Map<string, { status: number; text: string; refusedInside: string | undefined }>();
    for (const [method, path, operation] of operations) {
      const { status, text } = await call(method, asShown(path, operation));
      const refused = /_STATUS_(ERROR|NOT_FOUND|ALREADY_EXISTS)"|_OUTCOME_REJECTED"|"rejected":[1-9]|"notFoundDomains":\["/.exec(text);
      const refusedInside = refused?.[1] ?? refused?.[0];
      answers.set(operation.operationId, { status, text, refusedInside });
    }
    return answers;
  }

  it('has examples that succeed one after the other, without refused rows', async () => {
    const answers = await tryAll();
    const failed = [...answers].filter(([, { status, refusedInside }]) => status !== 200 || refusedInside);
    expect(failed.map(([name, { status, text }]) => `${name}: ${status} ${text.slice(0, 200)}`)).toEqual([]);
    expect(operations.length).toBeGreaterThan(40);
    if (process.env.UPDATE_EXAMPLES === 'on') writeExamples(new Map([...answers].map(([name, { text }]) => [name, text])));
  });

  it('has examples that succeed again, or return a clear error', async () => {
    const answers = await tryAll();
    const declared = new Map(service.app.get(OperationRegistry).operations.map(({ spec }) => [spec.name, spec.exampleOnce]));
    const refused = [...answers].map(([name, { status, text, refusedInside }]) => {
      const reason = status === 200 ? undefined : /"reason":"(\w+)"/.exec(text)?.[1];
      return [name, reason ?? refusedInside];
    });
    expect(refused).toEqual(refused.map(([name = '']) => [name, declared.get(name)]));
    for (const [, , { operationId, description }] of operations)
      expect([operationId, description?.includes('The example works only once')]).toEqual([
        operationId,
        declared.get(operationId) !== undefined,
      ]);
  });

  it('shows a demo answer for each operation, valid by its schema', () => {
    for (const [method, path, { operationId, responses }] of operations) {
      const [mediaType, { example }] = Object.entries(responses['200'].content)[0] as [string, { example?: object }];
      expect([operationId, example]).toEqual([operationId, expect.any(Object)]);
      const pointer = ['paths', path, method.toLowerCase(), 'responses', '200', 'content', mediaType, 'schema'];
      const isValid = ajv.compile({ $ref: `openapi#/${pointer.map(escaped).join('/')}` });
      expect([operationId, isValid(example), isValid.errors]).toEqual([operationId, true, null]);
    }
  });

  it('describes every page of every list', async () => {
    let rows = 0;
    for (const [method, path, operation] of operations.filter(([, , each]) => isPaged(each, document))) {
      let cursor: string | undefined;
      for (let pages = 1, more = true; more; pages += 1) {
        if (pages > MAX_PAGES) throw new Error(`${operation.operationId} has more than ${MAX_PAGES} pages.`);
        const { status, text } = await call(method, unfiltered(path, operation, document, cursor));
        expect([operation.operationId, status, text.slice(0, 300)]).toEqual([operation.operationId, 200, expect.any(String)]);
        const body = JSON.parse(text) as { nextCursor?: string; hasMore?: boolean };
        rows += Math.max(0, ...Object.values(body).map((value) => (Array.isArray(value) ? value.length : 0)));
        cursor = body.nextCursor;
        more = cursor !== undefined && body.hasMore !== false;
      }
    }
    expect(rows).toBeGreaterThan(1000);
  });

  it.each(TOOLS)('describes the rows that agents get from %s', async (tool, rows) => {
    const { body } = await new McpCaller(service, token).call(tool, {});
    expect(body.result.structuredContent[rows].length).toBeGreaterThan(20);
  });

  it.each(['1.x', '2.x as in 2025', '2.x in 2026-07-28'])('describes what the official MCP client %s reads', async (version) => {
    const tools = TOOLS.map(([tool]) => tool);
    const input = { version, address: `${service.url}/public/v1/mcp`, credential: database.credential, tools };
    const { code, stdout, stderr } = await runNode([join(projectRoot(), 'test', 'mcp', 'client-calls.mjs')], JSON.stringify(input));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const sizes = JSON.parse(stdout) as Record<string, number>;
    expect(tools.filter((tool) => (sizes[tool] ?? 0) < 1000)).toEqual([]);
  });

  it('is violated by a null instead of an absent field, and by an undocumented field', async () => {
    const { status, headers, text } = await call('POST', { address: '/public/v1/observations', body: '{"limit":1}' });
    const answer = JSON.parse(text) as { observations: [object] };
    for (const [change, fault] of [
      [{ epss: { score: null, percentile: 0 } }, '/observations/0/epss/score must be number'],
      [{ colour: 'red' }, 'must NOT have additional properties'],
    ] as const) {
      const body = { ...answer, observations: [{ ...answer.observations[0], ...change }] };
      expect(() => described('POST', '/public/v1/observations', { status, headers, body })).toThrow(fault);
    }
  });
});
