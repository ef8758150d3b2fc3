import type { Page } from 'playwright-core';
import { openPage, type WatchedPage } from '../support/browser';
import { TestOrganization } from '../support/organization';
import { draftFor, importShortTemplate } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';

describe('the answer page, without an account', () => {
  let service: TestApp;
  let customer: TestOrganization;
  let browser: WatchedPage;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    service = await startTestApp();
    customer = await TestOrganization.create(service);
    await importShortTemplate(service);
    browser = await openPage(service.url, { viewport: { width: 400, height: 800 }, javaScriptEnabled: false });
    ({ page } = browser);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  beforeEach(async () => {
    id = await draftFor(customer, {});
    await page.goto(await link());
  });

  async function link(): Promise<string> {
    return (await customer.post(`questionnaires/${id}/send`, { message: 'Thank you for your time.' })).body.link.url as string;
  }
  const read = async () => (await customer.get(`questionnaires/${id}`)).body.questionnaire;
  const press = (name: string) => page.getByRole('button', { name }).click();

  it('saves some answers, then submits all, and shows them to the customer', async () => {
    await page.getByRole('textbox', { name: '1. Who is responsible?' }).fill('The head of IT.\nAnd a deputy.');
    await press('Save');
    await page.getByRole('status').getByText('Your answers are saved.').waitFor();
    expect(await read()).toMatchObject({ status: 'QUESTIONNAIRE_STATUS_IN_PROGRESS', answeredCount: 1 });

    await page.getByRole('group', { name: '2. Does every administrator' }).getByRole('radio', { name: 'Yes', exact: true }).check();
    await page.getByRole('textbox', { name: '3. When were access rights' }).fill('2026-05-01');
    await page.getByText('Comment and documents for question 2').click();
    await page.getByRole('textbox', { name: 'Links to documents for question 2' }).fill('https://acme.com/a.pdf\nhttps://acme.com/b.pdf');
    await press('Submit answers');
    await page.getByRole('status').getByText('Your answers are submitted.').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);

    const { status, version, sections, submissions } = await read();
    expect([status, version, submissions[0].source]).toEqual(['QUESTIONNAIRE_STATUS_SUBMITTED', 1, 'ANSWER_SOURCE_LINK']);
    expect(sections[0].questions[0].answer).toBe('The head of IT.\nAnd a deputy.');
    expect(sections[1].questions[0]).toMatchObject({
      answer: 'YES',
      files: [{ url: 'https://acme.com/a.pdf' }, { url: 'https://acme.com/b.pdf' }],
    });
  });

  it('keeps invalid input in the form, saves the rest, and links to missing answers', async () => {
    await page.getByRole('textbox', { name: '1. Who is responsible?' }).fill('<b>Nobody</b> & "co"');
    await page.getByText('Comment and documents for question 3').click();
    await page.getByRole('textbox', { name: 'Links to documents for question 3' }).fill('no link');
    await press('Submit answers');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    expect(await alert.getByRole('link').allInnerTexts()).toEqual(['Question 3', 'Question 2']);
    expect(await page.getByRole('textbox', { name: '1. Who is responsible?' }).inputValue()).toBe('<b>Nobody</b> & "co"');
    expect(await page.getByRole('textbox', { name: 'Links to documents for question 3' }).inputValue()).toBe('no link');
    expect(await page.getByRole('group', { name: '2. Does every' }).getAttribute('aria-invalid')).toBe('true');
    expect((await read()).sections[0].questions[0].answer).toBe('<b>Nobody</b> & "co"');
  });

  it('can be used by keyboard alone', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.type('The board.');
    // Comment and documents of question 1, then the choices of question 2.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    const { sections } = await read();
    expect(sections[0].questions[0].answer).toBe('The board.');
    expect(sections[1].questions[0].answer).toBe('YES');
  });

  it('shows the comments of a reviewer who returned the answers', async () => {
    const returned = { decision: 'QUESTIONNAIRE_DECISION_RETURNED', comments: [{ questionId: 'owner', text: 'A name, please.' }] };
    await page.getByRole('textbox', { name: '1. Who is responsible?' }).fill('IT');
    await page.getByRole('radio', { name: 'No', exact: true }).check();
    await page.getByRole('textbox', { name: '3. When were access rights' }).fill('2026-05-01');
    await press('Submit answers');
    await page.getByRole('status').waitFor();
    expect((await customer.post(`questionnaires/${id}/review`, returned)).status).toBe(200);
    await page.reload();
    await page.getByText('Comment of the reviewer: A name, please.').waitFor();
    const box = page.getByRole('textbox', { name: '1. Who is responsible?' });
    expect(await box.getAttribute('aria-describedby')).toBe('r-owner-0');
    await box.fill('Jo Doe, IT');
    await press('Submit answers');
    await page.getByRole('status').waitFor();
    expect((await read()).version).toBe(2);
  });

  it('does not lose a concurrent change', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('textbox', { name: '1. Who is responsible?' }).fill('From the other window');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('status').waitFor();
    await other.close();
    await page.getByRole('textbox', { name: '1. Who is responsible?' }).fill('Mine');
    await press('Save');
    await page.getByRole('alert').getByText('Somebody else saved').waitFor();
    expect((await read()).sections[0].questions[0].answer).toBe('From the other window');
    expect(await page.getByRole('textbox', { name: '1. Who is responsible?' }).inputValue()).toBe('Mine');
    await press('Save');
    await page.getByRole('status').waitFor();
    expect((await read()).sections[0].questions[0].answer).toBe('Mine');
  });

  it('loads nothing from other hosts, and violates no rule of its policy', () => {
    expect(browser.errors).toEqual([]);
    expect(browser.foreignRequests).toEqual([]);
  });
});
