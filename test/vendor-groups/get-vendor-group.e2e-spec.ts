import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createGroup, newGroup } from '../support/vendor-groups';

const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('GetVendorGroup', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('reads a group as it was created', async () => {
    const group = await createGroup(org, 'Payments', 'Everybody we pay');
    expect((await org.get(`vendors/groups/${group.id}`)).body).toEqual({ vendorGroup: group });
  });

  it.each([UNKNOWN, 'nonsense'])('finds no group %s', async (id) => {
    const answer = await org.get(`vendors/groups/${id}`);
    expect([answer.status, reasonOf(answer)]).toEqual([404, 'VENDOR_GROUP_NOT_FOUND']);
  });

  it('is not visible to another organization', async () => {
    const group = await newGroup(org);
    const stranger = await TestOrganization.create(service);
    expect((await stranger.get(`vendors/groups/${group.id}`)).status).toBe(404);
  });
});
