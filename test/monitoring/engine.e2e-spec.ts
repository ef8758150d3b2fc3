import { Jobs } from '#platform/jobs/jobs';
import { Engine } from '../../src/modules/monitoring/engine';
import { Runs } from '../../src/modules/monitoring/runs';
import { bySystem } from '#platform/audit/audit-call';
import { Company } from '../support/internet/company';
import { Internet } from '../support/internet/internet';
import { TestOrganization } from '../support/organization';
import { fileDatabase, runFor } from '../support/database';
import type { TestApp } from '../support/test-app';
import { createVendor, newDomain } from '../support/vendors';
import { msUntil } from '../support/wait';
import { startMonitoredApp } from './monitored-app';

describe('the monitoring engine', () => {
  let internet: Internet;
  const own = fileDatabase();
  let services: TestApp[];
  let org: TestOrganization;

  beforeAll(async () => {
    internet = await Internet.start();
    services = [await startMonitoredApp(internet), await startMonitoredApp(internet)];
    org = await TestOrganization.create(services[0]!);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await internet.stop();
  });

  it('queues a vendor once per interval', async () => {
    const vendor = await monitored();
    await engine().plan();
    await engine().plan();
    expect((await runsOf(vendor.id)).map(({ status }) => status)).toEqual(['MONITORING_RUN_STATUS_QUEUED']);
    await asOwner(`UPDATE monitoring_run SET status = 3, finished_at = now()`);
    await engine().plan();
    expect(await runsOf(vendor.id)).toHaveLength(1);
    await asOwner(`UPDATE monitoring_run SET queued_at = queued_at - interval '24 hours'`);
    await engine().plan();
    expect(await runsOf(vendor.id)).toHaveLength(2);
    await asOwner(`UPDATE organization SET monitoring_paused_at = now()`);
    await asOwner(`UPDATE monitoring_run SET status = 3, finished_at = now(), queued_at = queued_at - interval '24 hours'`);
    await engine().plan();
    expect(await runsOf(vendor.id)).toHaveLength(2);
    await asOwner(`UPDATE organization SET monitoring_paused_at = NULL`);
  });

  it('queues one second scan an hour after a fault that needs a second sighting', async () => {
    const vendor = await monitored();
    await engine().plan();
    await asOwner(`UPDATE monitoring_run SET status = 3, finished_at = now()`);
    await asOwner(
      `INSERT INTO monitoring_fault (organization_id, vendor_id, host, check_id, asset, is_confirmed)
       SELECT organization_id, id, domain_name, 'https_missing', '{}', false FROM vendor WHERE id = '${vendor.id}'`,
    );
    await engine().plan();
    expect(await runsOf(vendor.id)).toHaveLength(1);
    await asOwner(`UPDATE monitoring_fault SET since = since - interval '1 hour'`);
    await engine().plan();
    expect(await runsOf(vendor.id)).toHaveLength(2);
    await asOwner(`UPDATE monitoring_run SET status = 3, finished_at = now()`);
    await engine().plan();
    expect(await runsOf(vendor.id)).toHaveLength(2);
    await asOwner(`DELETE FROM monitoring_fault`);
  });

  it('moves the run of a dead process to another, and does not write it twice', async () => {
    const vendor = await monitored();
    await org.post('monitoring/run', { vendorIds: [vendor.id] });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const [slow, quick] = services.map(({ app }) => app.get(Runs));
    const begun = new Promise<void>((resolve) => {
      const scanner = (slow as unknown as { scanner: { scan: (...args: unknown[]) => Promise<unknown> } }).scanner;
      const { scan } = scanner;
      scanner.scan = async (...args) => {
        scanner.scan = scan;
        resolve();
        await held;
        return scan.apply(scanner, args);
      };
    });
    const id = org.organization.id;
    const by = { actor: { type: 3, name: 'Monitoring' }, call: bySystem('monitoring', id) };
    const first = slow!.work(id, 5, by);
    await begun;
    expect(await quick!.work(id, 5, by)).toEqual([]);
    await asOwner(`UPDATE monitoring_run SET held_until = now() - interval '1 second' WHERE finished_at IS NULL`);
    expect((await quick!.work(id, 5, by)).map(({ vendorId }) => vendorId)).toContain(vendor.id);
    release();
    expect(await first).toEqual([]);
    expect(await runsOf(vendor.id)).toHaveLength(1);
  });

  it('scans a newly monitored vendor by itself, in one of the processes', async () => {
    await Promise.all(services.map(({ app }) => app.get(Jobs).start()));
    const vendor = await monitored();
    await msUntil(async () => (await runsOf(vendor.id)).some(({ status }) => status === 'MONITORING_RUN_STATUS_SUCCEEDED'));
    expect(await runsOf(vendor.id)).toHaveLength(1);
  });

  async function monitored() {
    const company = await new Company(internet, newDomain()).publish();
    return createVendor(org, { domainName: company.domain, isMonitored: true });
  }

  function engine(): Engine {
    return services[0]!.app.get(Engine);
  }

  async function runsOf(vendorId: string): Promise<{ status: string }[]> {
    return (await org.get('monitoring/runs', { vendorId })).body.runs;
  }

  const asOwner = (sql: string) => runFor(own.adminUrl, org.organization.id, sql);
});
