import { randomUUID } from 'node:crypto';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createWebhook } from '../support/webhooks';

describe('GetWebhook', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('shows a webhook without its secret', async () => {
    const { secret: _, ...webhook } = await createWebhook(org);
    expect((await org.get(`webhooks/${webhook.id}`)).body).toEqual({ webhook });
  });

  it('finds neither an unknown one nor that of another organization', async () => {
    const stranger = await TestOrganization.create(service);
    const { id } = await createWebhook(stranger);
    for (const unknown of [randomUUID(), id]) {
      const answer = await org.get(`webhooks/${unknown}`);
      expect([answer.status, reasonOf(answer)]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    }
  });
});
