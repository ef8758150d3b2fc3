import { reasonOf, TestOrganization } from '../support/organization';
import { createVendor } from '../support/vendors';
import { startTestApp, type TestApp } from '../support/test-app';

describe('vendor groups', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  async function create(name: string, description?: string): Promise<{ id: string }> {
    const { status, body } = await org.post('vendors/groups', { name, description });
    expect(status).toBe(200);
    return body.vendorGroup;
  }

  it('creates a group that reads back as it was given', async () => {
    const group = await create('  Payments  ', '');
    expect(group).toEqual({
      id: expect.any(String),
      name: 'Payments',
      description: '',
      memberCount: '0',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
    });
    expect((await org.get(`vendors/groups/${group.id}`)).body.vendorGroup).toEqual(group);
  });

  it('leaves a description out that was never set', async () => {
    expect(await create('Plain')).not.toHaveProperty('description');
  });

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

  it('refuses the name of an active group, and takes it again once that one is archived', async () => {
    const group = await create('Unique');
    const again = await org.post('vendors/groups', { name: ' Unique ' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 6, error: { code: 'ALREADY_EXISTS' } });
    expect(reasonOf(again)).toBe('VENDOR_GROUP_NAME_TAKEN');

    expect((await org.delete(`vendors/groups/${group.id}`)).status).toBe(200);
    expect((await org.get(`vendors/groups/${group.id}`)).status).toBe(404);
    await create('Unique');
  });

  it('changes name and description, and moves updatedAt only with them', async () => {
    const group = await create('Before', 'old');
    const same = await org.patch(`vendors/groups/${group.id}`, { name: 'Before' });
    expect(same.body.vendorGroup).toEqual(group);
    const renamed = await org.patch(`vendors/groups/${group.id}`, { name: 'After', description: null });
    expect(renamed.body.vendorGroup).toMatchObject({ id: group.id, name: 'After' });
    expect(renamed.body.vendorGroup).not.toHaveProperty('description');
    await create('Taken');
    expect((await org.patch(`vendors/groups/${group.id}`, { name: 'Taken' })).status).toBe(409);
  });

  it('honours If-Match with the ETag of the group as it was read', async () => {
    const { id } = await create('Tagged');
    const path = `vendors/groups/${id}`;
    const tag = (await org.get(path)).headers.get('etag') ?? '';
    expect((await org.patch(path, { description: 'first' }, { 'if-match': tag })).status).toBe(200);
    const late = await org.patch(path, { description: 'second' }, { 'if-match': tag });
    expect([late.status, late.body.error.code, reasonOf(late)]).toEqual([412, 'FAILED_PRECONDITION', 'ETAG_MISMATCH']);
    expect((await org.get(path)).body.vendorGroup.description).toBe('first');
    expect((await org.patch(path, { description: 'third' }, { 'if-match': '*' })).status).toBe(200);
  });

  it('lets a rename through after vendors joined the group, and answers with the new ETag', async () => {
    const group = await create('Joined');
    const path = `vendors/groups/${group.id}`;
    const tag = (await org.get(path)).headers.get('etag') ?? '';
    const vendor = await createVendor(org);
    expect((await org.post(`${path}/vendors`, { vendorIds: [vendor.id] })).status).toBe(200);
    const renamed = await org.patch(path, { name: 'Joined and renamed' }, { 'if-match': tag });
    expect([renamed.status, renamed.body.vendorGroup.memberCount]).toEqual([200, '1']);
    expect((await org.get(path)).headers.get('etag')).toBe(renamed.headers.get('etag'));
  });

  it('lets one of several racing callers with the same ETag through', async () => {
    const { id } = await create('Raced for');
    const tag = (await org.get(`vendors/groups/${id}`)).headers.get('etag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => org.patch(`vendors/groups/${id}`, { description: `r-${at}` }, { 'if-match': tag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
  });

  it.each([254, 255])('takes a name of %i characters', async (length) => {
    await create('n'.repeat(length));
  });

  it.each([
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'n'.repeat(256) }, 'name'],
    [{ name: 'x', description: 'd'.repeat(1025) }, 'description'],
    [{ name: 'x', organizationId: 'y' }, 'organizationId'],
    [{ name: 7 }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: '\ud800' }, 'name'],
  ])('refuses bad input (%#) naming the field', async (body, field) => {
    const answer = await org.post('vendors/groups', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toEqual([{ field, description: expect.any(String) }]);
  });

  it.each(['limit=-1', 'offset=-1', 'cursor=nonsense', 'limit=x', 'organizationId=y'])('refuses the query %s', async (query) => {
    expect((await org.get(`vendors/groups?${query}`)).status).toBe(400);
  });

  it('shows another organization nothing of it', async () => {
    const group = await create('Private');
    const stranger = await TestOrganization.create(service);
    const page = await org.get('vendors/groups', { limit: 1 });
    expect((await stranger.get(`vendors/groups/${group.id}`)).status).toBe(404);
    expect((await stranger.patch(`vendors/groups/${group.id}`, { name: 'Stolen' })).status).toBe(404);
    expect((await stranger.delete(`vendors/groups/${group.id}`)).status).toBe(404);
    expect((await stranger.get('vendors/groups')).body.vendorGroups).toEqual([]);
    expect(reasonOf(await stranger.get('vendors/groups', { cursor: page.body.nextCursor }))).toBe('CURSOR_MISMATCH');
  });

  it('lets one of two racing callers have a name', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => org.post('vendors/groups', { name: 'Race' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
  });
});
