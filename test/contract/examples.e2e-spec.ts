import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { projectRoot } from '#platform/config/project-root';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { zodSchemas } from '../client/generated-code';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { send } from '../support/http';
import { fetchToken } from '../support/organization';
import { escaped } from '../support/response-schema';
import { startTestApp, type TestApp } from '../support/test-app';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  example?: string | number | boolean;
}

interface Described {
  operationId: string;
  description?: string;
  responses: Record<'200', { content: Record<string, { schema: object; example?: object }> }>;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: { 'application/json': { example?: object } } };
}

/** A call as somebody makes it who fills in what the document shows, and nothing else. */
function asShown(path: string, { parameters, requestBody }: Described): { address: string; body?: string } {
  const own = parameters.filter((parameter): parameter is Parameter => 'name' in parameter);
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, example } of own) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(example)));
    // With a choice of fields, the answer would not be an example of a whole row.
    else if (example !== undefined && name !== 'fields') query.append(name, String(example));
  }
  const body = requestBody?.content['application/json'].example;
  return { address: query.size > 0 ? `${address}?${query.toString()}` : address, ...(requestBody && { body: JSON.stringify(body) }) };
}

/** Answers as the description shows them: two entries of a list are enough, and one line of an export. */
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

/** `UPDATE_EXAMPLES=on npx jest test/contract/examples && npm run openapi` renews the answers that the description shows. */
describe('the examples of the OpenAPI description, on the demo', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let token: string;
  let operations: [string, string, Described][];
  const ajv = new Ajv2020({ strict: false, logger: false });

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    token = await fetchToken(service.url, database.credential);
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, Described>> };
    addFormats(ajv);
    ajv.addSchema({ $id: 'openapi', ...document });
    operations = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/public/'))
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]): [string, string, Described] => [method.toUpperCase(), path, operation]),
      );
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  /** Every example in turn, as somebody tries them out from the top to the bottom of the page. */
  async function tryAll(): Promise<Map<string, { status: number; text: string; refusedInside: boolean }>> {
    const answers = new Map<string, { status: number; text: string; refusedInside: boolean }>();
    for (const [method, path, operation] of operations) {
      const { address, body } = asShown(path, operation);
      const { status, text } = await send(`${service.url}${address}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      const refusedInside = /_STATUS_(ERROR|NOT_FOUND|ALREADY_EXISTS)"|_OUTCOME_REJECTED"|"rejected":[1-9]|"notFoundDomains":\["/.test(
        text,
      );
      answers.set(operation.operationId, { status, text, refusedInside });
    }
    return answers;
  }

  it('are accepted, one after the other, with nothing left out or refused inside, and answered as the zod schemas of orval have it', async () => {
    const answers = await tryAll();
    const failed = [...answers].filter(([, { status, refusedInside }]) => status !== 200 || refusedInside);
    expect(failed.map(([name, { status, text }]) => `${name}: ${status} ${text.slice(0, 200)}`)).toEqual([]);
    expect(operations.length).toBeGreaterThan(40);
    const schemas = zodSchemas();
    const parsed = [...answers].filter(([name]) => schemas.has(name));
    expect(parsed.length).toBeGreaterThan(40);
    for (const [name, { text }] of parsed) expect([name, schemas.get(name)?.safeParse(JSON.parse(text)).error]).toEqual([name, undefined]);
    if (process.env.UPDATE_EXAMPLES === 'on') writeExamples(new Map([...answers].map(([name, { text }]) => [name, text])));
  });

  it('are accepted again, or get a clear error', async () => {
    const answers = await tryAll();
    const declared = new Map(service.app.get(OperationRegistry).operations.map(({ spec }) => [spec.name, spec.exampleOnce]));
    const refused = [...answers].map(([name, { status, text, refusedInside }]) => {
      const reason = status === 200 ? undefined : /"reason":"(\w+)"/.exec(text)?.[1];
      return [name, reason ?? (refusedInside ? 'in its result' : undefined)];
    });
    expect(refused).toEqual(refused.map(([name = '']) => [name, declared.get(name)]));
    for (const [, , { operationId, description }] of operations)
      expect([operationId, description?.includes('The example works only once')]).toEqual([
        operationId,
        declared.get(operationId) !== undefined,
      ]);
  });

  it('show an answer of the demo for each operation, as its schema has it', () => {
    for (const [method, path, { operationId, responses }] of operations) {
      const [mediaType, { example }] = Object.entries(responses['200'].content)[0] as [string, { example?: object }];
      expect([operationId, example]).toEqual([operationId, expect.any(Object)]);
      const pointer = ['paths', path, method.toLowerCase(), 'responses', '200', 'content', mediaType, 'schema'];
      const isValid = ajv.compile({ $ref: `openapi#/${pointer.map(escaped).join('/')}` });
      expect([operationId, isValid(example), isValid.errors]).toEqual([operationId, true, null]);
    }
  });
});
