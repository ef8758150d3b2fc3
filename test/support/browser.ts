import { join } from 'node:path';
import { chromium, type BrowserContextOptions, type Page, type PageScreenshotOptions } from 'playwright-core';
import { projectRoot } from '#platform/config/project-root';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
];
/** A timeout for a hang, not for slowness. */
const TIMEOUT_MS = 60_000;
/** The browser logs every refused call. Tests expect some of them; a file of the page that is missing is recorded by its response. */
const REFUSED_CALL = 'Failed to load resource: the server responded with a status';
const PAGE_FILES = ['script', 'stylesheet', 'image', 'font'];

/** A page in a separate browser, which records errors. */
export interface WatchedPage {
  page: Page;
  /** Script errors, violations of the content security policy, and missing files. */
  errors: string[];
  /** Requests that went to another host than the service. */
  foreignRequests: string[];
  close(): Promise<void>;
}

export async function openPage(serviceUrl: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH, args: ARGUMENTS });
  const page = await (await browser.newContext(options)).newPage();
  const errors: string[] = [];
  const foreignRequests: string[] = [];
  page.setDefaultTimeout(TIMEOUT_MS);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(REFUSED_CALL)) errors.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && PAGE_FILES.includes(response.request().resourceType()))
      errors.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${serviceUrl}/`) && !request.url().startsWith('data:')) foreignRequests.push(request.url());
  });
  return { page, errors, foreignRequests, close: () => browser.close() };
}

const NEEDS_A_NAME = /^\s*- (?:button|link|textbox|combobox|radio|checkbox|table|region|group|img)(?: \[[^\]]*\])*:?$/;

/** Elements that a screen reader would announce without a name, by the browser's own computation. */
export async function unnamedParts(page: Page): Promise<string[]> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return snapshot.split('\n').filter((line) => NEEDS_A_NAME.test(line));
}

/** A screenshot for the documentation. `UPDATE_IMAGES=on npm run test:with -- browser` writes it; otherwise the working tree stays clean. */
export async function takePicture(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (process.env.UPDATE_IMAGES === 'on') await page.screenshot({ ...options, path: join(projectRoot(), 'docs', 'images', name) });
}
