import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { addVendors, createVendors, memberCount, newGroup, removeVendors } from '../support/vendor-groups';
import { rule } from '../support/vendors';

describe('membership of vendor groups', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('excludes deleted vendors, and keeps offboarded ones', async () => {
    const group = await newGroup(org);
    const [a = '', b = '', c = ''] = await createVendors(org, 3);
    await addVendors(org, group.id, [a, b, c]);
    await org.post('vendors/bulk-delete', { ids: [a] });
    expect(await memberCount(org, group.id)).toBe('2');
    await org.post('vendors/bulk-offboard', { ids: [b] });
    expect(await memberCount(org, group.id)).toBe('2');
  });

  it('stays exact while vendors are added, removed and deleted at once', async () => {
    const groups = [await newGroup(org), await newGroup(org), await newGroup(org)];
    const ids = await createVendors(org, 60);
    const part = (from: number, length: number) => ids.slice(from, from + length);
    const answers = await Promise.all(
      groups.flatMap(({ id }, index) => [
        addVendors(org, id, part(0, 30)),
        addVendors(org, id, part(10, 30)),
        removeVendors(org, id, part(5 * index, 20)),
        addVendors(org, id, part(0, 12)),
        removeVendors(org, id, part(20, 15)),
        org.post('vendors/bulk-delete', { ids: part(40 + 5 * index, 10) }),
        addVendors(org, id, part(55, 5)),
      ]),
    );
    // Under load some calls get 503; they change nothing.
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(200);
    for (const { id } of groups) {
      const { body } = await org.post('vendors', { filters: [rule('VENDOR_GROUP', 'EQUALS', { stringValue: id })], limit: 200 });
      expect(await memberCount(org, id)).toBe(String(body.totalCount));
    }
  });
});
