import { RunNow } from '../../src/modules/monitoring/run-now';
import { Organizations } from '../../src/platform/auth/organizations';
import { runCli } from '../support/cli';
import { fileDatabase } from '../support/database';
import { Company } from '../support/internet/company';
import { reasonOf, TestOrganization } from '../support/organization';
import { createVendor, newDomain } from '../support/vendors';
import { useMonitoredApp } from './monitored-app';

describe('monitoring stops', () => {
  const stage = useMonitoredApp();
  let org: TestOrganization;
  let company: Company;
  let vendorId: string;

  beforeEach(async () => {
    org = await TestOrganization.create(stage.service);
    company = await new Company(stage.internet, newDomain()).publish();
    vendorId = (await createVendor(org, { domainName: company.domain, isMonitored: true })).id;
    const { body } = await org.post('monitoring/run', { vendorIds: [vendorId] });
    expect(body.runs).toMatchObject([{ status: 'MONITORING_RUN_STATUS_QUEUED' }]);
  });

  it('for a vendor that is no longer monitored, even when a run was queued', async () => {
    await org.patch(`vendors/${vendorId}`, { isMonitored: false });
    const { body } = await org.post('audit-events', { filters: { targetIds: [vendorId], operations: ['UpdateVendor', 'CreateVendor'] } });
    const by = { actor: { id: org.credential.clientId }, occurredAt: expect.any(String), targets: [{ displayName: company.domain }] };
    expect(body.auditEvents).toMatchObject([
      { ...by, changes: expect.arrayContaining([{ field: 'isMonitored', before: 'true', after: 'false' }]) },
      { ...by, changes: expect.arrayContaining([{ field: 'isMonitored', after: 'true' }]) },
    ]);
    expect(await scan()).toEqual({ runs: [], contacted: 0, asked: 0 });
    expect((await org.get('monitoring/runs')).body).toMatchObject({ runs: [], totalCount: 0 });
    expect(reasonOf(await org.post('monitoring/run', { vendorIds: [vendorId] }))).toBe('VENDOR_NOT_MONITORED');
  });

  it('for an organization that is paused, until it is resumed', async () => {
    const own = ['--org', org.organization.domain];
    expect(await command('pause', ...own)).toMatchObject({ code: 0 });
    const { body } = await org.post('audit-events', { filters: { operations: ['monitor pause'] } });
    expect(body.auditEvents).toMatchObject([{ actor: { type: 'ACTOR_TYPE_ADMIN' }, occurredAt: expect.any(String) }]);
    expect(reasonOf(await org.post('monitoring/run', { vendorIds: [vendorId] }))).toBe('MONITORING_PAUSED');
    await expect(scan()).rejects.toThrow('paused');
    expect(await command('resume', ...own)).toMatchObject({ code: 0 });
    expect((await scan()).runs).toMatchObject([{ vendorId, status: 'MONITORING_RUN_STATUS_SUCCEEDED' }]);
  });

  it('for a domain on the opt-out list and its subdomains, for every organization', async () => {
    expect(await command('opt-out', company.domain, '--reason', 'asked by mail')).toMatchObject({ code: 0 });
    const below = await createVendor(org, { domainName: `shop.${company.domain}`, isMonitored: true });
    const { runs, ...packets } = await scan();
    expect(packets).toEqual({ contacted: 0, asked: 0 });
    expect(runs.map((run) => run.vendorId).sort()).toEqual([vendorId, below.id].sort());
    for (const { status, problems } of runs) {
      expect(status).toBe('MONITORING_RUN_STATUS_FAILED');
      expect(problems).toEqual([expect.stringContaining('opt-out list')]);
    }
    expect(await command('opt-in', company.domain)).toMatchObject({ code: 0 });
    expect((await scan()).runs).toMatchObject([{ status: 'MONITORING_RUN_STATUS_SUCCEEDED' }, {}]);
  });

  it('for a domain that is excluded again without a reason, which keeps the earlier one', async () => {
    const reasons = async () => {
      const { stdout } = await command('opt-outs', '--json');
      return (JSON.parse(stdout) as { domain: string; reason: string | null }[])
        .filter(({ domain }) => domain === company.domain)
        .map(({ reason }) => reason);
    };
    for (const [given, kept] of [
      [[], null],
      [['--reason', 'asked by mail'], 'asked by mail'],
      [[], 'asked by mail'],
      [['--reason', 'asked by letter'], 'asked by letter'],
    ] as const) {
      expect(await command('opt-out', company.domain, ...given)).toMatchObject({ code: 0 });
      expect(await reasons()).toEqual([kept]);
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['vendor', () => org.patch(`vendors/${vendorId}`, { isMonitored: false })],
    ['organization', () => stage.service.app.get(Organizations).pauseMonitoring(org.organization.domain, true)],
  ])('in the middle of a scan of a %s, which then changes nothing', async (_, stop) => {
    company.dns['_dmarc'] = {};
    const { site } = company;
    let stopped: Promise<unknown> | undefined;
    company.site = (request, response) => {
      stopped ??= stop();
      void stopped.then(() => site(request, response));
    };
    await company.publish();
    expect(await scan()).toMatchObject({ runs: [] });
    expect((await org.post('observations', {})).body.observations).toEqual([]);
    expect((await org.get('monitoring/runs')).body.runs).toMatchObject([{ status: 'MONITORING_RUN_STATUS_RUNNING', checks: 0 }]);
  });

  /** Scans all monitored vendors, and counts connections and DNS queries. */
  async function scan() {
    const [contacted, asked] = [stage.internet.dialed.length, stage.internet.dns.asked.length];
    const runs = await stage.service.app.get(RunNow).run(org.organization.domain, undefined);
    return { runs, contacted: stage.internet.dialed.length - contacted, asked: stage.internet.dns.asked.length - asked };
  }

  function command(...parameters: string[]) {
    return runCli({ DATABASE_URL: fileDatabase().serviceUrl }, 'monitor', ...parameters);
  }
});
