import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, readVendor } from '../support/vendors';
import { describeBatchOfIds } from './batch-of-ids';
import { NOT_FOUND, SUCCESS, UNKNOWN_ID, totalOf } from './bulk';

describe('BulkOffboardVendors', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  describeBatchOfIds('vendors/bulk-offboard', () => ({ service, org }));

  it('archives, frees slots, and succeeds again without changes', async () => {
    const tight = await TestOrganization.create(service, { slots: 1 });
    const monitored = await createVendor(tight, { isMonitored: true });
    const plain = await createVendor(tight);
    const ids = [monitored.id.toUpperCase(), UNKNOWN_ID, 'nonsense', plain.id, monitored.id];
    const { body } = await tight.post('vendors/bulk-offboard', { ids, reason: 'Contract ended' });
    expect(body).toEqual({
      results: ids.map((id, index) => ({ id, status: index === 1 || index === 2 ? NOT_FOUND : SUCCESS })),
      summary: { total: 5, succeeded: 3, notFound: 2, failed: 0 },
    });
    const gone = await readVendor(tight, monitored.id);
    expect(gone).toMatchObject({
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED',
      isMonitored: false,
      offboardReason: 'Contract ended',
      offboardedAt: gone.updatedAt,
    });
    expect(gone).not.toHaveProperty('monitoredSince');
    expect(await totalOf(tight)).toBe(0);
    await createVendor(tight, { isMonitored: true });

    const again = await tight.post('vendors/bulk-offboard', { ids: [monitored.id], reason: 'Another reason' });
    expect(again.body.summary).toEqual({ total: 1, succeeded: 1, notFound: 0, failed: 0 });
    expect(await readVendor(tight, monitored.id)).toEqual(gone);
  });

  it.each([1023, 1024])('accepts a reason of %i characters', async (length) => {
    const vendor = await createVendor(org);
    await org.post('vendors/bulk-offboard', { ids: [vendor.id], reason: 'r'.repeat(length) });
    expect((await readVendor(org, vendor.id)).offboardReason).toHaveLength(length);
  });

  it('refuses a longer one', async () => {
    expect((await org.post('vendors/bulk-offboard', { ids: [UNKNOWN_ID], reason: 'r'.repeat(1025) })).status).toBe(400);
  });
});
