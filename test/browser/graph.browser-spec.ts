import type { Page } from 'playwright-core';
import { sampleOf, type Sample } from '../avd/sample';
import { openPage, unnamedParts, type WatchedPage } from '../support/browser';
import { startTestApp, type TestApp } from '../support/test-app';

describe('the page that draws fourth parties', () => {
  let service: TestApp;
  let sample: Sample;
  let browser: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    service = await startTestApp();
    sample = await sampleOf(service);
    browser = await openPage(service.url, { viewport: { width: 1360, height: 860 } });
    ({ page } = browser);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  beforeEach(() => page.goto(`${service.url}/docs/graph`));

  async function enter(clientSecret = sample.org.credential.clientSecret): Promise<void> {
    await page.fill('#client-id', sample.org.credential.clientId);
    await page.fill('#client-secret', clientSecret);
    await page.click('#by-client button');
  }

  const node = (name: string) => page.locator(`.node[aria-label^="${name}, "]`);
  const names = (selector: string) => page.locator(selector).evaluateAll((found) => found.map((one) => one.getAttribute('aria-label')));
  const radius = async (name: string) => Number(await node(name).locator('circle').getAttribute('r'));

  it('draws every vendor, fourth party and connection of the organization', async () => {
    await enter();
    await node('Google').waitFor();
    expect(await names('.party')).toEqual([
      'Google, fourth party and vendor, 3 vendors, 2 of them critical',
      'Cloudflare, fourth party, 1 vendor',
      'Stripe, fourth party, 1 vendor, 1 of them critical',
    ]);
    expect(await names('.vendor')).toEqual([
      'Acme, critical vendor, 2 fourth parties',
      'Borealis 100%, vendor, 2 fourth parties',
      'Cobalt, critical vendor, 1 fourth party',
    ]);
    expect(await page.locator('.edge').count()).toBe(5);
    expect(await page.locator('.edge.new').count()).toBe(2);
    expect(await radius('Google')).toBeGreaterThan(await radius('Stripe'));
    expect(await page.locator('#panel .title').allInnerTexts()).toEqual(['Google', 'Cloudflare', 'Stripe']);
    expect(await page.inputValue('#client-secret')).toBe('');
  });

  it('highlights the connections under the pointer, and shows details of a clicked node', async () => {
    await enter();
    await node('Borealis 100%').locator('circle').hover();
    expect(await page.locator('#tip').innerText()).toContain('borealis.com · vendor, 2 fourth parties');
    expect((await names('.node.on')).map((label) => label?.split(',')[0]).sort()).toEqual(['Borealis 100%', 'Cloudflare', 'Google']);
    expect(await page.locator('.edge.on').count()).toBe(2);

    await node('Google').locator('circle').click();
    await page.locator('#panel .evidence').first().waitFor();
    expect(await page.locator('#panel h2').innerText()).toBe('Google');
    expect(await page.locator('#panel .title').allInnerTexts()).toEqual(['Acme', 'Borealis 100%', 'Cobalt']);
    expect(await page.locator('#panel .evidence').first().innerText()).toBe('MX acme.com → aspmx.l.google.com');
  });

  it('can be used by keyboard', async () => {
    await enter();
    await node('Stripe').focus();
    await page.keyboard.press('Enter');
    await page.locator('#panel .evidence').waitFor();
    expect(await page.locator('#panel h2').innerText()).toBe('Stripe');
    await page.keyboard.press('Escape');
    expect(await page.locator('#panel h2').innerText()).toBe('Most used fourth parties');
  });

  it('also accepts a token, and searches', async () => {
    await page.fill('#token', `Bearer ${sample.org.token}`);
    await page.click('#by-token button');
    await node('Google').waitFor();
    await page.fill('#query', 'cloud');
    await page.click('#settings button[type=submit]');
    await node('Google').waitFor({ state: 'detached' });
    expect(await page.locator('.node').count()).toBe(2);
    await page.fill('#query', 'nobody');
    await page.click('#settings button[type=submit]');
    await page.getByText('No fourth parties match.').waitFor();
    expect(await page.locator('.node').count()).toBe(0);
    await page.click('#leave');
    expect(await page.locator('#sign-in').isVisible()).toBe(true);
  });

  it.each([1200, 400])('lets every control of its header be clicked at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 860 });
    await page.reload();
    await enter();
    await node('Google').waitFor();
    const controls = page.locator('header a:visible, header button:visible, header input:visible, header select:visible');
    expect(await controls.count()).toBeGreaterThan(6);
    for (const control of await controls.all()) await control.click({ trial: true }); // fails when something covers it
    expect(await unnamedParts(page)).toEqual([]);
    await page.setViewportSize({ width: 1360, height: 860 });
  });

  it('has no script errors, and loads nothing from other hosts', () => {
    expect(browser.errors).toEqual([]);
    expect(browser.foreignRequests).toEqual([]);
  });

  it('shows why it cannot draw', async () => {
    await enter('vrs_wrong');
    await page.locator('#message.bad').waitFor();
    expect(await page.locator('.node').count()).toBe(0);
    const narrow = await sample.org.withScopes('vendor-directory.read');
    await page.fill('#token', narrow.token);
    await page.click('#by-token button');
    await page.getByText('avd.read', { exact: false }).last().waitFor();
    expect(await page.locator('#message').innerText()).toMatch(/avd\.read.*\(req_/);
  });
});
