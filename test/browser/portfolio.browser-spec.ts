import type { Page } from 'playwright-core';
import { watchedPortfolio, type WatchedPortfolio } from '../portfolio/watched-portfolio';
import { openPage, unnamedParts, type WatchedPage } from '../support/browser';
import { startTestApp, type TestApp } from '../support/test-app';

describe('the portfolio page', () => {
  let service: TestApp;
  let sample: WatchedPortfolio;
  let browser: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    service = await startTestApp();
    sample = await watchedPortfolio(service);
    browser = await openPage(service.url, { viewport: { width: 1200, height: 900 } });
    ({ page } = browser);
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

  it('links each number to its rows', async () => {
    await enter();
    const { bad, fair, good } = sample;
    const onAll = [bad, fair, good].map(({ domain }) => domain);
    const rowsBehind: [number: string | RegExp, title: string, rows: string[]][] = [
      ['Show all 3 vendors', 'All vendors', onAll],
      ['Show 3 scored vendors', 'Scored vendors', onAll],
      ['2 vendors with grade A now', 'Vendors with grade A now', [fair.domain, good.domain]],
      ['3 vendors with grade A 30 days ago', 'Vendors with grade A 30 days ago', onAll],
      ['Show 1 critical observation, 0 to 7 days old', 'Critical observations, 0 to 7 days old', [`api.${bad.domain}`]],
      [
        'Show all 3 open critical observations',
        'Open critical observations',
        ['api', 'shop', 'vpn'].map((host) => `${host}.${bad.domain}`),
      ],
      ['Show 0 overdue observations', 'Overdue observations', []],
      ['Show 1 request without an answer', 'Requests without an answer', [bad.domain]],
      ['Show 0 overdue requests', 'Overdue requests', []],
      [/^Show 1 vendor that did not answer/, 'Not answered: Records stolen', [bad.domain]],
      ['Show 2 vendors that use Google', 'Vendors that use Google', [bad.domain, good.domain]],
    ];
    for (const [number, title, rows] of rowsBehind) {
      await button(number).click();
      await opened(title);
      const shown = await table().allInnerTexts();
      expect([title, shown.length]).toEqual([title, rows.length]);
      for (const row of rows) expect(shown).toContainEqual(expect.stringContaining(row));
    }
    const worst = card('Worst vendors').locator('li').first();
    await worst.getByRole('button', { name: /^Show 4 open observations of/ }).click();
    await opened(`Open observations of Company of ${bad.domain}`);
    expect(await table().count()).toBe(4);
    await worst.getByRole('button', { name: /: show its history$/ }).click();
    await opened(`Score history of Company of ${bad.domain}`);
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

  it('can be used with a screen reader: every part has a name, every cell its column', async () => {
    await enter();
    await button('Show all 3 open critical observations').click();
    await opened('Open critical observations');
    expect(await unnamedParts(page)).toEqual([]);
    expect(await page.locator('section.card:not(:has(h2))').count()).toBe(0);
    expect(await page.locator('#rows-body td:not([data-name])').count()).toBe(0);
  });

  it('shows why it cannot load', async () => {
    await page.goto(`${service.url}/docs/portfolio`);
    await page.fill('#token', (await sample.org.withScopes('findings.read')).token);
    await page.click('#by-token button');
    await page.locator('#message.bad').waitFor();
    expect(await page.locator('#message').innerText()).toContain('vendor-directory.read');
  });

  it('has no script errors, and loads nothing from other hosts', () => {
    expect(browser.errors).toEqual([]);
    expect(browser.foreignRequests).toEqual([]);
  });
});
