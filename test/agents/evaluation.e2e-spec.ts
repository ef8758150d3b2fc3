import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { projectRoot } from '#platform/config/project-root';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { McpCaller } from '../support/mcp';
import { fetchToken } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { ANALYST_QUESTIONS, EVENT, type CallTool, type ReadRows } from './analyst-questions';

const MAX_CALLS = 4;
const MAX_TOKENS = 8_000;
const CHARACTERS_PER_TOKEN = 4;

interface Cost {
  calls: string[];
  tokens: number;
}

/** Measures what an agent needs to answer an analyst, without a model: the calls are given, their cost and the answers are checked. */
describe('the questions of an analyst, on the demo', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let admin: Client;
  let mcp: McpCaller;
  let organizationId: string;
  const costs = new Map<string, Cost>();

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    mcp = new McpCaller(service, await fetchToken(service.url, database.credential));
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    organizationId = (await run('WhoAmI', {})).organization.id;
    const { companies } = await run('GetSecurityEventImpactedCompanies', { eventId: EVENT });
    const [first, second] = (companies as { organization: { domain: string } }[]).map(({ organization }) => organization.domain);
    await run('SendVrmRequest', { eventId: EVENT, vendorDomains: [first, second] });
    const response = { eventId: EVENT, vendorDomain: second, responseStatus: 'VENDOR_RESPONSE_STATUS_FIXED' };
    await run('RecordVendorResponseOnBehalf', response);
  });
  afterAll(async () => {
    await admin.end();
    await service.close();
    await database.drop();
  });

  const run: CallTool = async (name, input) => {
    const { result } = (await mcp.call(name, input)).body;
    expect({ name, refusal: result.isError ? result.content[0].text : '' }).toEqual({ name, refusal: '' });
    return result.structuredContent;
  };

  const read: ReadRows = async (sql, params = []) => (await admin.query<Record<string, unknown>>(sql, [organizationId, ...params])).rows;

  it.each(ANALYST_QUESTIONS.map((each) => [each.question, each] as const))('%s', async (question, { answer, truth }) => {
    const cost: Cost = { calls: [], tokens: 0 };
    costs.set(question, cost);
    const counted: CallTool = async (name, input) => {
      const content = await run(name, input);
      cost.calls.push(name);
      cost.tokens += Math.ceil(JSON.stringify(content).length / CHARACTERS_PER_TOKEN);
      return content;
    };
    const expected = await truth(read);
    expect([[], 0, '0', undefined]).not.toContainEqual(expected);
    expect(await answer(counted)).toEqual(expected);
    expect(cost.calls.length).toBeLessThanOrEqual(MAX_CALLS);
    expect(cost.tokens).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it('cost what docs/mcp.md says', () => {
    const rows = readFileSync(join(projectRoot(), 'docs/mcp.md'), 'utf8').matchAll(/^\| (.+\?) \| (.+?) \| ([\d,]+) \|$/gm);
    const documented = new Map(
      [...rows].map(([, question, calls, tokens = '']) => [question, { calls, tokens: Number(tokens.replace(',', '')) }]),
    );
    const measured = [...costs].map(([question, { calls, tokens }]) => ({
      question,
      calls: calls.map((call) => `\`${call}\``).join(', '),
      tokens,
    }));
    // The demo varies a little from day to day: names, ids and dates have other lengths.
    const isRight = (each: (typeof measured)[number]) => {
      const said = documented.get(each.question);
      return said?.calls === each.calls && Math.abs(said.tokens - each.tokens) <= 0.25 * each.tokens + 20;
    };
    const wrong = measured.filter((each) => !isRight(each)).map(({ question, calls, tokens }) => `| ${question} | ${calls} | ${tokens} |`);
    expect(wrong).toEqual([]);
  });
});
