import type { Page } from 'playwright-core';
import type * as Client from '@vendor-risk/client';
import { openPage, type WatchedPage } from '../support/browser';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('the client in a browser', () => {
  let service: TestApp;
  let org: TestOrganization;
  let browser: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    const { domain } = await aVendor(service, org);
    await importFindings(
      org,
      ['a', 'b', 'c'].map((label) => aFinding(`${label}.${domain}`, { severity: label === 'a' ? 'CRITICAL' : 'LOW' })),
    );
    browser = await openPage(service.url);
    ({ page } = browser);
    await page.goto(`${service.url}/docs/graph`);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  /** Runs in the page, with the client that the service serves. */
  const run = <Result>(work: (module: typeof Client, credential: TestOrganization['credential'], baseUrl: string) => Promise<Result>) =>
    page.evaluate<Result>(
      `import('/docs/client/index.js').then((module) => (${work.toString()})(module, ${JSON.stringify(org.credential)}, location.origin))`,
    );

  it('lists, filters, exports and reports errors', async () => {
    const seen = await run(async ({ VendorRisk, VendorRiskError, observationFilterFields }, { clientId, clientSecret }, baseUrl) => {
      const client = new VendorRisk({ baseUrl, clientId, clientSecret });
      const listed: string[] = [];
      for await (const observation of client.observations.list({ limit: 2 })) listed.push(observation.subjectDomain.slice(0, 1));
      const filters = [observationFilterFields.severity.atLeast('HIGH')];
      const critical = await client.observations.list({ filters }).toArray();
      let exported = 0;
      for await (const row of client.observations.export()) exported += row.orn ? 1 : 0;
      const error: unknown = await client.vendors.get({ id: 'nothing' }).catch((thrown: unknown) => thrown);
      return {
        listed: listed.sort(),
        critical: critical.length,
        exported,
        reason: error instanceof VendorRiskError ? error.reason : String(error),
      };
    });
    expect(seen).toEqual({ listed: ['a', 'b', 'c'], critical: 1, exported: 3, reason: 'VENDOR_NOT_FOUND' });
  });

  it('verifies webhooks', async () => {
    const refused = await run(async ({ verifyWebhook }) => {
      const headers = { 'webhook-id': 'm', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA' };
      return verifyWebhook('whsec_AAAA', headers, '{}').catch((error: unknown) => (error as Error).message);
    });
    expect(refused).toBe('No signature matches.');
  });
});
