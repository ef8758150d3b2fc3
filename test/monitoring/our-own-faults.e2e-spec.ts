import { once } from 'node:events';
import { ScanSettings } from '../../src/modules/monitoring/scanning/scan-settings';
import { RunNow } from '../../src/modules/monitoring/run-now';
import { startCli } from '../support/cli';
import { Company } from '../support/internet/company';
import { TestOrganization } from '../support/organization';
import { fileDatabase, runFor } from '../support/database';
import { createVendor, newDomain } from '../support/vendors';
import { msUntil } from '../support/wait';
import { useMonitoredApp } from './monitored-app';

const VENDORS = 3;

describe('when the fault is our own', () => {
  const stage = useMonitoredApp();
  const own = fileDatabase();
  let org: TestOrganization;
  let domains: string[];

  beforeEach(async () => {
    org = await TestOrganization.create(stage.service);
    domains = Array.from({ length: VENDORS }, newDomain);
  });

  describe('a process that is killed loses no run, and no run is written twice', () => {
    beforeEach(async () => {
      // The other process has no simulated internet: it refuses these addresses, so it dials nothing.
      for (const domain of domains) stage.internet.dns.set(domain, { SOA: true, A: ['127.0.0.1'], TXT: ['v=spf1 +all'] });
      for (const domainName of domains) await createVendor(org, { domainName, isMonitored: true });
    });

    it('while it scans', async () => {
      const [silent = ''] = domains;
      stage.internet.dns.tricks.set(silent, () => 'silence');
      const died = await killedOnce(() => stage.internet.dns.asked.some((question) => question.endsWith(silent)));
      expect(died).toBe('SIGKILL');
      stage.internet.dns.tricks.delete(silent);
      await expectEachOnce();
    });

    it('while it writes', async () => {
      const release = await own.hold('monitoring_fault');
      const died = await killedOnce(() => own.heldUp(1).then(() => true));
      await release();
      expect(died).toBe('SIGKILL');
      await expectEachOnce();
    });

    async function killedOnce(isTime: () => boolean | Promise<boolean>): Promise<NodeJS.Signals | null> {
      const settings = { ...own.settings, MONITORING_DNS_SERVERS: `127.0.0.1:${stage.internet.dns.port}`, LOG_LEVEL: 'silent' };
      const child = startCli(settings, 'monitor', 'run', '--org', org.organization.domain);
      let output = '';
      child.stdout.on('data', (part: Buffer) => (output += part.toString()));
      child.stderr.on('data', (part: Buffer) => (output += part.toString()));
      const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
      try {
        await Promise.race([
          msUntil(() => Promise.resolve(isTime())),
          closed.then(() => Promise.reject(new Error(`The command ended by itself: ${output}`))),
        ]);
      } finally {
        child.kill('SIGKILL');
      }
      return (await closed)[1];
    }

    async function expectEachOnce(): Promise<void> {
      expect(await runs()).toEqual(Array(VENDORS).fill('MONITORING_RUN_STATUS_RUNNING'));
      expect(await observations()).toEqual([]);
      expect(await scan()).toEqual([]);
      await asOwner(`UPDATE monitoring_run SET held_until = now() - interval '1 second' WHERE finished_at IS NULL`);
      const finished = await scan();
      expect(finished.map(({ vendorDomain }) => vendorDomain).sort()).toEqual(domains.toSorted());
      expect(await runs()).toEqual(Array(VENDORS).fill('MONITORING_RUN_STATUS_PARTIAL'));
      const open = await observations();
      expect(open).toHaveLength(finished.reduce((sum, { created }) => sum + created, 0));
      expect(new Set(open).size).toBe(open.length);
      expect(open).toEqual(expect.arrayContaining(domains.map((domain) => `${domain} spf_allows_all`)));
    }
  });

  it('a scan whose thread is ended opens and closes nothing, and the next one goes on', async () => {
    const [domainName = ''] = domains;
    const company = new Company(stage.internet, domainName);
    company.dns['_dmarc'] = {};
    await company.publish();
    await createVendor(org, { domainName, isMonitored: true });
    const settings = stage.service.app.get(ScanSettings);
    const { scanMs } = settings;
    // No time at all, not even to judge.
    settings.scanMs = -10_000;
    expect(await scan()).toMatchObject([
      { status: 'MONITORING_RUN_STATUS_FAILED', checks: 0, created: 0, problems: [expect.stringContaining('The scan failed: The thread')] },
    ]);
    settings.scanMs = scanMs;
    expect(await observations()).toEqual([]);
    expect(await scan()).toMatchObject([{ created: 1 }]);
  });

  it('scans that see nothing keep the others from opening or closing findings', async () => {
    const companies = domains.map((domain) => new Company(stage.internet, domain));
    const [mended, broken] = companies as [Company, Company];
    const policy = mended.dns['_dmarc'] as object;
    mended.dns['_dmarc'] = {};
    for (const company of companies) await company.publish();
    for (const domainName of domains) await createVendor(org, { domainName, isMonitored: true });
    await scan();
    const before = await observations();
    expect(before).toEqual([`${mended.domain} dmarc_missing`]);

    stage.internet.dns.failsWith = 'SERVFAIL';
    for (let times = 0; times < 5; times += 1) await scan();
    stage.internet.dns.failsWith = undefined;
    mended.dns['_dmarc'] = policy;
    broken.dns['_dmarc'] = {};
    for (const company of companies) await company.publish();
    for (let times = 0; times < 2; times += 1)
      for (const run of await scan())
        expect(run).toMatchObject({
          status: 'MONITORING_RUN_STATUS_FAILED',
          created: 0,
          resolved: 0,
          problems: [expect.stringContaining("the scanner's own network is assumed to be at fault")],
        });
    expect(await observations()).toEqual(before);
  });

  function scan() {
    return stage.service.app.get(RunNow).run(org.organization.domain, undefined);
  }

  async function runs(): Promise<string[]> {
    return (await org.get('monitoring/runs')).body.runs.map(({ status }: { status: string }) => status);
  }

  /** As `vendor check`. */
  async function observations(): Promise<string[]> {
    const { body } = await org.post('observations', { limit: 200 });
    return body.observations.map(
      (one: { vendor: { domainName: string }; observationType: string }) => `${one.vendor.domainName} ${one.observationType}`,
    );
  }

  const asOwner = (sql: string) => runFor(own.adminUrl, org.organization.id, sql);
});
