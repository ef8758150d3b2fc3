import { reasonOf } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { DAY, sampleOf, type Sample } from './sample';

describe('POST avd/vendors/summary', () => {
  let service: TestApp;
  let sample: Sample;

  const summary = (body: object) => sample.org.post('avd/vendors/summary', body);

  beforeAll(async () => {
    service = await startTestApp();
    sample = await sampleOf(service);
  });
  afterAll(() => service.close());

  it('counts by status and connection type, and shared fourth parties', async () => {
    const { body } = await summary({ vendorDomain: 'www.cobalt.com' });
    expect(body).toEqual({
      summary: {
        vendor: { id: sample.ids['cobalt.com'], domainName: 'cobalt.com', companyName: 'Cobalt' },
        fourthPartyCounts: { total: 2, new: 0, active: 1, inactive: 1 },
        companyConnectionCount: 2,
        sharedFourthPartyCount: 1,
        countsByConnectionType: [{ connectionType: 'FOURTH_PARTY_CONNECTION_TYPE_SAAS', count: 1 }],
        lastDetectionAt: expect.any(String),
      },
    });
    const acme = await summary({ vendorDomain: 'acme.com' });
    expect(acme.body.summary).toMatchObject({
      fourthPartyCounts: { total: 2, new: 1, active: 1, inactive: 0 },
      sharedFourthPartyCount: 1,
    });
  });

  it('respects lookbackDays, and shows the latest detection', async () => {
    const back = async (lookbackDays?: number) => (await summary({ vendorDomain: 'cobalt.com', lookbackDays })).body.summary;
    expect((await back(45)).fourthPartyCounts).toEqual({ total: 2, new: 0, active: 1, inactive: 1 });
    expect((await back(30)).fourthPartyCounts).toEqual({ total: 1, new: 0, active: 1, inactive: 0 });
    const late = (await summary({ vendorDomain: 'borealis.com', lookbackDays: 7 })).body.summary;
    expect(late).toMatchObject({ fourthPartyCounts: { total: 0 }, companyConnectionCount: 0, countsByConnectionType: [] });
    expect(Date.parse(late.lastDetectionAt)).toBeLessThan(Date.now() - 9 * DAY);
  });

  it('has no detection time for a vendor without a detection', async () => {
    const { body } = await summary({ vendorDomain: 'google.com' });
    expect(body.summary.fourthPartyCounts).toEqual({ total: 0, new: 0, active: 0, inactive: 0 });
    expect(body.summary).not.toHaveProperty('lastDetectionAt');
  });

  it.each(['unknown.com', 'gone.com'])('does not find %s', async (vendorDomain) => {
    const answer = await summary({ vendorDomain });
    expect(answer.status).toBe(404);
    expect(reasonOf(answer)).toBe('VENDOR_NOT_FOUND');
  });

  it.each([
    [{}, 'vendorDomain'],
    [{ vendorDomain: 'x' }, 'vendorDomain'],
    [{ vendorDomain: 'acme.com', lookbackDays: 0 }, 'lookbackDays'],
    [{ vendorDomain: 'acme.com', lookbackDays: 366 }, 'lookbackDays'],
  ])('refuses %j', async (body, field) => {
    const answer = await summary(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations[0].field).toBe(field);
  });
});
