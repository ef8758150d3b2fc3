import { seedDemo } from '../../src/admin/seed/demo/demo-organization';
import { fetchToken } from '../support/organization';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { described } from '../support/response-schema';
import { startTestApp, type TestApp } from '../support/test-app';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  example?: string | number | boolean;
}

interface Described {
  operationId: string;
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
    else if (example !== undefined) query.append(name, String(example));
  }
  const body = requestBody?.content['application/json'].example;
  return { address: query.size > 0 ? `${address}?${query.toString()}` : address, ...(requestBody && { body: JSON.stringify(body) }) };
}

describe('the examples of the OpenAPI description, on the demo', () => {
  let database: OwnDatabase;
  let service: TestApp;
  let token: string;
  let operations: [string, string, Described][];

  beforeAll(async () => {
    database = await createOwnDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    const { access } = await seedDemo(service.app);
    token = await fetchToken(service.url, access as { clientId: string; clientSecret: string });
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, Described>> };
    operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, string, Described] => [method.toUpperCase(), path, operation]),
    );
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  it('are accepted, one after the other, with nothing left out or refused inside', async () => {
    const failed: string[] = [];
    for (const [method, path, operation] of operations) {
      const { address, body } = asShown(path, operation);
      const response = await fetch(`${service.url}${address}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      const answer = await response.text();
      described(method, address, { status: response.status, headers: response.headers, body: JSON.parse(answer) as unknown });
      const refusedInside = /_STATUS_(ERROR|NOT_FOUND|ALREADY_EXISTS)"|_OUTCOME_REJECTED"|"rejected":[1-9]|"notFoundDomains":\["/.test(
        answer,
      );
      if (response.status !== 200 || refusedInside) failed.push(`${operation.operationId}: ${response.status} ${answer.slice(0, 200)}`);
    }
    expect(failed).toEqual([]);
    expect(operations.length).toBeGreaterThan(40);
  });
});
