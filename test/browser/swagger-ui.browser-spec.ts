import type { Locator, Page } from 'playwright-core';
import { CredentialAdmin, type NewSecret } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import { openPage, takePicture, type WatchedPage } from '../support/browser';
import { send } from '../support/http';
import { fetchToken } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const GROUPS = ['Payment processors', 'Cloud infrastructure', 'Logistics partners'];

describe('Swagger UI', () => {
  let service: TestApp;
  let credential: NewSecret;
  let browser: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    service = await startTestApp({ RATE_LIMIT_PER_MINUTE: '600' });
    await service.app.get(Organizations).create({ name: 'Northwind Insurance', domain: 'northwind-insurance.com', vrm: true, slots: 50 });
    credential = await service.app.get(CredentialAdmin).create('northwind-insurance.com', 'Swagger UI', 'all');
    await createGroups();

    browser = await openPage(service.url, { viewport: { width: 1280, height: 1400 } });
    ({ page } = browser);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  async function createGroups(): Promise<void> {
    const headers = { authorization: `Bearer ${await fetchToken(service.url, credential)}`, 'content-type': 'application/json' };
    for (const name of GROUPS)
      await send(`${service.url}/public/v1/vendors/groups`, { method: 'POST', headers, body: JSON.stringify({ name }) });
  }

  const operation = (name: string): Locator => page.locator(`.opblock[id$="-${name}"]`);

  async function tryOut(name: string): Promise<Locator> {
    const block = operation(name);
    await block.locator('.opblock-summary-control').click();
    await block.locator('.btn.execute').click();
    const answer = block.locator('.live-responses-table > tbody > tr.response').first();
    await answer.waitFor();
    return answer;
  }

  /** CPU time of the page, independent of other load on the machine. */
  async function cpuSeconds(work: () => Promise<void>): Promise<number> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
    const before = await spent();
    await work();
    const after = await spent();
    await session.detach();
    return after - before;
  }

  it('shows every operation, in groups', async () => {
    await page.goto(`${service.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    expect(await page.locator('.opblock-tag-section .opblock').count()).toBe(0); // folded
    for (const tag of await page.locator('.opblock-tag').all()) await tag.click();
    await operation('WhoAmI').waitFor();
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> };
    const operations = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
    expect(await page.locator('.opblock-tag-section .opblock').count()).toBe(operations);
  });

  it.each(['GetChanges', 'UpdateWebhook', 'GetObservations'])('opens %s, one of the largest, in under a second', async (name) => {
    const seconds = await cpuSeconds(async () => {
      await operation(name).locator('.opblock-summary-control').click();
      await operation(name).locator('.responses-table .response-col_status').first().waitFor();
      await operation(name).locator('.highlight-code, .example').first().waitFor();
    });
    expect(seconds).toBeLessThan(1);
    await operation(name).locator('.opblock-summary-control').click();
  });

  it('refuses a call before authorization', async () => {
    const answer = await tryOut('WhoAmI');
    expect(await answer.locator('.response-col_status').innerText()).toMatch(/^401/);
    await operation('WhoAmI').locator('.opblock-summary-control').click();
  });

  it('authorizes with a client id and secret', async () => {
    await page.locator('.scheme-container .btn.authorize').click();
    const scheme = page.locator('.dialog-ux .auth-container', { hasText: 'clientCredentials' });
    await scheme.locator('input[data-name="clientId"]').fill(credential.clientId);
    await scheme.locator('input[data-name="clientSecret"]').fill(credential.clientSecret);
    await scheme.locator('.scopes h2 a').first().click();
    await scheme.locator('.auth-btn-wrapper .btn.authorize').click();
    await scheme.locator('.auth-btn-wrapper .btn', { hasText: 'Logout' }).waitFor();
    await scheme.locator('.btn-done').click();
    await page.locator('.scheme-container .btn.authorize.locked').waitFor();
  });

  it.each([
    ['WhoAmI', 'northwind-insurance.com'],
    ['GetVendorGroups', GROUPS[0] ?? ''],
  ])('tries out %s and shows the response', async (name, expected) => {
    const answer = await tryOut(name);
    await answer.locator('.response-col_status', { hasText: '200' }).waitFor();
    expect(await answer.locator('.response-col_description').innerText()).toContain(expected);
  });

  it('is shown in the README', async () => {
    await operation('WhoAmI').locator('.opblock-summary-control').click();
    await operation('GetVendorGroups').evaluate((element) => {
      (element as unknown as { scrollIntoView(): void }).scrollIntoView();
    });
    // The page shows the request with its token, which must not be in the picture.
    await takePicture(page, 'swagger-ui.png', { style: '.curl-command { display: none }' });
  });

  it('loads nothing from other hosts and has no script errors', () => {
    expect(browser.foreignRequests).toEqual([]);
    expect(browser.errors).toEqual([]);
  });
});
