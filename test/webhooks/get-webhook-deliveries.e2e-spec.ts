import { randomUUID } from 'node:crypto';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createWebhook } from '../support/webhooks';

describe('GetWebhookDeliveries', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('returns every delivery once, newest first, by status', async () => {
    const { id } = await createWebhook(org);
    const made: string[] = [];
    for (let number = 0; number < 3; number += 1) made.unshift((await org.post(`webhooks/${id}/test`, {})).body.delivery.id as string);
    const first = (await org.get(`webhooks/${id}/deliveries`, { limit: 2 })).body;
    const second = (await org.get(`webhooks/${id}/deliveries`, { limit: 2, cursor: first.nextCursor })).body;
    expect([...first.deliveries, ...second.deliveries].map((delivery) => delivery.id as string)).toEqual(made);
    expect([first.totalCount, second.nextCursor]).toEqual([3, undefined]);
    const failed = await org.get(`webhooks/${id}/deliveries`, { status: 'WEBHOOK_DELIVERY_STATUS_FAILED' });
    expect(failed.body).toEqual({ deliveries: [], totalCount: 0 });
  });

  it('finds none of an unknown webhook, or of another organization', async () => {
    const { id } = await createWebhook(await TestOrganization.create(service));
    for (const unknown of [randomUUID(), id]) {
      const answer = await org.get(`webhooks/${unknown}/deliveries`);
      expect([answer.status, reasonOf(answer)]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    }
  });
});
