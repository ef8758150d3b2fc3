import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { addVendors, createVendors, newGroup, removeVendors } from '../support/vendor-groups';
import { createVendor, readVendor } from '../support/vendors';

const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('RemoveVendorFromGroup', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('removes vendors, ignores non-members, and leaves updatedAt alone', async () => {
    const group = await newGroup(org);
    const [a = '', b = '', c = ''] = await createVendors(org, 3);
    await addVendors(org, group.id, [a, b, c]);
    expect((await removeVendors(org, group.id, [a, a, UNKNOWN, 'nonsense'])).body.vendorGroup).toEqual({ ...group, memberCount: '2' });
    expect((await removeVendors(org, group.id, [a])).body.vendorGroup.memberCount).toBe('2');
    expect((await readVendor(org, a)).vendorGroupIds).toEqual([]);
  });

  it.each([499, 500])('takes %i vendors', async (length) => {
    const group = await newGroup(org);
    const ids = await createVendors(org, length);
    await addVendors(org, group.id, ids);
    expect((await removeVendors(org, group.id, ids)).body.vendorGroup.memberCount).toBe('0');
  });

  it.each([[Array<string>(501).fill(UNKNOWN)], [[]], [undefined], [[7]]])('refuses an invalid batch (%#)', async (vendorIds) => {
    const group = await newGroup(org);
    expect((await removeVendors(org, group.id, vendorIds)).status).toBe(400);
  });

  it('is closed to other organizations', async () => {
    const group = await newGroup(org);
    const vendor = await createVendor(org);
    const stranger = await TestOrganization.create(service);
    expect(reasonOf(await removeVendors(stranger, group.id, [vendor.id]))).toBe('VENDOR_GROUP_NOT_FOUND');
  });

  it('needs the write scope', async () => {
    const reader = await org.withScopes('vendor-directory.read');
    const group = await newGroup(org);
    expect((await removeVendors(reader, group.id, [UNKNOWN])).status).toBe(403);
  });
});
