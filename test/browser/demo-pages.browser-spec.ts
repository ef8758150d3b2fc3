import { openPage, takePicture, unnamedParts, type WatchedPage } from '../support/browser';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { send } from '../support/http';
import { fetchToken } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('the pages with demo data', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let browser: WatchedPage;

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    browser = await openPage(service.url);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await database.drop();
  });

  it.each([
    [1200, 'portfolio.png'],
    [400, 'portfolio-400.png'],
  ])('portfolio fits into %i pixels, and nothing covers its buttons', async (width, picture) => {
    const { page } = browser;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${service.url}/docs/portfolio`);
    await page.fill('#client-id', database.credential.clientId);
    await page.fill('#client-secret', database.credential.clientSecret);
    await page.click('#by-client button');
    await page.locator('.spark').first().waitFor({ state: 'attached' });
    await page
      .getByRole('button', { name: /^Score history of/ })
      .first()
      .click();
    await page.getByRole('img', { name: /^Overall score: / }).waitFor();
    const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    for (const button of await page.locator('#board button:visible').all()) await button.click({ trial: true });
    expect(await unnamedParts(page)).toEqual([]);
    await takePicture(page, picture, { fullPage: true });
  });

  it.each([
    [1200, 'answer-page.png'],
    [400, 'answer-page-400.png'],
  ])('answer page fits into %i pixels', async (width, picture) => {
    const headers = { authorization: `Bearer ${await fetchToken(service.url, database.credential)}`, 'content-type': 'application/json' };
    const post = async (path: string, body: object) =>
      (await send(`${service.url}/public/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).body;
    const [vendor] = (await post('vendors', { limit: 1 })).vendors;
    const { questionnaire } = await post('questionnaires', { vendorId: vendor.id, templateId: 'security-baseline' });
    const { link } = await post(`questionnaires/${questionnaire.id}/send`, {
      channel: 'QUESTIONNAIRE_CHANNEL_LINK',
      message: 'Thank you for your time.',
    });
    const { page } = browser;
    await page.setViewportSize({ width, height: 800 });
    await page.goto(link.url);
    for (const element of await page.locator('main, .question, .actions, textarea:visible').all()) {
      const box = await element.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    }
    expect(await unnamedParts(page)).toEqual([]);
    await takePicture(page, picture);
  });
});
