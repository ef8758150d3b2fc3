import { Jobs } from '#platform/jobs/jobs';
import { WebhookAddresses } from '../../src/modules/webhooks/webhook-addresses';
import { fileDatabase, run } from '../support/database';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';
import { WebhookReceiver } from '../support/webhook-receiver';
import { createWebhook, type CreatedWebhook } from '../support/webhooks';

/** In this test 127.0.0.1 and 127.0.0.3 are public, and 127.0.0.2 is internal. */
const ALLOWED = '127.0.0.1/32,127.0.0.3/32';

describe('a delivery', () => {
  const own = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let receiver: WebhookReceiver;
  let addresses: WebhookAddresses;

  beforeAll(async () => {
    service = await startTestApp({ WEBHOOK_ALLOWED_NETWORKS: ALLOWED });
    addresses = service.app.get(WebhookAddresses, { strict: false });
    await service.app.get(Jobs).start();
  });
  beforeEach(async () => {
    org = await TestOrganization.create(service);
    receiver = await WebhookReceiver.start();
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await service.close();
  });

  const test = async ({ id }: CreatedWebhook) => (await org.post(`webhooks/${id}/test`, {})).body.delivery.id as string;
  const deliveries = async ({ id }: CreatedWebhook) => (await org.get(`webhooks/${id}/deliveries`)).body.deliveries;
  const read = async ({ id }: CreatedWebhook) => (await org.get(`webhooks/${id}`)).body.webhook;
  const attempted = async (webhook: CreatedWebhook, attempts = 1) => {
    await msUntil(async () => (await deliveries(webhook))[0].attempts.length >= attempts);
    return (await deliveries(webhook))[0];
  };
  /** A host name for the receiver's port that resolves to the given addresses, one list per look-up. */
  const named = (...answers: string[][]) => {
    let asked = 0;
    addresses.resolver = () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return Promise.resolve(answer.map((address) => ({ address, family: 4 })));
    };
    return { url: receiver.url.replace('127.0.0.1', 'receiver.example'), asked: () => asked };
  };

  it('is signed according to Standard Webhooks, and recorded', async () => {
    const webhook = await createWebhook(org, { url: receiver.url });
    const id = await test(webhook);
    await msUntil(() => Promise.resolve(receiver.received.length === 1));
    const [call] = receiver.received;
    expect(receiver.verify(call!, webhook.secret)).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      organization: { id: org.organization.id, domain: org.organization.domain },
      data: [{ webhookId: webhook.id, name: webhook.name }],
    });
    expect(call!.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    const delivery = await attempted(webhook);
    expect(delivery).toMatchObject({ id, status: 'WEBHOOK_DELIVERY_STATUS_SUCCEEDED', attempts: [{ statusCode: 204 }] });
    expect(delivery).not.toHaveProperty('nextAttemptAt');
    expect(await read(webhook)).toHaveProperty('lastDeliveryAt');
  });

  it('is retried after a failure, with the same id and body, and signed with both secrets after a rotation', async () => {
    receiver.reply = (number) => (number === 1 ? 503 : 200);
    const webhook = await createWebhook(org, { url: receiver.url });
    await test(webhook);
    const pending = await attempted(webhook);
    expect(pending).toMatchObject({
      status: 'WEBHOOK_DELIVERY_STATUS_PENDING',
      attempts: [{ statusCode: 503, error: 'the receiver answered 503' }],
    });
    const wait = Date.parse(pending.nextAttemptAt) - Date.parse(pending.attempts[0].at);
    expect(wait).toBeGreaterThanOrEqual(4_500);
    const rotated = (await org.post(`webhooks/${webhook.id}/rotate-secret`, {})).body.webhook;
    expect((await attempted(webhook, 2)).status).toBe('WEBHOOK_DELIVERY_STATUS_SUCCEEDED');
    const [first, second] = receiver.received;
    expect([second!.headers['webhook-id'], second!.text]).toEqual([first!.headers['webhook-id'], first!.text]);
    for (const secret of [webhook.secret, rotated.secret]) receiver.verify(second!, secret);
    await run(own.adminUrl, `UPDATE webhook SET previous_secret_until = now() WHERE id = $1`, [webhook.id]);
    const again = await org.post(`webhooks/${webhook.id}/redeliver`, { deliveryId: pending.id });
    expect(again.body).toEqual({ redeliveredCount: '1' });
    await msUntil(() => Promise.resolve(receiver.received.length === 3));
    receiver.verify(receiver.received[2]!, rotated.secret);
    expect(() => receiver.verify(receiver.received[2]!, webhook.secret)).toThrow('No matching signature');
  });

  it('is given up after nine attempts, and sent again since a time', async () => {
    receiver.reply = () => 500;
    const webhook = await createWebhook(org, { url: receiver.url });
    await test(webhook);
    await attempted(webhook);
    await run(own.adminUrl, `UPDATE webhook_delivery SET tries = 8, next_attempt_at = now() WHERE webhook_id = $1`, [webhook.id]);
    await run(own.adminUrl, `SELECT job_send('webhook-deliveries', $1, now())`, [`${org.organization.id}/${webhook.id}`]);
    const failed = await attempted(webhook, 2);
    expect(failed.status).toBe('WEBHOOK_DELIVERY_STATUS_FAILED');
    expect(failed).not.toHaveProperty('nextAttemptAt');
    receiver.reply = () => 200;
    const { body } = await org.post(`webhooks/${webhook.id}/redeliver`, { since: failed.createdAt });
    expect(body).toEqual({ redeliveredCount: '1' });
    expect((await attempted(webhook, 3)).status).toBe('WEBHOOK_DELIVERY_STATUS_SUCCEEDED');
  });

  it('follows no redirect', async () => {
    const inside = await WebhookReceiver.start('127.0.0.3');
    receiver.reply = () => ({ status: 307, location: inside.url });
    const webhook = await createWebhook(org, { url: receiver.url });
    await test(webhook);
    expect((await attempted(webhook)).attempts[0]).toMatchObject({ statusCode: 307, error: expect.stringContaining('redirect') });
    expect(inside.received).toEqual([]);
    await inside.close();
  });

  it('goes to the vetted address, whatever the name resolves to later', async () => {
    const elsewhere = await WebhookReceiver.start('127.0.0.2');
    const name = named(['127.0.0.1'], ['127.0.0.1'], ['127.0.0.2']);
    const webhook = await createWebhook(org, { url: name.url });
    await test(webhook);
    await attempted(webhook);
    expect([receiver.received.length, elsewhere.received.length, name.asked()]).toEqual([1, 0, 2]);
    expect(receiver.received[0]!.headers.host).toMatch(/^receiver\.example:/);
    // The next delivery resolves the name again, and refuses the new address.
    await test(webhook);
    const refused = await attempted(webhook);
    expect(refused.attempts[0].error).toBe('the URL cannot be used: it leads to an address that is not public');
    expect([receiver.received.length, elsewhere.received.length]).toEqual([1, 0]);
    await elsewhere.close();
  });

  it('is refused when one of several addresses is not public', async () => {
    const name = named(['127.0.0.1'], ['127.0.0.1', '127.0.0.2']);
    const webhook = await createWebhook(org, { url: name.url });
    await test(webhook);
    expect((await attempted(webhook)).attempts[0].error).toContain('an address that is not public');
    expect(receiver.received).toEqual([]);
  });

  it('checks certificates', async () => {
    const webhook = await createWebhook(org, { url: receiver.url.replace('http:', 'https:') });
    await test(webhook);
    expect((await attempted(webhook)).attempts[0].error).toMatch(/^the connection failed: /);
    expect(receiver.received).toEqual([]);
  });

  it('disables the webhook when the receiver is gone, with an audit event', async () => {
    receiver.reply = () => 410;
    const webhook = await createWebhook(org, { url: receiver.url });
    await test(webhook);
    expect((await attempted(webhook)).status).toBe('WEBHOOK_DELIVERY_STATUS_FAILED');
    expect(await read(webhook)).toMatchObject({ isEnabled: false, disabledReason: 'The receiver answered 410 Gone.' });
    const { body } = await org.post('audit-events', {});
    expect(body.auditEvents[0]).toMatchObject({ operation: 'DisableWebhook', targets: [{ type: 'webhook', id: webhook.id }] });
  });

  it('disables the webhook after three days of failures, and continues once it is enabled again', async () => {
    receiver.reply = () => 500;
    const webhook = await createWebhook(org, { url: receiver.url });
    await run(own.adminUrl, `UPDATE webhook SET failing_since = now() - interval '73 hours' WHERE id = $1`, [webhook.id]);
    await test(webhook);
    await attempted(webhook);
    expect(await read(webhook)).toMatchObject({ isEnabled: false, disabledReason: 'Every delivery failed for three days.' });
    receiver.reply = () => 200;
    const enabled = (await org.patch(`webhooks/${webhook.id}`, { isEnabled: true })).body.webhook;
    expect(enabled).not.toHaveProperty('disabledReason');
    expect((await attempted(webhook, 2)).status).toBe('WEBHOOK_DELIVERY_STATUS_SUCCEEDED');
  });

  it('is not delayed by other receivers', async () => {
    const dead = await WebhookReceiver.start();
    dead.reply = () => 'nothing';
    const stuck = await Promise.all(Array.from({ length: 19 }, () => createWebhook(org, { url: dead.url })));
    for (const webhook of stuck) await test(webhook);
    await msUntil(() => Promise.resolve(dead.received.length > 0));
    const lively = await createWebhook(org, { url: receiver.url });
    await test(lively);
    await attempted(lively);
    const unanswered = await Promise.all(stuck.map(async (webhook) => (await deliveries(webhook))[0].attempts.length as number));
    expect(Math.min(...unanswered)).toBe(0);
    const late = await attempted(stuck[0]!);
    expect(late.attempts[0]).toMatchObject({ error: 'the receiver did not answer within 10 s' });
    await dead.close();
  });
});
