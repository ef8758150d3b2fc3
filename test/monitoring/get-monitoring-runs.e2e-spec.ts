import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain } from '../support/vendors';

describe('GET /public/v1/monitoring/runs', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('lists the runs of a vendor, and nothing of another organization', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => createVendor(org, { domainName: newDomain(), isMonitored: true })));
    const ids = [one, two].map((vendor) => vendor?.id as string) as [string, string];
    await org.post('monitoring/run', { vendorIds: ids });
    const all = (await org.get('monitoring/runs')).body.runs as { vendorId: string }[];
    expect(all.map(({ vendorId }) => vendorId).sort()).toEqual(ids.sort());
    expect((await org.get('monitoring/runs', { vendorId: ids[0] })).body).toMatchObject({
      totalCount: 1,
      runs: [{ vendorId: ids[0], status: 'MONITORING_RUN_STATUS_QUEUED', hosts: 0, checks: 0, problems: [] }],
    });
    const other = await TestOrganization.create(service);
    expect((await other.get('monitoring/runs')).body).toMatchObject({ runs: [], totalCount: 0 });
  });
});
