import { Organizations } from '#platform/auth/organizations';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor } from '../support/vendors';

describe('vendors without a score', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('are reported separately from unknown vendors', async () => {
    const org = await TestOrganization.create(service);
    const scored = await aVendor(service, org);
    const silent = await aVendor(service, org);
    const { domainName: unmonitored } = await createVendor(org);
    await importFindings(org, [aFinding(scored.domain)]);
    const scores = async () => {
      const values = [scored.domain, silent.domain, unmonitored, 'nowhere.com', org.organization.domain];
      const { body } = await org.post('observations/vendor-scores', { filters: [rule('VENDOR', 'IN', { stringListValue: { values } })] });
      return {
        scored: body.vendorScores.map(({ vendorDomain }: { vendorDomain: string }) => vendorDomain),
        unscored: Object.fromEntries(
          body.unscoredVendors.map(({ vendorDomain, reason }: { vendorDomain: string; reason: string }) => [vendorDomain, reason]),
        ),
        unknown: body.notFoundDomains,
      };
    };
    expect(await scores()).toEqual({
      scored: [scored.domain],
      unscored: { [silent.domain]: 'UNSCORED_REASON_NOT_YET_OBSERVED', [unmonitored]: 'UNSCORED_REASON_NOT_MONITORED' },
      unknown: ['nowhere.com', org.organization.domain].sort(),
    });

    await service.app.get(Organizations).entitle(org.organization.domain, false, undefined);
    expect(await scores()).toEqual({
      scored: [],
      unscored: {
        ...Object.fromEntries([scored.domain, silent.domain, unmonitored].map((domain) => [domain, 'UNSCORED_REASON_NOT_ENTITLED'])),
        [org.organization.domain]: 'UNSCORED_REASON_NOT_YET_OBSERVED',
      },
      unknown: ['nowhere.com'],
    });
  });
});
