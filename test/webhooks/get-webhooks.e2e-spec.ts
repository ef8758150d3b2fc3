import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createWebhook } from '../support/webhooks';

describe('GetWebhooks', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('returns every webhook once, newest first, without secrets', async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) ids.unshift((await createWebhook(org, { name })).id);
    await createWebhook(await TestOrganization.create(service));
    const first = (await org.get('webhooks', { limit: 2 })).body;
    const second = (await org.get('webhooks', { limit: 2, cursor: first.nextCursor })).body;
    expect([...first.webhooks, ...second.webhooks].map(({ id }) => id as string)).toEqual(ids);
    expect([first.totalCount, second.nextCursor]).toEqual([3, undefined]);
    expect(JSON.stringify([first, second])).not.toContain('whsec_');
  });
});
