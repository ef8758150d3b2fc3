import { randomUUID } from 'node:crypto';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createWebhook } from '../support/webhooks';

describe('RedeliverWebhook', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('skips pending deliveries', async () => {
    const { id } = await createWebhook(org);
    const { delivery } = (await org.post(`webhooks/${id}/test`, {})).body;
    for (const request of [{ deliveryId: delivery.id as string }, { since: '2026-01-01T00:00:00Z' }])
      expect((await org.post(`webhooks/${id}/redeliver`, request)).body).toEqual({ redeliveredCount: '0' });
  });

  it('refuses invalid requests', async () => {
    const { id } = await createWebhook(org);
    const disabled = await createWebhook(org, { isEnabled: false });
    const since = '2026-01-01T00:00:00Z';
    const answers = [
      await org.post(`webhooks/${id}/redeliver`, {}),
      await org.post(`webhooks/${id}/redeliver`, { deliveryId: randomUUID(), since }),
      await org.post(`webhooks/${id}/redeliver`, { deliveryId: randomUUID() }),
      await org.post(`webhooks/${randomUUID()}/redeliver`, { since }),
      await org.post(`webhooks/${disabled.id}/redeliver`, { since }),
    ];
    expect(answers.map((answer) => [answer.status, reasonOf(answer)])).toEqual([
      [400, 'INVALID_REQUEST'],
      [400, 'INVALID_REQUEST'],
      [404, 'WEBHOOK_DELIVERY_NOT_FOUND'],
      [404, 'WEBHOOK_NOT_FOUND'],
      [409, 'WEBHOOK_DISABLED'],
    ]);
  });
});
