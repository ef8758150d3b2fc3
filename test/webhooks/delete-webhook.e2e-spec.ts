import { randomUUID } from 'node:crypto';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createWebhook } from '../support/webhooks';

describe('DeleteWebhook', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('deletes a webhook with its deliveries', async () => {
    const { id, name } = await createWebhook(org);
    expect((await org.post(`webhooks/${id}/test`, {})).status).toBe(200);
    expect((await org.delete(`webhooks/${id}`)).body.webhook).toMatchObject({ id, name });
    for (const path of [`webhooks/${id}`, `webhooks/${id}/deliveries`]) expect((await org.get(path)).status).toBe(404);
    const again = await org.delete(`webhooks/${id}`);
    expect([again.status, reasonOf(again)]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  });

  it('does not find an unknown one', async () => {
    expect((await org.delete(`webhooks/${randomUUID()}`)).status).toBe(404);
  });
});
