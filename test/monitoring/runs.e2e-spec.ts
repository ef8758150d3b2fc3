import { encode } from 'dns-packet';
import { RunNow } from '../../src/modules/monitoring/run-now';
import { Runs } from '../../src/modules/monitoring/runs';
import { Metrics } from '#platform/metrics/metrics';
import { Company } from '../support/internet/company';
import { aFinding, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { createVendor, newDomain, readVendor } from '../support/vendors';
import { asOwner } from '../isolation/tenant-tables';
import { useMonitoredApp } from './monitored-app';

describe('monitoring runs', () => {
  const stage = useMonitoredApp();
  let org: TestOrganization;

  beforeEach(async () => {
    org = await TestOrganization.create(stage.service);
  });

  it('find nothing wrong with an exemplary company and give it a score', async () => {
    const vendor = await monitored(await publish());
    const [run] = await scan();
    expect(run).toMatchObject({
      status: 'MONITORING_RUN_STATUS_SUCCEEDED',
      hosts: 2,
      created: 0,
      resolved: 0,
      reobserved: 0,
      problems: [],
    });
    expect(run?.checks).toBeGreaterThan(60);
    expect(await observations()).toEqual([]);
    expect(await readVendor(org, vendor.id)).toMatchObject({ score: 100 });
    const metrics = await stage.service.app.get(Metrics).text();
    expect(metrics).toMatch(/^vendor_risk_monitoring_scans_total\{outcome="seen"\} [1-9]/m);
    expect(metrics).toMatch(/^vendor_risk_monitoring_wait_seconds_count [1-9]/m);
    expect(metrics).toMatch(/^vendor_risk_monitoring_refused_hosts_total \d/m);
  });

  it('open a finding once, resolve it after two scans without it, and reopen it when it comes back', async () => {
    const company = new Company(stage.internet, newDomain());
    const good = company.dns['_dmarc'];
    company.dns['_dmarc'] = { TXT: ['v=DMARC1; p=none'] };
    await company.publish();
    await monitored(company);
    expect(await scan()).toMatchObject([{ created: 2, reobserved: 0 }]);
    const opened = await observations();
    expect(opened.map(({ observationType }) => observationType).sort()).toEqual(['dmarc_no_reports', 'dmarc_policy_none']);
    expect(opened[0]).toMatchObject({
      source: { name: 'monitor' },
      evidence: expect.arrayContaining([expect.any(String)]),
      references: [expect.any(String)],
    });
    expect(await scan()).toMatchObject([{ created: 0, reobserved: 2 }]);

    company.dns['_dmarc'] = good as object;
    await company.publish();
    expect(await scan()).toMatchObject([{ resolved: 0 }]);
    expect(await observations()).toHaveLength(2);
    expect(await scan()).toMatchObject([{ resolved: 2 }]);
    expect(await observations()).toEqual([]);
    expect(await scan()).toMatchObject([{ created: 0, resolved: 0, reobserved: 0 }]);

    company.dns['_dmarc'] = { TXT: ['v=DMARC1; p=none'] };
    await company.publish();
    expect(await scan()).toMatchObject([{ created: 0, reobserved: 2 }]);
    const reopened = await observations();
    expect(reopened.map(({ orn }) => orn).sort()).toEqual(opened.map(({ orn }) => orn).sort());
    const { body } = await org.post('observations/actions', { orn: opened[0]?.orn });
    expect(body.actions?.map(({ actionType }: { actionType: string }) => actionType)).toEqual(
      expect.arrayContaining(['OBSERVATION_ACTION_TYPE_RESOLVED', 'OBSERVATION_ACTION_TYPE_REOPENED']),
    );
  });

  it('send monitoring.completed to webhooks, and no import event', async () => {
    await asOwner(
      `INSERT INTO webhook (organization_id, id, name, url, secret) VALUES ($1, gen_random_uuid(), 'Receiver', 'https://127.0.0.1/', '')`,
      [org.organization.id],
    );
    const company = new Company(stage.internet, newDomain());
    company.dns['_dmarc'] = {};
    await company.publish();
    await monitored(company);
    await scan();
    const events = await asOwner<{ type: string }>(
      `SELECT event_type AS type FROM change_event WHERE organization_id = $1 AND event_type LIKE '%.completed'`,
      [org.organization.id],
    );
    expect(events).toEqual([{ type: 'monitoring.completed' }]);
  });

  it('record the checks of a company whose web servers do not answer', async () => {
    const company = new Company(stage.internet, newDomain());
    company.dns['_dmarc'] = {};
    await company.publish();
    for (const port of [80, 443]) await stage.internet.tcp(company.address, port, (socket) => socket.resetAndDestroy());
    await monitored(company);
    expect(await scan()).toMatchObject([{ status: 'MONITORING_RUN_STATUS_PARTIAL', created: 1 }]);
    expect(await observations()).toMatchObject([{ observationType: 'dmarc_missing' }]);
  });

  it('open a reachability fault that persists for an hour', async () => {
    const company = new Company(stage.internet, newDomain());
    company.plain = (_, response) => response.writeHead(200).end('hello');
    company.dns['@'] = { ...company.dns['@'], MX: [], TXT: ['v=spf1 -all'] };
    await company.publish();
    stage.internet.unroute(company.address, 443);
    await monitored(company);
    expect(await scan()).toMatchObject([{ created: 0 }]);
    expect(await scan()).toMatchObject([{ created: 0 }]);
    expect(await observations()).toEqual([]);
    await asOwner(`UPDATE monitoring_fault SET since = since - interval '1 hour' WHERE organization_id = $1`, [org.organization.id]);
    expect(await scan()).toMatchObject([{ created: 2, reobserved: 0 }]);
    expect((await observations()).map(({ observationType }) => observationType)).toEqual(['https_missing', 'https_missing']);
  });

  it('resolve a finding as not confirmed after 45 days without a verdict', async () => {
    const company = new Company(stage.internet, newDomain());
    company.dns['_dmarc'] = {};
    await company.publish();
    await monitored(company);
    expect(await scan()).toMatchObject([{ created: 1 }]);
    const [opened] = await observations();
    stage.internet.dns.tricks.set(`_dmarc.${company.domain}`, (query) => encode({ ...stage.internet.dns.answer(query), flags: 2 }));
    await asOwner(`UPDATE monitoring_fault SET judged_at = judged_at - interval '44 days' WHERE organization_id = $1`, [
      org.organization.id,
    ]);
    expect(await scan()).toMatchObject([{ status: 'MONITORING_RUN_STATUS_PARTIAL', resolved: 0 }]);
    await asOwner(`UPDATE monitoring_fault SET judged_at = judged_at - interval '1 day' WHERE organization_id = $1`, [org.organization.id]);
    expect(await scan()).toMatchObject([{ resolved: 1 }]);
    expect(await observations()).toEqual([]);
    const { body } = await org.post('observations/actions', { orn: opened?.orn });
    expect(JSON.stringify(body)).toContain('Not confirmed');
  });

  it('find a dangling name among hosts that are only resolved, and resolve it when it is gone', async () => {
    const company = new Company(stage.internet, newDomain());
    const hosts = Array.from({ length: 12 }, (_, index) => `host-${index}.${company.domain}`);
    company.dns['zoo'] = { CNAME: 'left-behind.azurewebsites.net' };
    await company.publish();
    const vendor = await monitored(company);
    await importFindings(
      org,
      [...hosts, `zoo.${company.domain}`].map((host) => aFinding(host)),
    );
    expect(await scan()).toMatchObject([{ vendorId: vendor.id, hosts: 2, created: 1 }]);
    const dangling = async () => (await observations()).filter(({ observationType }) => observationType === 'cname_dangling');
    expect(await dangling()).toMatchObject([
      { evidence: [expect.stringContaining(`zoo.${company.domain} → left-behind`), expect.any(String)] },
    ]);
    expect(await scan()).toMatchObject([{ created: 0, reobserved: 1 }]);
    stage.internet.dns.records.delete(`zoo.${company.domain}`);
    expect(await scan()).toMatchObject([{ resolved: 0 }]);
    expect(await scan()).toMatchObject([{ resolved: 1 }]);
    expect(await dangling()).toEqual([]);
    expect(await observations()).toHaveLength(13);
  });

  it('detect fourth parties in live records, in addition to imported ones', async () => {
    const company = new Company(stage.internet, newDomain());
    company.dns['@'] = { ...company.dns['@'], MX: [[1, 'aspmx.l.google.com']], TXT: ['v=spf1 include:_spf.google.com -all'] };
    company.page = '<script src="https://js.stripe.com/v3/"></script>';
    stage.internet.dns.set('aspmx.l.google.com', { A: [stage.internet.address()] });
    stage.internet.dns.set('_spf.google.com', { TXT: ['v=spf1 ip4:9.9.9.0/24 -all'] });
    company.policy = 'version: STSv1\nmode: enforce\nmx: aspmx.l.google.com\nmax_age: 604800\n';
    await company.publish();
    await monitored(company);
    await scan();
    const { body } = await org.post('avd/fourth-parties', {});
    expect(body.fourthParties.map((one: { fourthParty: { domain: string } }) => one.fourthParty.domain)).toEqual(
      expect.arrayContaining([expect.stringContaining('google'), expect.stringContaining('stripe')]),
    );
  });

  it('belong to their organization, are listed newest first, and can be requested', async () => {
    const vendor = await monitored(await publish());
    const queued = await org.post('monitoring/run', { vendorIds: [vendor.id] });
    expect(queued.body.runs).toMatchObject([{ vendorId: vendor.id, status: 'MONITORING_RUN_STATUS_QUEUED' }]);
    const again = await org.post('monitoring/run', { vendorIds: [vendor.id] });
    expect(again.body.runs[0].id).toBe(queued.body.runs[0].id);
    await scan();
    await scan();
    const { body } = await org.get('monitoring/runs', { vendorId: vendor.id });
    expect(body).toMatchObject({ totalCount: 2, runs: [{ status: 'MONITORING_RUN_STATUS_SUCCEEDED' }, { id: queued.body.runs[0].id }] });
    const other = await TestOrganization.create(stage.service);
    expect((await other.get('monitoring/runs')).body).toMatchObject({ runs: [], totalCount: 0 });
    const unmonitored = await createVendor(org, { domainName: newDomain() });
    expect((await org.post('monitoring/run', { vendorIds: [unmonitored.id] })).body.details[0]).toMatchObject({
      reason: 'VENDOR_NOT_MONITORED',
    });
  });

  it('are done once, by whichever process takes them', async () => {
    for (let count = 0; count < 3; count += 1) await monitored(await publish());
    const id = org.organization.id;
    const vendors = (await org.post('vendors', {})).body.vendors as { id: string }[];
    await org.post('monitoring/run', { vendorIds: vendors.map((vendor) => vendor.id) });
    const by = {
      actor: { type: 3, name: 'Monitoring' },
      call: {
        organizationId: id,
        actor: { type: 'ACTOR_TYPE_SYSTEM' as const, displayName: 'x' },
        surface: 'AUDIT_SURFACE_SYSTEM' as const,
        operation: 'monitoring',
      },
    };
    const runs = stage.service.app.get(Runs);
    const done = await Promise.all([runs.work(id, 2, by), runs.work(id, 2, by), runs.work(id, 2, by)]);
    expect(
      done
        .flat()
        .map((run) => run.vendorId)
        .sort(),
    ).toEqual(vendors.map((vendor) => vendor.id).sort());
    // A process that stops in the middle of a scan returns its runs.
    await org.post('monitoring/run', { vendorIds: vendors.map((vendor) => vendor.id) });
    await expect(runs.work(id, 3, by, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
    expect((await runs.work(id, 3, by)).length).toBe(3);
  });

  it('open and close nothing when too little was seen', async () => {
    const company = new Company(stage.internet, newDomain());
    company.dns['_dmarc'] = {};
    await company.publish();
    await monitored(company);
    await scan();
    expect(await observations()).toHaveLength(1);
    stage.internet.dns.failsWith = 'SERVFAIL';
    try {
      for (let times = 0; times < 3; times += 1)
        expect(await scan()).toMatchObject([
          {
            status: 'MONITORING_RUN_STATUS_FAILED',
            created: 0,
            resolved: 0,
            problems: expect.arrayContaining([expect.stringContaining('SERVFAIL')]),
          },
        ]);
    } finally {
      stage.internet.dns.failsWith = undefined;
    }
    expect(await observations()).toHaveLength(1);
  });

  async function publish(): Promise<Company> {
    return new Company(stage.internet, newDomain()).publish();
  }

  function monitored(company: Company) {
    return createVendor(org, { domainName: company.domain, isMonitored: true });
  }

  function scan() {
    return stage.service.app.get(RunNow).run(org.organization.domain, undefined);
  }

  async function observations(): Promise<{ orn: string; observationType: string; source: object; evidence: string[] }[]> {
    return (await org.post('observations', {})).body.observations;
  }
});
