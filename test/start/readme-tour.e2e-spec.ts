import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { observationFilterFields, scoredVendorFilterFields, vendorFilterFields, VendorRisk, VendorRiskError } from '@vendor-risk/client';
import { projectRoot } from '#platform/config/project-root';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { startTestApp, type TestApp } from '../support/test-app';

jest.setTimeout(180_000);

/** The code blocks of the tour, with the answers they promise. */
function readTour(): { code: string; promised: RegExp[] }[] {
  const readme = readFileSync(join(projectRoot(), 'README.md'), 'utf8');
  const [tour = ''] = readme.slice(readme.indexOf('## A tour')).split(/^!\[/m);
  const blocks = [...tour.matchAll(/^```bash\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks
    .filter((block) => !block.startsWith('export ')) // what the reader fills in
    .map((block) => ({
      code: block.replace(/^# .*\n/gm, ''),
      promised: [...block.matchAll(/^# (.*)$/gm)].map(([, answer = '']) => new RegExp(`^${answer.split('…').map(escaped).join('.*')}$`)),
    }));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

describe('the tour of the README', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    const { clientId, clientSecret } = database.credential;
    env = { PATH: process.env.PATH ?? '', BASE: service.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  it('gives the documented answers, the first time and again', async () => {
    const steps = readTour();
    expect(steps.length).toBeGreaterThan(6);
    const script = steps.map(({ code }) => `${code}echo '=== next'`).join('\n');
    for (const time of [0, 1]) {
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
      const answers = stdout.split('=== next\n').map((answer) => answer.trim());
      for (const [index, { code, promised }] of steps.entries()) {
        const expected = promised[time] ?? promised[0];
        if (expected) expect({ time, code, answer: answers[index] }).toEqual({ time, code, answer: expect.stringMatching(expected) });
      }
    }
  });

  it('works the same with the client', async () => {
    const { clientId, clientSecret } = database.credential;
    const client = new VendorRisk({ baseUrl: service.url, clientId, clientSecret });
    const domain = 'cloudflare.com';
    const csv = `domain_name,is_monitored,risk_level\nhttps://www.Cloudflare.com/,yes,high\n`;
    const asset = { url: { url: `https://shop.${domain}/` } };
    const finding = { vendorDomain: domain, title: 'Certificate expires soon', observationType: 'tls-expiry', category: 'encryption' };
    const content = JSON.stringify({ ...finding, severity: 'medium', asset });
    const refused = await client.vendorGroups
      .list({ limit: -1 })
      .page()
      .catch((error: unknown) => error);
    const answers = [
      await client.account.whoAmI(),
      await client.observations.list({ limit: 3, filters: [observationFilterFields.severity.atLeast('HIGH')] }).page(),
      await client.vendors.bulkUpsertFromCsv({ csv }),
      await client.vendors.list({ filters: [vendorFilterFields.domainName.equals(domain)] }).page(),
      await client.observations.import({ format: 'jsonl', content }),
      await client.observations.getVendorScores({ filters: [scoredVendorFilterFields.vendor.equals(domain)] }),
    ].map((answer) => JSON.stringify(answer));
    const promised = readTour().flatMap(({ promised: both }) => both.at(-1) ?? []);
    expect(answers).toEqual(promised.slice(0, -1).map((answer) => expect.stringMatching(answer)));
    expect(refused).toBeInstanceOf(VendorRiskError);
    expect(refused).toMatchObject({ status: 400, reason: 'INVALID_REQUEST', fieldViolations: [{ field: 'limit' }] });
  });
});
