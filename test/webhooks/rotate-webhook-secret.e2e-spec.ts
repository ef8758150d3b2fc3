import { randomUUID } from 'node:crypto';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createWebhook } from '../support/webhooks';

describe('RotateWebhookSecret', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('returns a new secret, and changes updatedAt', async () => {
    const { secret, id } = await createWebhook(org);
    const rotated = (await org.post(`webhooks/${id}/rotate-secret`, {})).body.webhook;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const { secret: _, ...rest } = rotated;
    expect((await org.get(`webhooks/${id}`)).body.webhook).toEqual(rest);
  });

  it('does not find an unknown one', async () => {
    const answer = await org.post(`webhooks/${randomUUID()}/rotate-secret`, {});
    expect([answer.status, reasonOf(answer)]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  });
});
