import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { addVendors, createVendors, newGroup, removeVendors } from '../support/vendor-groups';
import { readVendor, rule } from '../support/vendors';

describe('DeleteVendorGroup', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('ends the membership of its vendors, and hides the group', async () => {
    const group = await newGroup(org);
    const [vendor = ''] = await createVendors(org, 1);
    await addVendors(org, group.id, [vendor]);
    expect((await org.delete(`vendors/groups/${group.id}`)).body.vendorGroup.memberCount).toBe('1');
    expect((await readVendor(org, vendor)).vendorGroupIds).toEqual([]);
    expect((await addVendors(org, group.id, [vendor])).status).toBe(404);
    expect((await removeVendors(org, group.id, [vendor])).status).toBe(404);
    expect((await org.post('vendors', { filters: [rule('VENDOR_GROUP', 'EQUALS', { stringValue: group.id })] })).body.totalCount).toBe(0);
  });

  it('does not delete groups of another organization', async () => {
    const group = await newGroup(org);
    const stranger = await TestOrganization.create(service);
    expect((await stranger.delete(`vendors/groups/${group.id}`)).status).toBe(404);
    expect((await org.get(`vendors/groups/${group.id}`)).status).toBe(200);
  });
});
