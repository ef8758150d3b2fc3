import { rule } from '../support/filters';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { WebhookAddresses } from '../../src/modules/webhooks/webhook-addresses';
import { createWebhook, RECEIVER_URL } from '../support/webhooks';

describe('CreateWebhook', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('shows the secret once, and stores it sealed', async () => {
    const { status, body } = await org.post('webhooks', {
      name: '  SIEM ',
      url: 'https://hooks.example.com/x?y=1',
      eventTypes: ['vendor.created', 'vendor.created'],
      filters: [rule('CVE', 'EQUALS', { stringValue: 'CVE-2024-3094' })],
    });
    expect([status, body.webhook]).toEqual([
      200,
      expect.objectContaining({ name: 'SIEM', eventTypes: ['vendor.created'], isEnabled: true }),
    ]);
    expect(body.webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await org.get(`webhooks/${body.webhook.id}`);
    const { secret: _, ...rest } = body.webhook;
    expect(read.body.webhook).toEqual(rest);
  });

  it('means all event types when none are given', async () => {
    expect(await createWebhook(org, { eventTypes: [] })).not.toHaveProperty('eventTypes');
  });

  it.each([
    'not a URL',
    'ftp://hooks.example.com/',
    'http://hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://①②⑦.⓪.⓪.①/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://hooks.example.com@127.0.0.1/',
  ])('refuses %s', async (url) => {
    const answer = await org.post('webhooks', { name: 'Receiver', url });
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'WEBHOOK_URL_REFUSED']);
  });

  it('refuses a host with any non-public address, and one that does not resolve', async () => {
    const own = await startTestApp();
    const caller = await TestOrganization.create(own);
    const addresses = own.app.get(WebhookAddresses, { strict: false });
    const answers: Record<string, string[]> = {
      'mixed.example.com': ['1.1.1.1', '10.0.0.1'],
      'localhost.': ['127.0.0.1'],
      localhost: ['::1'],
    };
    addresses.resolver = (name) =>
      Promise.resolve((answers[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    for (const host of [...Object.keys(answers), 'unknown.example.com']) {
      const answer = await caller.post('webhooks', { name: 'Receiver', url: `https://${host}/` });
      expect([host, answer.status, reasonOf(answer)]).toEqual([host, 400, 'WEBHOOK_URL_REFUSED']);
    }
    await own.close();
  });

  it.each([{ eventTypes: ['vendor.exploded'] }, { filters: [{ rule: {} }] }, { name: '' }, { secret: 'whsec_mine' }, { url: null }])(
    'refuses %j',
    async (fields) => {
      expect((await org.post('webhooks', { name: 'Receiver', url: RECEIVER_URL, ...fields })).status).toBe(400);
    },
  );

  it('needs the scope', async () => {
    const reader = await org.withScopes('webhooks.read');
    expect((await reader.post('webhooks', { name: 'Receiver', url: RECEIVER_URL })).status).toBe(403);
  });

  it('allows 20 per organization, also for racing callers', async () => {
    const full = await TestOrganization.create(service);
    const answers = await Promise.all(Array.from({ length: 24 }, () => full.post('webhooks', { name: 'Receiver', url: RECEIVER_URL })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(reasonOf(answers.find(({ status }) => status !== 200)!)).toBe('WEBHOOK_LIMIT_REACHED');
  });
});
