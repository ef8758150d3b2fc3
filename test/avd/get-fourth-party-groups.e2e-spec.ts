import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { startTestApp, type TestApp } from '../support/test-app';
import { ACTIVE, daysAgo, INACTIVE, NEW, sampleOf, type Sample } from './sample';

const domains = (groups: { fourthParty: { domain: string } }[]): string[] => groups.map((group) => group.fourthParty.domain);

describe('POST avd/fourth-parties/groups', () => {
  let service: TestApp;
  let sample: Sample;

  const groups = (body: object) => sample.org.post('avd/fourth-parties/groups', body);

  beforeAll(async () => {
    service = await startTestApp();
    sample = await sampleOf(service);
  });
  afterAll(() => service.close());

  it('counts current relationships by fourth party, with the share of the portfolio and the critical vendors', async () => {
    const { body } = await groups({});
    expect(domains(body.fourthPartyGroups)).toEqual(['google.com', 'cloudflare.com', 'stripe.com']);
    expect(body.totalCount).toBe(3);
    expect(body.fourthPartyGroups[0]).toMatchObject({
      fourthParty: { domain: 'google.com', companyName: 'Google', isInDirectory: true },
      connectedVendorCount: 3,
      percentOfPortfolio: 75,
      criticalVendorCount: 2,
      connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_EMAIL', 'FOURTH_PARTY_CONNECTION_TYPE_SAAS'],
      products: ['Google Site Verification', 'Google Workspace'],
      topVendors: [
        { id: sample.ids['acme.com'], domainName: 'acme.com', companyName: 'Acme' },
        { id: sample.ids['cobalt.com'], domainName: 'cobalt.com', companyName: 'Cobalt' },
        { id: sample.ids['borealis.com'], domainName: 'borealis.com', companyName: 'Borealis 100%' },
      ],
    });
  });

  it('counts only relationships that match', async () => {
    const inactive = await groups({ filters: { statuses: [INACTIVE] } });
    expect(inactive.body.fourthPartyGroups).toMatchObject([
      {
        fourthParty: { domain: 'zoho.com' },
        connectedVendorCount: 1,
        percentOfPortfolio: 25,
        criticalVendorCount: 1,
        topVendors: [{ domainName: 'cobalt.com' }],
      },
    ]);
    const one = await groups({ filters: { vendorDomains: ['borealis.com'] } });
    expect(one.body.fourthPartyGroups).toMatchObject([
      { fourthParty: { domain: 'cloudflare.com' }, connectedVendorCount: 1, criticalVendorCount: 0 },
      { fourthParty: { domain: 'google.com' }, connectedVendorCount: 1, products: ['Google Workspace'] },
    ]);
    const mail = await groups({ filters: { connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_EMAIL'] } });
    expect(mail.body.fourthPartyGroups).toMatchObject([{ fourthParty: { domain: 'google.com' }, connectedVendorCount: 2 }]);
  });

  it.each([
    [{ query: 'stripe' }, ['stripe.com']],
    [{ query: 'acme' }, []],
    [{ fourthPartyDomains: ['google.com', 'zoho.com'] }, ['google.com']],
    [{ isInDirectory: false }, ['cloudflare.com', 'stripe.com']],
    [{ isInDirectory: true, statuses: [ACTIVE] }, ['google.com']],
    [{ statuses: [NEW, ACTIVE, INACTIVE] }, ['google.com', 'cloudflare.com', 'stripe.com', 'zoho.com']],
    [{ firstSeenRange: { startTime: daysAgo(25) } }, ['cloudflare.com', 'stripe.com']],
  ])('filters by %j', async (filters, expected) => {
    const { body } = await groups({ filters });
    expect(domains(body.fourthPartyGroups)).toEqual(expected);
    expect(body.totalCount).toBe(expected.length);
  });

  it.each([
    [{}, ['google.com', 'cloudflare.com', 'stripe.com']],
    [{ sortOrder: 'SORT_ORDER_ASC' }, ['cloudflare.com', 'stripe.com', 'google.com']],
    [{ sortField: 'criticalVendorCount' }, ['google.com', 'stripe.com', 'cloudflare.com']],
    [{ sortField: 'fourthPartyDomain' }, ['cloudflare.com', 'google.com', 'stripe.com']],
    [{ sortField: 'companyName', sortOrder: 'SORT_ORDER_DESC' }, ['stripe.com', 'google.com', 'cloudflare.com']],
    [{ sortField: 'firstSeen' }, ['cloudflare.com', 'stripe.com', 'google.com']],
    [{ sortField: 'lastSeen' }, ['google.com', 'cloudflare.com', 'stripe.com']],
  ])('sorts by %j and pages one by one, with stored and with counted numbers', async (order, expected) => {
    for (const filters of [undefined, { firstSeenRange: { startTime: daysAgo(1000) } }]) {
      const walked: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await groups({ ...order, filters, limit: 1, cursor });
        walked.push(...domains(body.fourthPartyGroups));
        cursor = body.nextCursor;
      } while (cursor !== undefined);
      expect(walked).toEqual(expected);
      expect(domains((await groups({ ...order, filters, offset: 1 })).body.fourthPartyGroups)).toEqual(expected.slice(1));
    }
  });

  it('follows changes of vendors: importance, offboarding and deletion', async () => {
    const other = await TestOrganization.create(service);
    const others = new Portfolio(service, other);
    await others.add({ domain: 'one.com' }, { domain: 'two.com' });
    await others.detect([
      { host: 'one.com', mx: ['aspmx.l.google.com'] },
      { host: 'two.com', mx: ['aspmx.l.google.com'] },
    ]);
    const google = async () => (await other.post('avd/fourth-parties/groups', {})).body.fourthPartyGroups[0];
    expect(await google()).toMatchObject({
      criticalVendorCount: 0,
      connectedVendorCount: 2,
      topVendors: [{ domainName: 'one.com' }, { domainName: 'two.com' }],
    });
    await others.sql(`UPDATE vendor SET business_impact = 5, company_name = 'Two' WHERE organization_id = $1 AND domain_name = 'two.com'`);
    expect(await google()).toMatchObject({ criticalVendorCount: 1, topVendors: [{ companyName: 'Two' }, { domainName: 'one.com' }] });
    await others.sql(`UPDATE vendor SET lifecycle_status = 4 WHERE organization_id = $1 AND domain_name = 'two.com'`);
    expect(await google()).toMatchObject({
      criticalVendorCount: 0,
      connectedVendorCount: 1,
      percentOfPortfolio: 100,
      topVendors: [{ domainName: 'one.com' }],
    });
  });
});
