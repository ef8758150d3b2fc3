import { rule } from '../support/filters';
import { aFinding, importFindings } from '../support/observations';
import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from '../observations/imported-once';
import { organizationWith, EVERYTHING } from '../observations/organization-with';

describe('GetVendorScores', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('counts open observations by severity', async () => {
    const { org, vendor } = await importedOnce(service);
    const scores = await org.post('observations/vendor-scores', { filters: [rule('VENDOR', 'EQUALS', { stringValue: vendor.domain })] });
    expect(scores.body.vendorScores[0]).toMatchObject({
      vendorDomain: vendor.domain,
      vendorId: vendor.id,
      openObservationCounts: { critical: '1' },
    });
  });

  it('keeps scores current: resolving never worsens, a new finding never improves', async () => {
    const { org, vendor, orns } = await organizationWith(service, 8);
    const score = async () =>
      (
        await org.post('observations/vendor-scores', {
          filters: [rule('VENDOR', 'IN', { stringListValue: { values: [vendor.domain, 'nowhere.com'] } })],
        })
      ).body;
    const before = await score();
    expect(before.notFoundDomains).toEqual(['nowhere.com']);
    await importFindings(org, [aFinding(vendor.domain, { severity: 'CRITICAL', title: 'Worse', observationType: 'worse' })]);
    const worse = await score();
    expect(worse.vendorScores[0].overallScore).toBeLessThan(before.vendorScores[0].overallScore);
    await org.post('observations/actions/status', { filters: EVERYTHING, approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const clean = await score();
    expect(clean.vendorScores[0]).toMatchObject({ overallScore: 100, overallGrade: 'SCORE_GRADE_A', breachLikelihoodScore: 0 });
    expect(orns).toHaveLength(8);
  });

  it('says where the points were lost: by category, and by the three costliest groups of each', async () => {
    const { org, vendor } = await organizationWith(service, 0);
    const found = (observationType: string, severity: string, host: string) =>
      aFinding(`${host}.${vendor.domain}`, {
        category: 'ENCRYPTION',
        observationType,
        title: `About ${observationType}`,
        severity,
        cveIds: [],
      });
    await importFindings(org, [
      found('weak_cipher', 'HIGH', 'a'),
      found('weak_cipher', 'HIGH', 'b'),
      found('old_protocol', 'MEDIUM', 'a'),
      found('short_key', 'LOW', 'a'),
      found('no_hsts', 'LOW', 'a'),
      found('note', 'INFO', 'a'),
      aFinding(`c.${vendor.domain}`, { category: 'VULNERABILITY', severity: 'CRITICAL', cveIds: ['CVE-2021-44228'], title: 'Log4Shell' }),
    ]);
    const { body } = await org.post('observations/vendor-scores', { filters: [rule('VENDOR', 'EQUALS', { stringValue: vendor.domain })] });
    const [{ overallScore, factors }] = body.vendorScores;
    expect(factors.reduce((sum: number, { pointsLost }: { pointsLost: number }) => sum + pointsLost, 0)).toBe(100 - overallScore);
    const of = (category: string) => factors.find((factor: { category: string }) => factor.category === `OBSERVATION_CATEGORY_${category}`);
    expect(of('VULNERABILITY').costliestGroups).toEqual([
      {
        groupOrn: `orn:1:observation-group:vrm:CVE-2021-44228:${org.organization.domain}`,
        title: 'CVE-2021-44228',
        observationCount: '1',
        pointsLost: of('VULNERABILITY').pointsLost,
      },
    ]);
    const { costliestGroups, pointsLost } = of('ENCRYPTION');
    expect(
      costliestGroups.map(({ title, observationCount }: { title: string; observationCount: string }) => [title, observationCount]),
    ).toEqual([
      ['About weak_cipher', '2'],
      ['About old_protocol', '1'],
      ['About no_hsts', '1'],
    ]);
    // short_key, the fourth, has a burden of 1 in 36.
    expect(costliestGroups.reduce((sum: number, group: { pointsLost: number }) => sum + group.pointsLost, 0)).toBeGreaterThanOrEqual(
      pointsLost - 1,
    );
    expect(of('DNS_HEALTH')).toMatchObject({ pointsLost: 0, costliestGroups: [] });
  });

  it('refuses filters other than VENDOR', async () => {
    const { org } = await organizationWith(service, 1);
    for (const filters of [[], [rule('SEVERITY', 'IS_SET')], [rule('VENDOR', 'NOT_EQUALS', { stringValue: 'a.com' })]]) {
      expect(reasonOf(await org.post('observations/vendor-scores', { filters }))).toBe('INVALID_FILTER');
    }
  });
});
