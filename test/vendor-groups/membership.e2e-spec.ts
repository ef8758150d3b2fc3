import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, readVendor, rule } from '../support/vendors';

const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('membership of vendor groups', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  async function newGroup(who = org): Promise<{ id: string; updatedAt: string }> {
    return (await who.post('vendors/groups', { name: newDomain('group') })).body.vendorGroup;
  }
  async function newVendors(length: number, who = org): Promise<string[]> {
    const vendors = Array.from({ length }, () => ({ domainName: newDomain() }));
    const { results } = (await who.post('vendors/bulk-create', { vendors })).body;
    return results.map((row: { vendorId: string }) => row.vendorId);
  }
  const add = (groupId: string, vendorIds: unknown, who = org) => who.post(`vendors/groups/${groupId}/vendors`, { vendorIds });
  const remove = (groupId: string, vendorIds: unknown, who = org) => who.post(`vendors/groups/${groupId}/vendors/remove`, { vendorIds });
  const membersOf = async (groupId: string, who = org) =>
    (await who.get(`vendors/groups/${groupId}`)).body.vendorGroup.memberCount as string;

  it('adds and removes, counts members once, and leaves updatedAt alone', async () => {
    const group = await newGroup();
    const [a = '', b = '', c = ''] = await newVendors(3);
    const added = await add(group.id, [a, b.toUpperCase(), a]);
    expect(added.body.vendorGroup).toEqual({ ...group, memberCount: '2' });
    expect((await add(group.id, [b, c])).body.vendorGroup.memberCount).toBe('3');
    expect((await readVendor(org, b)).vendorGroupIds).toEqual([group.id]);

    expect((await remove(group.id, [a, a, UNKNOWN, 'nonsense'])).body.vendorGroup).toEqual({ ...group, memberCount: '2' });
    expect((await remove(group.id, [a])).body.vendorGroup.memberCount).toBe('2');
    expect((await readVendor(org, a)).vendorGroupIds).toEqual([]);
  });

  it.each([UNKNOWN, 'nonsense'])('adds none when one id is not in the directory: %s', async (id) => {
    const group = await newGroup();
    const [vendor = ''] = await newVendors(1);
    const answer = await add(group.id, [vendor, id]);
    expect([answer.status, reasonOf(answer)]).toEqual([404, 'VENDOR_NOT_FOUND']);
    expect(await membersOf(group.id)).toBe('0');
  });

  it.each([499, 500])('takes %i vendors', async (length) => {
    const group = await newGroup();
    const ids = await newVendors(length);
    expect((await add(group.id, ids)).body.vendorGroup.memberCount).toBe(String(length));
    expect((await remove(group.id, ids)).body.vendorGroup.memberCount).toBe('0');
  });

  it.each([[Array<string>(501).fill(UNKNOWN)], [[]], [undefined], [[7]]])('refuses a wrong batch (%#)', async (vendorIds) => {
    const group = await newGroup();
    expect((await add(group.id, vendorIds)).status).toBe(400);
    expect((await remove(group.id, vendorIds)).status).toBe(400);
  });

  it('forgets deleted vendors, and keeps offboarded ones', async () => {
    const group = await newGroup();
    const [a = '', b = '', c = ''] = await newVendors(3);
    await add(group.id, [a, b, c]);
    await org.post('vendors/bulk-delete', { ids: [a] });
    expect(await membersOf(group.id)).toBe('2');
    await org.post('vendors/bulk-offboard', { ids: [b] });
    expect(await membersOf(group.id)).toBe('2');
  });

  it('ends with the group: its vendors no longer show it, and nothing finds it', async () => {
    const group = await newGroup();
    const [vendor = ''] = await newVendors(1);
    await add(group.id, [vendor]);
    expect((await org.delete(`vendors/groups/${group.id}`)).body.vendorGroup.memberCount).toBe('1');
    expect((await readVendor(org, vendor)).vendorGroupIds).toEqual([]);
    expect((await add(group.id, [vendor])).status).toBe(404);
    expect((await remove(group.id, [vendor])).status).toBe(404);
    expect((await org.post('vendors', { filters: [rule('VENDOR_GROUP', 'EQUALS', { stringValue: group.id })] })).body.totalCount).toBe(0);
  });

  it('stays exact while vendors are added, removed and deleted at once', async () => {
    const groups = [await newGroup(), await newGroup(), await newGroup()];
    const ids = await newVendors(60);
    const part = (from: number, length: number) => ids.slice(from, from + length);
    const answers = await Promise.all(
      groups.flatMap(({ id }, index) => [
        add(id, part(0, 30)),
        add(id, part(10, 30)),
        remove(id, part(5 * index, 20)),
        add(id, part(0, 12)),
        remove(id, part(20, 15)),
        org.post('vendors/bulk-delete', { ids: part(40 + 5 * index, 10) }),
        add(id, part(55, 5)),
      ]),
    );
    expect(answers.map((answer) => answer.status).filter((status) => status !== 200 && status !== 404)).toEqual([]);
    for (const { id } of groups) {
      const { body } = await org.post('vendors', { filters: [rule('VENDOR_GROUP', 'EQUALS', { stringValue: id })], limit: 200 });
      expect(await membersOf(id)).toBe(String(body.totalCount));
    }
  });

  it('is closed to other organizations, in both directions', async () => {
    const group = await newGroup();
    const vendor = await createVendor(org);
    const stranger = await TestOrganization.create(service);
    const theirs = await newGroup(stranger);
    expect(reasonOf(await add(group.id, [vendor.id], stranger))).toBe('VENDOR_GROUP_NOT_FOUND');
    expect(reasonOf(await remove(group.id, [vendor.id], stranger))).toBe('VENDOR_GROUP_NOT_FOUND');
    expect(reasonOf(await add(theirs.id, [vendor.id], stranger))).toBe('VENDOR_NOT_FOUND');
    expect(await membersOf(theirs.id, stranger)).toBe('0');
  });

  it('needs the write scope', async () => {
    const reader = await org.withScopes('vendor-directory.read');
    const group = await newGroup();
    expect((await add(group.id, [UNKNOWN], reader)).status).toBe(403);
    expect((await remove(group.id, [UNKNOWN], reader)).status).toBe(403);
  });
});
