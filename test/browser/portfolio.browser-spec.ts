import { chromium, type Browser, type Page } from 'playwright-core';
import { watchedPortfolio, type WatchedPortfolio } from '../portfolio/watched-portfolio';
import { startTestApp, type TestApp } from '../support/test-app';

describe('the page of the portfolio', () => {
  let service: TestApp;
  let sample: WatchedPortfolio;
  let browser: Browser;
  let page: Page;
  const troubles: string[] = [];
  const elsewhere: string[] = [];

  beforeAll(async () => {
    service = await startTestApp();
    sample = await watchedPortfolio(service);
    const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
    browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH, args });
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('request', (request) => !request.url().startsWith(service.url) && elsewhere.push(request.url()));
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  async function enter(): Promise<void> {
    await page.goto(`${service.url}/docs/portfolio`);
    await page.fill('#client-id', sample.org.credential.clientId);
    await page.fill('#client-secret', sample.org.credential.clientSecret);
    await page.click('#by-client button');
    await page.getByRole('heading', { name: 'Grades' }).waitFor();
  }

  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const table = () => page.locator('#rows-body tr');
  const opened = (title: string) => page.getByRole('heading', { name: title }).waitFor();

  it('shows grades, trend, worst vendors, criticals by age, events and fourth parties', async () => {
    await enter();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      expect.arrayContaining([
        'Grades',
        'Open criticals by age',
        'Worst vendors',
        'Fastest falling',
        'Events awaiting answers',
        'Top fourth parties',
      ]),
    );
    expect(await card('Grades').innerText()).toContain('67 % have an A or B, after 100 % 30 days ago.');
    expect(await card('Grades').locator('.stack').count()).toBe(3);
    expect(await card('Fastest falling').locator('li').count()).toBe(1);
    await card('Worst vendors').locator('.spark').first().waitFor();
    expect(await page.inputValue('#client-secret')).toBe('');
  });

  it('leads from each number to its rows', async () => {
    await enter();
    await button('2 vendors with grade A now').click();
    await opened('Vendors with grade A');
    expect(await table().count()).toBe(2);
    await button('Show 1 critical observation, 0 to 7 days old').click();
    await opened('Critical observations, 0 to 7 days old');
    expect(await table().allInnerTexts()).toEqual([expect.stringContaining(`api.${sample.bad.domain}`)]);
    await button('Show all 3 open critical observations').click();
    await opened('Open critical observations');
    expect(await table().count()).toBe(3);
    await button('Show 0 overdue observations').click();
    await opened('Overdue observations');
    expect(await table().count()).toBe(0);
    await button(/^Show 1 vendor that did not answer/).click();
    await opened('Not answered: Records stolen');
    expect(await table().allInnerTexts()).toEqual([expect.stringContaining(sample.bad.domain)]);
    await button('Show 2 vendors that use Google').click();
    await opened('Vendors that use Google');
    expect(await table().count()).toBe(2);
  });

  it('shows the history of a vendor and what moved its score', async () => {
    await enter();
    await card('Worst vendors')
      .getByRole('button', { name: /^Score history/ })
      .first()
      .click();
    await opened(`Score history of Company of ${sample.bad.domain}`);
    await page.getByRole('img', { name: /^Overall score: \d+ on / }).waitFor();
    expect(await table().first().innerText()).toContain('vulnerability');
  });

  it('can be used by keyboard: rows take the focus, and Escape returns it to the number', async () => {
    await enter();
    const number = button('Show all 3 open critical observations');
    await number.focus();
    await page.keyboard.press('Enter');
    await opened('Open critical observations');
    await page.locator('#rows-title:focus').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Show all 3 open critical observations');
    expect(await page.locator('#rows').isVisible()).toBe(false);
  });

  it('gives every button a name, every region a heading, and every cell its column', async () => {
    await enter();
    await button('Show all 3 open critical observations').click();
    await opened('Open critical observations');
    const unnamed = await page
      .locator('button:visible')
      .evaluateAll((all) => all.filter((one) => !(one.getAttribute('aria-label') ?? one.textContent)?.trim()).length);
    expect(unnamed).toBe(0);
    expect(await page.locator('section.card:not(:has(h2))').count()).toBe(0);
    expect(await page.locator('#rows-body td:not([data-name])').count()).toBe(0);
  });

  it.each([1200, 400])('fits into %i pixels, and nothing covers its buttons', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await enter();
    await page.locator('.spark').first().waitFor({ state: 'attached' });
    await button('Show all 3 open critical observations').click();
    await opened('Open critical observations');
    const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    for (const one of await page.locator('#board button:visible').all()) await one.click({ trial: true });
    await page.setViewportSize({ width: 1200, height: 900 });
  });

  it('shows why it cannot load', async () => {
    await page.goto(`${service.url}/docs/portfolio`);
    await page.fill('#token', (await sample.org.withScopes('findings.read')).token);
    await page.click('#by-token button');
    await page.locator('#message.bad').waitFor();
    expect(await page.locator('#message').innerText()).toContain('vendor-directory.read');
    troubles.length = 0; // the browser logs the refused call
  });

  it('has no script errors, and loads nothing from other hosts', () => {
    expect(troubles).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
