import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { runNode } from '../support/child';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { send } from '../support/http';
import { McpCaller } from '../support/mcp';
import { fetchToken } from '../support/organization';
import { described } from '../support/response-schema';
import { startTestApp, type TestApp } from '../support/test-app';

/** The lists, and where each has its rows. The helpers that make the calls hold every body against the description. */
const LISTS: readonly [tool: string, path: string, rows: string, request: object][] = [
  ['GetObservations', 'observations', 'observations', { mode: 'OBSERVATION_MODE_ALL' }],
  ['GetObservationGroups', 'observations/groups', 'observationGroups', { mode: 'OBSERVATION_MODE_ALL' }],
  ['GetVendors', 'vendors', 'vendors', { includeFilterOptions: true }],
];

describe('every row of the demo', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let token: string;

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    token = await fetchToken(service.url, database.credential);
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  it.each(LISTS)('is as described: %s', async (tool, path, rows, request) => {
    let cursor: string | undefined;
    let seen = 0;
    do {
      const { status, body } = await send(`${service.url}/public/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...request, limit: 200, ...(cursor && { cursor }) }),
      });
      expect(status).toBe(200);
      seen += (body[rows] as unknown[]).length;
      cursor = body.nextCursor as string | undefined;
    } while (cursor);
    expect(seen).toBeGreaterThan(20);

    const { body } = await new McpCaller(service, token).call(tool, {});
    expect(body.result.structuredContent[rows].length).toBeGreaterThan(20);
  });

  it.each(['1.x', '2.x as in 2025', '2.x in 2026-07-28'])('is read by the official MCP client %s', async (version) => {
    const tools = LISTS.map(([tool]) => tool);
    const input = { version, address: `${service.url}/public/v1/mcp`, credential: database.credential, tools };
    const { code, stdout, stderr } = await runNode([join(projectRoot(), 'test', 'mcp', 'client-calls.mjs')], JSON.stringify(input));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const sizes = JSON.parse(stdout) as Record<string, number>;
    expect(tools.filter((tool) => (sizes[tool] ?? 0) < 1000)).toEqual([]);
  });

  it('detects a null instead of an absent field, and an undocumented field', async () => {
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"limit":1}',
    };
    const answer = await send(`${service.url}/public/v1/observations`, request);
    const [observation] = answer.body.observations as [object];
    for (const [change, fault] of [
      [{ epss: { score: null, percentile: 0 } }, '/observations/0/epss/score must be number'],
      [{ colour: 'red' }, 'must NOT have additional properties'],
    ] as const) {
      const changed = { ...answer, body: { ...answer.body, observations: [{ ...observation, ...change }] } };
      expect(() => described('POST', '/public/v1/observations', changed)).toThrow(fault);
    }
  });
});
