import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, rule } from '../support/vendors';
import { describeBatchOfIds } from './batch-of-ids';
import { NOT_FOUND, SUCCESS, UNKNOWN_ID, newEntries } from './bulk';

describe('BulkDeleteVendors', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  describeBatchOfIds('vendors/bulk-delete', () => ({ service, org }));

  it('deletes permanently, in order: a repeated id is not found', async () => {
    const tight = await TestOrganization.create(service, { slots: 1 });
    const vendor = await createVendor(tight, { isMonitored: true });
    const ids = [UNKNOWN_ID, vendor.id, vendor.id, 'nonsense', ''];
    const { body } = await tight.post('vendors/bulk-delete', { ids });
    expect(body.results.map((row: { id: string; status: string }) => [row.id, row.status])).toEqual([
      [UNKNOWN_ID, NOT_FOUND],
      [vendor.id, SUCCESS],
      [vendor.id, NOT_FOUND],
      ['nonsense', NOT_FOUND],
      ['', NOT_FOUND],
    ]);
    expect(body.summary).toEqual({ total: 5, succeeded: 1, notFound: 4, failed: 0 });
    expect((await tight.get(`vendors/${vendor.id}`)).status).toBe(404);
    await createVendor(tight, { domainName: vendor.domainName, isMonitored: true });
  });

  it('needs the delete scope', async () => {
    const writer = await org.withScopes('vendor-directory.read,vendor-directory.write');
    expect(reasonOf(await writer.post('vendors/bulk-delete', { ids: [UNKNOWN_ID] }))).toBe('SCOPE_MISSING');
  });

  it('keeps the total exact while vendors come and go at once', async () => {
    const busy = await TestOrganization.create(service);
    const { results } = (await busy.post('vendors/bulk-create', { vendors: newEntries(60) })).body;
    const ids: string[] = results.map((row: { vendorId: string }) => row.vendorId);
    await Promise.all([
      ...[0, 10, 20].map((from) => busy.post('vendors/bulk-delete', { ids: ids.slice(from, from + 15) })),
      busy.post('vendors/bulk-offboard', { ids: ids.slice(30, 50) }),
      busy.post('vendors/bulk-offboard', { ids: ids.slice(40, 55) }),
      ...newEntries(8).map((fields) => createVendor(busy, fields)),
      busy.post('vendors/bulk-create', { vendors: newEntries(5) }),
    ]);
    const listed = await busy.post('vendors', { limit: 200 });
    const counted = await busy.post('vendors', { filters: [rule('DOMAIN_NAME', 'CONTAINS', { stringValue: '.' })] });
    expect(listed.body.totalCount).toBe(listed.body.vendors.length);
    expect(listed.body.totalCount).toBe(counted.body.totalCount);
    expect(listed.body.totalCount).toBe(60 - 55 + 13);
  });
});
