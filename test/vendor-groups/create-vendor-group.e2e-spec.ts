import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createGroup } from '../support/vendor-groups';

describe('CreateVendorGroup', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('creates a group that reads back unchanged', async () => {
    const group = await createGroup(org, '  Payments  ', '');
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

  it('omits a description that was never set', async () => {
    expect(await createGroup(org, 'Plain')).not.toHaveProperty('description');
  });

  it('refuses the name of an active group, and accepts it again once that one is archived', async () => {
    const group = await createGroup(org, 'Unique');
    const again = await org.post('vendors/groups', { name: ' Unique ' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 6, error: { code: 'ALREADY_EXISTS' } });
    expect(reasonOf(again)).toBe('VENDOR_GROUP_NAME_TAKEN');

    expect((await org.delete(`vendors/groups/${group.id}`)).status).toBe(200);
    expect((await org.get(`vendors/groups/${group.id}`)).status).toBe(404);
    await createGroup(org, 'Unique');
  });

  it.each([254, 255])('takes a name of %i characters', async (length) => {
    await createGroup(org, 'n'.repeat(length));
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
  ])('refuses invalid input (%#) and names the field', async (body, field) => {
    const answer = await org.post('vendors/groups', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toEqual([{ field, description: expect.any(String) }]);
  });

  it('gives a name to one of two racing callers', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => org.post('vendors/groups', { name: 'Race' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  });
});
