import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { ScoreUpkeep } from '#modules/scores/score-upkeep';
import { importDaysAgo } from '../support/dated-import';
import { rule } from '../support/filters';
import { aFinding } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { recounted } from '../support/recounted';
import { startTestApp, type TestApp } from '../support/test-app';
import { watchedPortfolio, type WatchedPortfolio } from './watched-portfolio';

const NONE = { a: 0, b: 0, c: 0, d: 0, f: 0 };

describe('GetPortfolioSummary', () => {
  let service: TestApp;
  let sample: WatchedPortfolio;

  const summaryOf = async (org: TestOrganization) => (await org.get('portfolio/summary')).body.summary;

  beforeAll(async () => {
    service = await startTestApp();
    sample = await watchedPortfolio(service);
  });
  afterAll(() => service.close());

  it('counts vendors by grade now, 30 and 90 days ago', async () => {
    const { vendorCount, grades } = await summaryOf(sample.org);
    expect(vendorCount).toBe(3);
    expect(grades).toEqual({ current: { ...NONE, a: 2, f: 1 }, thirtyDaysAgo: { ...NONE, a: 3 }, ninetyDaysAgo: { ...NONE, a: 3 } });
  });

  it('ranks the worst vendors, and those that fell', async () => {
    const { worstVendors, fallingVendors } = await summaryOf(sample.org);
    expect(worstVendors.map((vendor: { vendorDomain: string }) => vendor.vendorDomain)).toEqual([
      sample.bad.domain,
      sample.fair.domain,
      sample.good.domain,
    ]);
    const { body } = await sample.org.post('observations/vendor-scores', {
      filters: [rule('VENDOR', 'EQUALS', { stringValue: sample.bad.domain })],
    });
    const [{ overallScore, overallGrade, scoreChange30d }] = body.vendorScores;
    const bad = {
      vendorId: sample.bad.id,
      vendorDomain: sample.bad.domain,
      score: overallScore,
      scoreGrade: overallGrade,
      openObservationCount: '4',
    };
    expect(worstVendors[0]).toMatchObject(bad);
    expect(fallingVendors).toEqual([{ ...worstVendors[0], scoreChange30d }]);
  });

  it('ranks falling vendors equally from stored changes, which follow writes and expire with their day', async () => {
    const { org, good, bad } = await watchedPortfolio(service);
    const { organization } = org;
    const falling = async () => (await summaryOf(org)).fallingVendors;
    const summed = await falling();
    expect(summed.map((vendor: { vendorDomain: string }) => vendor.vendorDomain)).toEqual([bad.domain]);

    const upkeep = service.app.get(ScoreUpkeep);
    await upkeep.run();
    expect(await falling()).toEqual(summed);

    await importDaysAgo(service, org, 0, [aFinding(good.domain, { severity: 'CRITICAL', category: 'VULNERABILITY', title: 'New' })]);
    expect((await falling()).map((vendor: { vendorDomain: string }) => vendor.vendorDomain).sort()).toEqual(
      [good.domain, bad.domain].sort(),
    );
    expect(await recounted(service, org)).toMatchObject({ found: [] });

    // A month later: every day is 40 days older, and the window has not moved yet.
    const older = (sql: string) => service.app.get(Database).transaction(organization.id, (tx) => tx.query(sql));
    await older(`UPDATE party_score_window SET first_day = first_day - 40`);
    await older(`UPDATE party_score_day SET day = day - 40`);
    expect(await falling()).toEqual([]);
    await upkeep.run();
    expect(await falling()).toEqual([]);
    expect(await recounted(service, org)).toMatchObject({ found: [] });
  });

  it('counts open criticals by age, with bounds that find them', async () => {
    const { openCriticals } = await summaryOf(sample.org);
    expect(openCriticals.count).toBe('3');
    expect(openCriticals.byAge).toMatchObject([
      { fromDays: 0, toDays: 7, count: '1' },
      { fromDays: 8, toDays: 30, count: '1' },
      { fromDays: 31, toDays: 90, count: '0' },
      { fromDays: 91, count: '1' },
    ]);
    for (const { firstSeenStart, firstSeenEnd, count } of openCriticals.byAge) {
      const { body } = await sample.org.post('observations', {
        countMode: 'TOTAL_COUNT_MODE_EXACT',
        filters: [
          rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' }),
          rule('FIRST_SEEN', 'BETWEEN', { dateRangeValue: { startTime: firstSeenStart ?? '2000-01-01T00:00:00Z', endTime: firstSeenEnd } }),
        ],
      });
      expect(body.totalCount).toBe(count);
    }
  });

  it('counts open observations whose due date has passed', async () => {
    expect((await summaryOf(sample.org)).overdue).toEqual({ count: '0', countType: 'TOTAL_COUNT_TYPE_EXACT' });
    const filters = [rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' })];
    await sample.org.post('observations/actions/assign', { filters, dueAt: '2026-01-01T00:00:00Z' });
    expect((await summaryOf(sample.org)).overdue).toEqual({ count: '3', countType: 'TOTAL_COUNT_TYPE_EXACT' });
  });

  it('names events awaiting answers, until they are answered', async () => {
    const { eventsAwaitingAnswers } = await summaryOf(sample.org);
    expect(eventsAwaitingAnswers).toEqual({
      eventCount: 1,
      requestCount: 1,
      overdueRequestCount: 0,
      events: [
        {
          eventId: sample.eventId,
          title: 'Records stolen',
          severity: 'SECURITY_EVENT_SEVERITY_HIGH',
          requestCount: 1,
          dueAt: '2999-01-01T00:00:00.000Z',
        },
      ],
    });
    await sample.org.post('security-events/actions/vendor-response-on-behalf', {
      eventId: sample.eventId,
      vendorDomain: sample.bad.domain,
      responseStatus: 'VENDOR_RESPONSE_STATUS_FIXED',
    });
    expect((await summaryOf(sample.org)).eventsAwaitingAnswers).toEqual({
      eventCount: 0,
      requestCount: 0,
      overdueRequestCount: 0,
      events: [],
    });
  });

  it('ranks fourth parties by the vendors that use them', async () => {
    expect((await summaryOf(sample.org)).topFourthParties).toEqual([
      {
        fourthPartyDomain: 'google.com',
        companyName: 'Google',
        connectedVendorCount: 2,
        criticalVendorCount: 0,
        percentOfPortfolio: 66.67,
      },
    ]);
  });

  it('follows triage and the directory at once', async () => {
    await sample.org.post('observations/actions/status', {
      filters: [rule('SUBJECT_DOMAIN', 'EQUALS', { stringValue: `api.${sample.bad.domain}` })],
      approvalStatus: 'APPROVAL_STATUS_EXCLUDED',
      comment: 'Accepted',
    });
    expect((await summaryOf(sample.org)).openCriticals.count).toBe('2');
    await sample.org.patch(`vendors/${sample.bad.id}`, { isMonitored: false });
    const without = await summaryOf(sample.org);
    expect(without).toMatchObject({
      vendorCount: 3,
      grades: { current: { ...NONE, a: 2 } },
      openCriticals: { count: '0' },
      fallingVendors: [],
    });
    await sample.org.patch(`vendors/${sample.bad.id}`, { isMonitored: true });
    expect((await summaryOf(sample.org)).grades.current).toEqual({ ...NONE, a: 2, f: 1 });
    await sample.org.post('vendors/bulk-delete', { ids: [sample.fair.id] });
    expect(await summaryOf(sample.org)).toMatchObject({ vendorCount: 2, grades: { current: { ...NONE, a: 1, f: 1 } } });
  });

  it('is empty for a new organization, and shows no vendors without the VRM entitlement', async () => {
    const fresh = await TestOrganization.create(service);
    expect(await summaryOf(fresh)).toMatchObject({
      vendorCount: 0,
      grades: { current: NONE },
      worstVendors: [],
      openCriticals: { count: '0' },
    });
    expect((await summaryOf(fresh)).grades).not.toHaveProperty('thirtyDaysAgo');

    await service.app.get(Organizations).entitle(sample.org.organization.domain, false, undefined);
    const self = await summaryOf(sample.org);
    expect(self).toMatchObject({ grades: { current: NONE }, worstVendors: [], fallingVendors: [], openCriticals: { count: '0' } });
    expect(self.eventsAwaitingAnswers.eventCount).toBe(0);
    await service.app.get(Organizations).entitle(sample.org.organization.domain, true, undefined);
  });

  it.each(['findings.read', 'vendor-directory.read'])('refuses a token with %s alone', async (scope) => {
    const narrow = await sample.org.withScopes(scope);
    expect(reasonOf(await narrow.get('portfolio/summary'))).toBe('SCOPE_MISSING');
  });
});
