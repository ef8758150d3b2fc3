import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { addVendors, createVendors, memberCount, newGroup } from '../support/vendor-groups';
import { createVendor, readVendor } from '../support/vendors';

const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('AddVendorToGroup', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('adds vendors, counts members once, and leaves updatedAt alone', async () => {
    const group = await newGroup(org);
    const [a = '', b = '', c = ''] = await createVendors(org, 3);
    const added = await addVendors(org, group.id, [a, b.toUpperCase(), a]);
    expect(added.body.vendorGroup).toEqual({ ...group, memberCount: '2' });
    expect((await addVendors(org, group.id, [b, c])).body.vendorGroup.memberCount).toBe('3');
    expect((await readVendor(org, b)).vendorGroupIds).toEqual([group.id]);
  });

  it.each([UNKNOWN, 'nonsense'])('adds none when one id is not in the directory: %s', async (id) => {
    const group = await newGroup(org);
    const [vendor = ''] = await createVendors(org, 1);
    const answer = await addVendors(org, group.id, [vendor, id]);
    expect([answer.status, reasonOf(answer)]).toEqual([404, 'VENDOR_NOT_FOUND']);
    expect(await memberCount(org, group.id)).toBe('0');
  });

  it.each([499, 500])('takes %i vendors', async (length) => {
    const group = await newGroup(org);
    expect((await addVendors(org, group.id, await createVendors(org, length))).body.vendorGroup.memberCount).toBe(String(length));
  });

  it.each([[Array<string>(501).fill(UNKNOWN)], [[]], [undefined], [[7]]])('refuses an invalid batch (%#)', async (vendorIds) => {
    const group = await newGroup(org);
    expect((await addVendors(org, group.id, vendorIds)).status).toBe(400);
  });

  it('is closed to other organizations, in both directions', async () => {
    const group = await newGroup(org);
    const vendor = await createVendor(org);
    const stranger = await TestOrganization.create(service);
    const theirs = await newGroup(stranger);
    expect(reasonOf(await addVendors(stranger, group.id, [vendor.id]))).toBe('VENDOR_GROUP_NOT_FOUND');
    expect(reasonOf(await addVendors(stranger, theirs.id, [vendor.id]))).toBe('VENDOR_NOT_FOUND');
    expect(await memberCount(stranger, theirs.id)).toBe('0');
  });

  it('needs the write scope', async () => {
    const reader = await org.withScopes('vendor-directory.read');
    const group = await newGroup(org);
    expect((await addVendors(reader, group.id, [UNKNOWN])).status).toBe(403);
  });
});
