import { randomUUID } from 'node:crypto';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createWebhook } from '../support/webhooks';

describe('TestWebhook', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('creates a delivery that is sent at once', async () => {
    const { id } = await createWebhook(org, { eventTypes: ['vendor.created'] });
    const { delivery } = (await org.post(`webhooks/${id}/test`, {})).body;
    expect(delivery).toMatchObject({ eventType: 'webhook.test', status: 'WEBHOOK_DELIVERY_STATUS_PENDING', attempts: [] });
    expect((await org.get(`webhooks/${id}/deliveries`)).body.deliveries).toEqual([delivery]);
  });

  it('refuses one that is disabled or unknown', async () => {
    const { id } = await createWebhook(org, { isEnabled: false });
    const answers = [await org.post(`webhooks/${id}/test`, {}), await org.post(`webhooks/${randomUUID()}/test`, {})];
    expect(answers.map((answer) => [answer.status, reasonOf(answer)])).toEqual([
      [409, 'WEBHOOK_DISABLED'],
      [404, 'WEBHOOK_NOT_FOUND'],
    ]);
  });
});
