import { OptOuts } from '../../src/modules/monitoring/opt-outs';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain } from '../support/vendors';

describe('POST /public/v1/monitoring/run', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('queues a run for each vendor, and only one at a time', async () => {
    const vendor = await createVendor(org, { domainName: newDomain(), isMonitored: true });
    const first = await org.post('monitoring/run', { vendorIds: [vendor.id] });
    expect(first.body.runs).toMatchObject([
      { vendorId: vendor.id, vendorDomain: vendor.domainName, status: 'MONITORING_RUN_STATUS_QUEUED' },
    ]);
    const second = await org.post('monitoring/run', { vendorIds: [vendor.id] });
    expect(second.body.runs[0].id).toBe(first.body.runs[0].id);
  });

  it('refuses vendors whose owners opted out, and queues none of the call', async () => {
    const welcome = await createVendor(org, { domainName: newDomain(), isMonitored: true });
    const objecting = await createVendor(org, { domainName: newDomain(), isMonitored: true });
    await service.app.get(OptOuts).add(objecting.domainName, undefined);
    const vendorIds = [welcome.id, objecting.id];
    expect(reasonOf(await org.post('monitoring/run', { vendorIds }))).toBe('MONITORING_OPTED_OUT');
    const { body } = await org.get('monitoring/runs', { vendorId: welcome.id });
    expect(body.runs).toEqual([]);
  });

  it('refuses vendors that are not monitored, unknown, or of another organization', async () => {
    const unmonitored = await createVendor(org, { domainName: newDomain() });
    expect(reasonOf(await org.post('monitoring/run', { vendorIds: [unmonitored.id] }))).toBe('VENDOR_NOT_MONITORED');
    const other = await TestOrganization.create(service);
    const foreign = await createVendor(other, { domainName: newDomain(), isMonitored: true });
    expect(reasonOf(await org.post('monitoring/run', { vendorIds: [foreign.id] }))).toBe('VENDOR_NOT_FOUND');
  });
});
