import { RunNow } from '../../src/modules/monitoring/run-now';
import { Company } from '../support/internet/company';
import { TestOrganization } from '../support/organization';
import { createVendor } from '../support/vendors';
import { useMonitoredApp } from './monitored-app';

/** `npm run trial -- properties` monitors 200. */
const VENDORS = Number(process.env.MONITORED_VENDORS ?? 30);
/** The fault of every sixth company, and the expected finding. */
const FAULTS: readonly [(company: Company) => void, readonly string[]][] = [
  [() => undefined, []],
  [(company) => (company.dns['@'] = { ...company.dns['@'], TXT: ['v=spf1 +all'] }), ['spf_allows_all']],
  [(company) => (company.dns['_dmarc'] = {}), ['dmarc_missing']],
  [(company) => (company.dns['@'] = { ...company.dns['@'], CAA: [] }), ['caa_missing']],
  [(company) => (company.securityTxt = undefined), ['security_txt_missing']],
  [(company) => (company.headers = without(company.headers, 'strict-transport-security')), ['hsts_missing', 'hsts_missing']],
];

describe('many vendors', () => {
  const stage = useMonitoredApp();

  it(`all ${VENDORS} of them get exactly their findings, once, and a fixed one loses its own after two scans`, async () => {
    const org = await TestOrganization.create(stage.service, { slots: VENDORS });
    const companies = Array.from({ length: VENDORS }, (_, index) => new Company(stage.internet, `many-${index}.com`));
    for (const [index, company] of companies.entries()) {
      faultOf(index)[0](company);
      await company.publish();
    }
    for (const { domain } of companies) await createVendor(org, { domainName: domain, isMonitored: true });
    const expected = companies.flatMap(({ domain }, index) => faultOf(index)[1].map((check) => `${domain} ${check}`)).sort();

    expect(summed(await scan(org))).toEqual({ runs: VENDORS, created: expected.length, resolved: 0, reobserved: 0, problems: 0 });
    expect(await findings(org)).toEqual(expected);
    expect(summed(await scan(org))).toEqual({ runs: VENDORS, created: 0, resolved: 0, reobserved: expected.length, problems: 0 });

    const mended = companies[1] as Company;
    mended.dns['@'] = { ...mended.dns['@'], TXT: ['v=spf1 mx -all'] };
    await mended.publish();
    expect((await scan(org, mended.domain))[0]).toMatchObject({ resolved: 0 });
    expect((await scan(org, mended.domain))[0]).toMatchObject({ resolved: 1 });
    expect(await findings(org)).toEqual(expected.filter((finding) => finding !== `${mended.domain} spf_allows_all`));
  });

  function scan(org: TestOrganization, vendor?: string) {
    return stage.service.app.get(RunNow).run(org.organization.domain, vendor);
  }
});

function faultOf(index: number) {
  return FAULTS[index % FAULTS.length]!;
}

function without(headers: Company['headers'], name: string): Company['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

function summed(runs: readonly { created: number; resolved: number; reobserved: number; problems: string[] }[]) {
  const sum = (key: 'created' | 'resolved' | 'reobserved') => runs.reduce((total, run) => total + run[key], 0);
  const problems = runs.filter((run) => run.problems.length > 0).length;
  return { runs: runs.length, created: sum('created'), resolved: sum('resolved'), reobserved: sum('reobserved'), problems };
}

/** Every open observation, as `vendor check`. */
async function findings(org: TestOrganization): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await org.post('observations', { limit: 200, ...(cursor !== undefined && { cursor }) });
    found.push(
      ...body.observations.map(
        (one: { vendor: { domainName: string }; observationType: string }) => `${one.vendor.domainName} ${one.observationType}`,
      ),
    );
    cursor = body.nextCursor;
  } while (cursor !== undefined);
  return found.sort();
}
