import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createGroup, newGroup } from '../support/vendor-groups';
import { createVendor } from '../support/vendors';

describe('UpdateVendorGroup', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('changes name and description, and moves updatedAt only with them', async () => {
    const group = await createGroup(org, 'Before', 'old');
    const same = await org.patch(`vendors/groups/${group.id}`, { name: 'Before' });
    expect(same.body.vendorGroup).toEqual(group);
    const renamed = await org.patch(`vendors/groups/${group.id}`, { name: 'After', description: null });
    expect(renamed.body.vendorGroup).toMatchObject({ id: group.id, name: 'After' });
    expect(renamed.body.vendorGroup).not.toHaveProperty('description');
    await createGroup(org, 'Taken');
    expect((await org.patch(`vendors/groups/${group.id}`, { name: 'Taken' })).status).toBe(409);
  });

  it('honours If-Match with the ETag of the group as it was read', async () => {
    const { id } = await createGroup(org, 'Tagged');
    const path = `vendors/groups/${id}`;
    const tag = (await org.get(path)).headers.get('etag') ?? '';
    expect((await org.patch(path, { description: 'first' }, { 'if-match': tag })).status).toBe(200);
    const late = await org.patch(path, { description: 'second' }, { 'if-match': tag });
    expect([late.status, late.body.error.code, reasonOf(late)]).toEqual([412, 'FAILED_PRECONDITION', 'ETAG_MISMATCH']);
    expect((await org.get(path)).body.vendorGroup.description).toBe('first');
    expect((await org.patch(path, { description: 'third' }, { 'if-match': '*' })).status).toBe(200);
  });

  it('accepts a rename after vendors joined the group, and returns the new ETag', async () => {
    const group = await createGroup(org, 'Joined');
    const path = `vendors/groups/${group.id}`;
    const tag = (await org.get(path)).headers.get('etag') ?? '';
    const vendor = await createVendor(org);
    expect((await org.post(`${path}/vendors`, { vendorIds: [vendor.id] })).status).toBe(200);
    const renamed = await org.patch(path, { name: 'Joined and renamed' }, { 'if-match': tag });
    expect([renamed.status, renamed.body.vendorGroup.memberCount]).toEqual([200, '1']);
    expect((await org.get(path)).headers.get('etag')).toBe(renamed.headers.get('etag'));
  });

  it('accepts one of several racing callers with the same ETag', async () => {
    const { id } = await createGroup(org, 'Raced for');
    const tag = (await org.get(`vendors/groups/${id}`)).headers.get('etag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => org.patch(`vendors/groups/${id}`, { description: `r-${at}` }, { 'if-match': tag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
  });

  it('does not change groups of another organization', async () => {
    const group = await newGroup(org);
    const stranger = await TestOrganization.create(service);
    expect((await stranger.patch(`vendors/groups/${group.id}`, { name: 'Stolen' })).status).toBe(404);
    expect((await org.get(`vendors/groups/${group.id}`)).body.vendorGroup).toEqual(group);
  });
});
