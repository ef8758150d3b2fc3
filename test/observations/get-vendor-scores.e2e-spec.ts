import { rule } from '../support/filters';
import { aFinding, importFindings } from '../support/observations';
import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { importedOnce } from './imported-once';
import { organizationWith, EVERYTHING } from './organization-with';

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

  it('refuses filters other than VENDOR', async () => {
    const { org } = await organizationWith(service, 1);
    for (const filters of [[], [rule('SEVERITY', 'IS_SET')], [rule('VENDOR', 'NOT_EQUALS', { stringValue: 'a.com' })]]) {
      expect(reasonOf(await org.post('observations/vendor-scores', { filters }))).toBe('INVALID_FILTER');
    }
  });
});
