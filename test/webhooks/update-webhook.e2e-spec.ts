import { randomUUID } from 'node:crypto';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createWebhook } from '../support/webhooks';

describe('UpdateWebhook', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('changes the given fields, and leaves the rest', async () => {
    const { secret: _, ...webhook } = await createWebhook(org, { eventTypes: ['vendor.created'] });
    const path = `webhooks/${webhook.id}`;
    const renamed = (await org.patch(path, { name: 'Renamed' })).body.webhook;
    expect(renamed).toEqual({ ...webhook, name: 'Renamed', updatedAt: renamed.updatedAt });
    const all = (await org.patch(path, { eventTypes: [], isEnabled: false, url: 'https://other.example.com/' })).body.webhook;
    expect(all).toMatchObject({ url: 'https://other.example.com/', isEnabled: false });
    expect(all).not.toHaveProperty('eventTypes');
    const same = (await org.patch(path, { isEnabled: false })).body.webhook;
    expect(same).toEqual(all);
  });

  it('vets a new URL', async () => {
    const { id } = await createWebhook(org);
    const answer = await org.patch(`webhooks/${id}`, { url: 'https://10.0.0.1/' });
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'WEBHOOK_URL_REFUSED']);
  });

  it('honours If-Match', async () => {
    const { id } = await createWebhook(org);
    const tag = (await org.get(`webhooks/${id}`)).headers.get('etag') ?? '';
    expect((await org.patch(`webhooks/${id}`, { name: 'First' }, { 'if-match': tag })).status).toBe(200);
    const late = await org.patch(`webhooks/${id}`, { name: 'Second' }, { 'if-match': tag });
    expect([late.status, reasonOf(late)]).toEqual([412, 'ETAG_MISMATCH']);
  });

  it('does not find an unknown one', async () => {
    expect((await org.patch(`webhooks/${randomUUID()}`, { name: 'x' })).status).toBe(404);
  });
});
