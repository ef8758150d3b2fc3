import { reasonOf, TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { startTestApp, type TestApp } from '../support/test-app';
import { BUSINESS_IMPACT } from '#modules/vendors/vendor.enums';

describe('GetFourthPartyOutage', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    const portfolio = new Portfolio(service, org);
    const businessImpact = BUSINESS_IMPACT.toNumber('BUSINESS_IMPACT_CRITICAL');
    await portfolio.add(
      { domain: 'aa-mild.com' },
      { domain: 'zz-critical.com', businessImpact },
      { domain: 'other.com' },
      { domain: 'fourth.com' },
    );
    await portfolio.detect(['aa-mild.com', 'zz-critical.com'].map((host) => ({ host, mx: ['aspmx.l.google.com'] })));
  });
  afterAll(() => service.close());

  it('counts the vendors that depend on it and names critical ones first', async () => {
    const { body } = await org.get('questions/fourth-party-outage', { fourthPartyDomain: 'google.com' });
    expect(body).toMatchObject({
      fourthParty: { domain: 'google.com', isInDirectory: false },
      connectedVendorCount: 2,
      percentOfPortfolio: 50,
      criticalVendorCount: 1,
      vendors: [
        { vendorDomain: 'zz-critical.com', isCritical: true, connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_EMAIL'] },
        { vendorDomain: 'aa-mild.com', isCritical: false },
      ],
    });
  });

  it('is empty for a company that no vendor uses', async () => {
    expect(reasonOf(await org.get('questions/fourth-party-outage', { fourthPartyDomain: 'nonesuch.com' }))).toBe('FOURTH_PARTY_NOT_FOUND');
    const stranger = await TestOrganization.create(service);
    expect(reasonOf(await stranger.get('questions/fourth-party-outage', { fourthPartyDomain: 'google.com' }))).toBe(
      'FOURTH_PARTY_NOT_FOUND',
    );
  });
});
