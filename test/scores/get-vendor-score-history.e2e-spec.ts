import { Organizations } from '#platform/auth/organizations';
import { ScoreUpkeep } from '#modules/scores/score-upkeep';
import { daysAgo, importDaysAgo } from '../support/dated-import';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { asOrganization } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

interface Day {
  date: string;
  overallScore: number;
  overallGrade: string;
  openedCount: number;
  resolvedCount: number;
  movers: { category: string; score: number; scoreChange: number }[];
}

describe('GetVendorScoreHistory', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;

  const ask = (request: object) => org.post('observations/vendor-scores/history', request);
  const daysOf = async (domain: string, range?: object): Promise<Day[]> =>
    (await ask({ vendorDomains: [domain], ...(range && { range }) })).body.histories[0].days;
  const low = () => aFinding(`www.${vendor.domain}`, { severity: 'LOW' });
  const hole = () =>
    aFinding(`vpn.${vendor.domain}`, { severity: 'CRITICAL', category: 'VULNERABILITY', title: 'Hole', observationType: 'hole' });
  const mail = () =>
    aFinding(`mail.${vendor.domain}`, { severity: 'LOW', category: 'EMAIL_SECURITY', title: 'SPF', observationType: 'spf' });

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
    await importDaysAgo(service, org, 40, [low()]);
    await importDaysAgo(service, org, 20, [low(), hole(), mail()]);
    await importDaysAgo(service, org, 5, [low(), mail()]);
  });
  afterAll(() => service.close());

  it('has every day of the last thirty; a day without a change repeats the previous one', async () => {
    const days = await daysOf(vendor.domain);
    expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 30 }, (_, index) => daysAgo(29 - index)));
    const scoreOn = (ago: number) => days.find(({ date }) => date === daysAgo(ago))?.overallScore as number;
    expect(new Set([29, 25, 21].map(scoreOn)).size).toBe(1);
    expect(new Set([20, 12, 6].map(scoreOn)).size).toBe(1);
    expect(scoreOn(20)).toBeLessThan(scoreOn(21) - 20);
    expect(scoreOn(5)).toBeGreaterThan(scoreOn(6));
    expect(scoreOn(0)).toBe(scoreOn(5));
    expect(days[0]).toMatchObject({
      overallGrade: 'SCORE_GRADE_A',
      breachLikelihoodScore: expect.any(Number),
      ransomwareScore: expect.any(Number),
    });
  });

  it('shows what moved the score on that day, the largest effect first', async () => {
    const days = await daysOf(vendor.domain);
    const on = (ago: number) => days.find(({ date }) => date === daysAgo(ago)) as Day;
    expect(on(20)).toMatchObject({ openedCount: 2, resolvedCount: 0, overallGrade: 'SCORE_GRADE_D' });
    expect(on(20).movers).toEqual([
      { category: 'OBSERVATION_CATEGORY_VULNERABILITY', score: 40, scoreChange: -60 },
      { category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY', score: 99, scoreChange: -1 },
    ]);
    expect(on(5)).toMatchObject({ openedCount: 0, resolvedCount: 1, movers: [{ scoreChange: 60 }] });
    expect(days.filter(({ openedCount, resolvedCount, movers }) => openedCount + resolvedCount + movers.length > 0)).toHaveLength(2);
  });

  it('takes a range, and leaves out days before the first score', async () => {
    const range = { startTime: `${daysAgo(42)}T12:00:00Z`, endTime: `${daysAgo(38)}T00:00:00Z` };
    const days = await daysOf(vendor.domain, range);
    expect(days.map(({ date, openedCount }) => [date, openedCount])).toEqual([
      [daysAgo(40), 1],
      [daysAgo(39), 0],
    ]);
    expect(await daysOf(vendor.domain, { startTime: '0001-01-01T00:00:00Z', endTime: '0001-02-01T00:00:00Z' })).toEqual([]);
    expect(await daysOf(vendor.domain, { startTime: '2999-01-01T00:00:00Z' })).toEqual([]);
  });

  it.each([
    { startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-01T00:00:00Z' },
    { startTime: '2025-01-01T00:00:00Z', endTime: '2026-06-01T00:00:00Z' },
    { startTime: 'yesterday' },
  ])('refuses the range %j', async (range) => {
    const { status, body } = await ask({ vendorDomains: [vendor.domain], range });
    expect([status, body.code]).toEqual([400, 3]);
  });

  it('refuses no domains, more than fifty, and invalid ones', async () => {
    expect((await ask({ vendorDomains: [] })).status).toBe(400);
    expect((await ask({ vendorDomains: Array.from({ length: 51 }, (_, index) => `v${index}.com`) })).status).toBe(400);
    expect(reasonOf(await ask({ vendorDomains: ['127.0.0.1'] }))).toBe('INVALID_DOMAIN');
  });

  it('adds up the movements of a day, and follows triage', async () => {
    const other = await aVendor(service, org);
    await importFindings(org, [aFinding(`a.${other.domain}`), aFinding(`b.${other.domain}`)]);
    await org.post('observations/actions/status', {
      filters: [rule('SUBJECT_DOMAIN', 'EQUALS', { stringValue: `a.${other.domain}` })],
      approvalStatus: 'APPROVAL_STATUS_RESOLVED',
    });
    expect(await daysOf(other.domain)).toMatchObject([{ date: daysAgo(0), openedCount: 2, resolvedCount: 1, movers: [] }]);
  });

  it('has no days while a vendor is not monitored, and counts nothing as opened or resolved by that', async () => {
    const other = await aVendor(service, org);
    await importFindings(org, [aFinding(other.domain)]);
    await org.patch(`vendors/${other.id}`, { isMonitored: false });
    expect(await daysOf(other.domain)).toEqual([]);
    await org.patch(`vendors/${other.id}`, { isMonitored: true });
    expect(await daysOf(other.domain)).toMatchObject([{ date: daysAgo(0), openedCount: 1, resolvedCount: 0 }]);
  });

  it('lists unknown domains, and keeps organizations apart', async () => {
    const stranger = await TestOrganization.create(service);
    const { body } = await stranger.post('observations/vendor-scores/history', {
      vendorDomains: [vendor.domain, 'https://WWW.Nowhere.com/'],
    });
    expect(body).toEqual({ histories: [], notFoundDomains: [vendor.domain, 'nowhere.com'].sort() });
  });

  it('covers only own domains without the VRM entitlement', async () => {
    const alone = await TestOrganization.create(service, { vrm: false });
    const { domain } = alone.organization;
    await importFindings(alone, [aFinding(domain)]);
    const { body } = await alone.post('observations/vendor-scores/history', { vendorDomains: [domain] });
    expect(body.histories).toMatchObject([{ vendorDomain: domain, days: [{ date: daysAgo(0), openedCount: 1 }] }]);

    await service.app.get(Organizations).entitle(org.organization.domain, false, undefined);
    expect(await daysOf(vendor.domain)).toEqual([]);
    await service.app.get(Organizations).entitle(org.organization.domain, true, undefined);
  });

  it('starts again with every model: scores of an earlier release are recalculated, and not compared', async () => {
    const other = await aVendor(service, org);
    await importDaysAgo(service, org, 35, [low(), mail(), aFinding(other.domain, { severity: 'HIGH' })]);
    const [{ overallScore } = { overallScore: NaN }] = await daysOf(other.domain);
    const score = async () =>
      (await org.post('observations/vendor-scores', { filters: [rule('VENDOR', 'EQUALS', { stringValue: other.domain })] })).body
        .vendorScores[0];
    expect(await score()).toMatchObject({ scoreChange30d: 0 });

    const params = [org.organization.id, other.domain];
    await asOrganization(
      service,
      org,
      `UPDATE party_score SET overall_score = 3, calculated_at = now(), model = 1 WHERE organization_id = $1 AND party_domain = $2`,
      params,
    );
    await asOrganization(
      service,
      org,
      `UPDATE party_score_day SET overall_score = 3, model = 1 WHERE organization_id = $1 AND party_domain = $2`,
      params,
    );
    expect(await daysOf(other.domain)).toEqual([]);

    expect(await service.app.get(ScoreUpkeep).run()).toBeGreaterThan(0);
    expect(await score()).toMatchObject({ overallScore });
    expect(await score()).not.toHaveProperty('scoreChange30d');
    expect(await daysOf(other.domain)).toMatchObject([{ date: daysAgo(0), overallScore, movers: [] }]);
    expect(await service.app.get(ScoreUpkeep).run()).toBe(0);
  });
});
