import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { newGroup } from '../support/vendor-groups';

describe('GetVendorGroups', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('walks every group once, newest first, until nextCursor is absent', async () => {
    const other = await TestOrganization.create(service);
    for (const name of ['one', 'two', 'three']) expect((await other.post('vendors/groups', { name })).status).toBe(200);

    const first = await other.get('vendors/groups', { limit: 2 });
    const second = await other.get('vendors/groups', { limit: 2, cursor: first.body.nextCursor });
    const names = [...first.body.vendorGroups, ...second.body.vendorGroups].map((group: { name: string }) => group.name);
    expect(names).toEqual(['three', 'two', 'one']);
    expect(first.body.totalCount).toBe(3);
    expect(second.body).not.toHaveProperty('nextCursor');
    expect((await other.get('vendors/groups', { offset: 1, limit: 1 })).body.vendorGroups[0].name).toBe('two');
  });

  it.each(['limit=-1', 'offset=-1', 'cursor=nonsense', 'limit=x', 'organizationId=y'])('refuses the query %s', async (query) => {
    expect((await org.get(`vendors/groups?${query}`)).status).toBe(400);
  });

  it('shows another organization none of the groups', async () => {
    await newGroup(org);
    await newGroup(org);
    const stranger = await TestOrganization.create(service);
    const page = await org.get('vendors/groups', { limit: 1 });
    expect((await stranger.get('vendors/groups')).body.vendorGroups).toEqual([]);
    expect(reasonOf(await stranger.get('vendors/groups', { cursor: page.body.nextCursor }))).toBe('CURSOR_MISMATCH');
  });
});
