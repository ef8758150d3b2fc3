import { TemplateImport } from '#modules/questionnaires/template-import';
import { Jobs } from '#platform/jobs/jobs';
import { startMonitoredApp } from '../monitoring/monitored-app';
import { openPage, type WatchedPage } from '../support/browser';
import { importDaysAgo } from '../support/dated-import';
import { rule } from '../support/filters';
import { Company } from '../support/internet/company';
import { Internet } from '../support/internet/internet';
import { aFinding, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { createQuestionnaire } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';
import { newDomain, type AnyVendor } from '../support/vendors';
import { msUntil } from '../support/wait';
import { WebhookReceiver, type Received } from '../support/webhook-receiver';
import { createWebhook, type CreatedWebhook } from '../support/webhooks';

const TEMPLATE = {
  id: 'after-a-critical',
  name: 'After a critical finding',
  version: '1.0.0',
  sections: [
    {
      title: 'Remote access',
      questions: [
        {
          id: 'patched',
          text: 'Is the VPN gateway patched?',
          kind: 'YES_NO',
          finding: { when: 'NO', category: 'PATCHING_CADENCE', severity: 'HIGH', title: 'The VPN gateway is not patched' },
        },
        { id: 'owner', text: 'Who is responsible?', kind: 'TEXT' },
      ],
    },
  ],
};

const TICKET = { system: 'jira', key: 'SEC-4711', url: 'https://tickets.example.com/SEC-4711' };
const IS_CRITICAL = rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' });

/** One day, in order: each test continues where the previous one stopped. */
describe('the day of an analyst', () => {
  let internet: Internet;
  let service: TestApp;
  let org: TestOrganization;
  let receiver: WebhookReceiver;
  let webhook: CreatedWebhook;
  let company: Company;
  let vendor: AnyVendor;
  let browser: WatchedPage;
  let criticalOrn: string;
  let questionnaireId: string;
  let link: string;

  beforeAll(async () => {
    internet = await Internet.start();
    service = await startMonitoredApp(internet, { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    org = await TestOrganization.create(service);
    receiver = await WebhookReceiver.start();
    await service.app.get(TemplateImport).import(JSON.stringify(TEMPLATE));
    company = new Company(internet, newDomain());
    company.dns['_dmarc'] = { TXT: ['v=DMARC1; p=none'] };
    await company.publish();
    browser = await openPage(service.url, { viewport: { width: 1200, height: 900 }, javaScriptEnabled: false });
    await service.app.get(Jobs).start();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await receiver.close();
    await internet.stop();
  });

  const weakTls = () => aFinding(`www.${company.domain}`, { severity: 'LOW' });
  const hole = () =>
    aFinding(`vpn.${company.domain}`, {
      severity: 'CRITICAL',
      category: 'VULNERABILITY',
      title: 'Remote code execution in the VPN gateway',
      observationType: 'vpn_rce',
      firstSeen: new Date().toISOString(),
      lastSeen: new Date().toISOString(),
    });
  const read = async (orn: string) => (await org.get(`observations/${orn}`)).body.observation;
  const questionnaire = async () => (await org.get(`questionnaires/${questionnaireId}`)).body.questionnaire;
  const openCriticals = async () => (await org.get('portfolio/summary')).body.summary.openCriticals.count as string;
  const fromQuestionnaire = async () =>
    (
      await org.post('observations', {
        mode: 'OBSERVATION_MODE_ALL',
        filters: [rule('SOURCE', 'EQUALS', { stringValue: 'questionnaire' })],
      })
    ).body.observations as { state: string; title: string }[];
  /** The last day of the history with a change. */
  const lastDay = async () => {
    const { histories } = (await org.post('observations/vendor-scores/history', { vendorDomains: [company.domain] })).body;
    const days = histories[0].days as { openedCount: number; resolvedCount: number; overallScore: number; movers: object[] }[];
    return days.findLast(({ openedCount, resolvedCount }) => openedCount + resolvedCount > 0)!;
  };
  /** The first event of a type that the receiver gets, with a valid signature. */
  async function delivered(type: string): Promise<AnyVendor> {
    const arrived = (): Received | undefined => receiver.received.find(({ body }) => body.type === type);
    await msUntil(() => Promise.resolve(arrived() !== undefined));
    return (receiver.verify(arrived()!, webhook.secret) as { data: unknown[] }).data[0];
  }

  it("starts with a directory and yesterday's scanner report", async () => {
    const csv = `domain_name,company_name,is_monitored\n${company.domain},Acme Networks,true\n`;
    expect((await org.post('vendors/bulk-upsert-csv', { csv })).body).toMatchObject({ summary: { accepted: 1 } });
    [vendor] = (await org.post('vendors', {})).body.vendors;
    expect(vendor).toMatchObject({ domainName: company.domain, isMonitored: true });
    await importDaysAgo(service, org, 1, [weakTls()]);
    webhook = await createWebhook(org, {
      url: receiver.url,
      eventTypes: ['observation.created', 'observation.resolved', 'monitoring.completed', 'questionnaire.submitted'],
      filters: [IS_CRITICAL],
    });
  });

  it('scans the vendor, and finds that its mail can be forged', async () => {
    const [{ id }] = (await org.post('monitoring/run', { vendorIds: [vendor.id] })).body.runs;
    const run = async () => (await org.get('monitoring/runs', { vendorId: vendor.id })).body.runs.find((one: AnyVendor) => one.id === id);
    await msUntil(async () => 'finishedAt' in (await run()));
    expect(await run()).toMatchObject({ status: 'MONITORING_RUN_STATUS_SUCCEEDED', created: 2 });
    expect(await delivered('monitoring.completed')).toMatchObject({ vendorDomain: company.domain });
    expect(receiver.objects('observation.created')).toEqual([]); // nothing critical
  });

  it('reports a new critical finding by webhook, and shows its effect on the score in the history', async () => {
    const before = await lastDay();
    expect((await importFindings(org, [weakTls(), hole()], { closeMissing: true })).body).toMatchObject({ created: 1 });
    const critical = await delivered('observation.created');
    expect(critical).toMatchObject({ title: 'Remote code execution in the VPN gateway', severity: 'OBSERVATION_SEVERITY_CRITICAL' });
    criticalOrn = critical.orn;
    expect(await openCriticals()).toBe('1');
    const day = await lastDay();
    expect(day.overallScore).toBeLessThan(before.overallScore);
    expect(day).toMatchObject({ openedCount: 3, resolvedCount: 0 });
    expect(day.movers[0]).toMatchObject({ category: 'OBSERVATION_CATEGORY_VULNERABILITY', scoreChange: expect.any(Number) });
  });

  it('gets a ticket, an owner and a due date', async () => {
    const observationOrns = [criticalOrn];
    const noted = await org.post('observations/actions/annotate', { observationOrns, comment: 'Asked', externalReferences: [TICKET] });
    expect(noted.body).toEqual({ updatedCount: 1, unchangedCount: 0 });
    const dueAt = '2999-12-31T00:00:00.000Z';
    const assigned = await org.post('observations/actions/assign', { observationOrns, assignee: 'jo@example.com', dueAt });
    expect(assigned.body).toEqual({ updatedCount: 1, unchangedCount: 0 });
    const filters = [rule('EXTERNAL_REFERENCE', 'EQUALS', { stringValue: TICKET.key })];
    expect((await org.post('observations', { filters })).body.observations).toMatchObject([
      { orn: criticalOrn, externalReferences: [TICKET], assignee: 'jo@example.com', dueAt, isOverdue: false },
    ]);
  });

  it('asks the vendor, who answers through the link: not patched yet', async () => {
    const created = await createQuestionnaire(org, { vendorId: vendor.id, templateId: TEMPLATE.id });
    questionnaireId = created.body.questionnaire.id;
    link = (await org.post(`questionnaires/${questionnaireId}/send`, { message: 'About your VPN gateway.' })).body.link.url;
    const { page } = browser;
    await page.goto(link);
    await page.getByText('About your VPN gateway.').waitFor();
    await page.getByRole('radio', { name: 'No', exact: true }).check();
    await page.getByRole('textbox', { name: '2. Who is responsible?' }).fill('The network team');
    await page.getByRole('button', { name: 'Submit answers' }).click();
    await page.getByRole('status').getByText('Your answers are submitted.').waitFor();
    expect(await delivered('questionnaire.submitted')).toMatchObject({ id: questionnaireId, status: 'QUESTIONNAIRE_STATUS_SUBMITTED' });
    await msUntil(async () => (await fromQuestionnaire()).length > 0);
    expect(await fromQuestionnaire()).toMatchObject([{ title: 'The VPN gateway is not patched', state: 'OBSERVATION_STATE_OPEN' }]);
  });

  it('returns the answers, and accepts them once they are better', async () => {
    const review = (decision: string, comments: object[]) =>
      org.post(`questionnaires/${questionnaireId}/review`, { decision: `QUESTIONNAIRE_DECISION_${decision}`, comments });
    expect((await review('RETURNED', [{ questionId: 'patched', text: 'Please install the update.' }])).status).toBe(200);
    const { page } = browser;
    await page.goto(link);
    await page.getByText('Please install the update.').waitFor();
    await page.getByRole('radio', { name: 'Yes', exact: true }).check();
    await page.getByRole('button', { name: 'Submit answers' }).click();
    await page.getByRole('status').getByText('Your answers are submitted.').waitFor();
    await msUntil(async () => (await fromQuestionnaire())[0]?.state === 'OBSERVATION_STATE_RESOLVED');
    expect((await review('ACCEPTED', [])).status).toBe(200);
    expect(await questionnaire()).toMatchObject({ status: 'QUESTIONNAIRE_STATUS_COMPLETED', version: 2 });
    expect((await page.goto(link))?.status()).toBe(404);
  });

  it('ends when the scanner no longer reports the finding', async () => {
    expect((await importFindings(org, [weakTls()], { closeMissing: true })).body).toMatchObject({ resolved: 1 });
    expect(await delivered('observation.resolved')).toMatchObject({ orn: criticalOrn, state: 'OBSERVATION_STATE_RESOLVED' });
    expect(await read(criticalOrn)).toMatchObject({ state: 'OBSERVATION_STATE_RESOLVED', externalReferences: [TICKET] });
    const { actions } = (await org.post('observations/actions', { orn: criticalOrn })).body;
    expect(actions.map(({ actionType }: AnyVendor) => actionType.replace('OBSERVATION_ACTION_TYPE_', ''))).toEqual([
      'RESOLVED',
      'ASSIGNED',
      expect.stringMatching(/^(COMMENTED|REFERENCE_CHANGED)$/),
      expect.stringMatching(/^(COMMENTED|REFERENCE_CHANGED)$/),
      'FIRST_SEEN',
    ]);
    expect(await openCriticals()).toBe('0');
  });

  it('explains the score change in the score history', async () => {
    const day = await lastDay();
    expect(day).toMatchObject({ openedCount: 4, resolvedCount: 2 });
    // The vulnerability is gone; the forgeable mail that the monitoring found is left.
    expect(day.movers).toEqual([
      { category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY', score: expect.any(Number), scoreChange: expect.any(Number) },
    ]);
    expect(browser.errors).toEqual([]);
    expect(browser.foreignRequests).toEqual([]);
  });
});
