import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { aCve, anEvent, factors, importEvents, moveByCve, vendorDetail } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

/** A company that no other test relies on, and the host by which its customers are known. */
const PROVIDER = 'fastmail.com';
const PROVIDERS_HOST = 'in1-smtp.messagingengine.com';

describe('impact of security events through fourth parties', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;
  let cve: string;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
    cve = aCve();
  });

  const detail = (eventId: string, domain = vendor.domain) => vendorDetail(org, eventId, domain);
  const feed = async (request: object = {}) => (await org.post('security-events/feed', request)).body;
  const find = (title = 'Hole') => aFinding(`shop.${vendor.domain}`, { title, cveIds: [cve] });
  const relyOn = (host: string, timestamp = '2026-02-01T00:00:00.000Z') =>
    new Portfolio(service, org).detect([{ host: vendor.domain, mx: [host], timestamp }]);
  const setStatus = (approvalStatus: string) => moveByCve(org, cve, approvalStatus);

  it('weighs what is known in its order: victim, open observation, fourth party, resolved observation', async () => {
    const event = anEvent({ cveIds: [cve], victims: [PROVIDER] });
    await importEvents(service, [event]);
    await importFindings(org, [find()]);
    expect(await detail(event.eventId)).toMatchObject({ impact: 'SECURITY_EVENT_IMPACT_LIKELY' });

    await setStatus('APPROVAL_STATUS_RESOLVED');
    const mitigated = await detail(event.eventId);
    expect(mitigated.impact).toBe('SECURITY_EVENT_IMPACT_MITIGATED');
    expect(factors(mitigated)).toEqual(['MITIGATION_OBSERVED']);

    await relyOn(PROVIDERS_HOST);
    const possible = await detail(event.eventId);
    expect(possible.impact).toBe('SECURITY_EVENT_IMPACT_POSSIBLE');
    expect(factors(possible)).toEqual(['FOURTH_PARTY', 'MITIGATION_OBSERVED']);
    expect(possible.impactReasoning[0].observedAt).toBe('2026-02-01T00:00:00.000Z');
    expect((await org.post('security-events/impacted-companies', { eventId: event.eventId })).body.companies).toMatchObject([
      {
        viaFourthPartyDomain: PROVIDER,
        impactReason: expect.stringContaining(PROVIDER),
        relatedObservationCount: 1,
      },
    ]);

    const [found] = (await feed({ filters: { impacts: ['SECURITY_EVENT_IMPACT_POSSIBLE'] } })).securityEvents;
    expect(found.impactSummary).toEqual({ impacted: 1, underInvestigation: 0, notImpacted: 0 });

    await setStatus('APPROVAL_STATUS_BACKLOG');
    expect(factors(await detail(event.eventId))).toEqual(['VULNERABILITY_OBSERVED', 'FOURTH_PARTY']);

    await importEvents(service, [{ ...event, victims: [PROVIDER, vendor.domain] }]);
    const confirmed = await detail(event.eventId);
    expect(confirmed.impact).toBe('SECURITY_EVENT_IMPACT_CONFIRMED');
    expect(factors(confirmed)).toEqual(['NAMED_VICTIM', 'VULNERABILITY_OBSERVED', 'FOURTH_PARTY']);

    await importEvents(service, [{ ...event, victims: [] }]);
    expect(factors(await detail(event.eventId))).toEqual(['VULNERABILITY_OBSERVED']);
  });

  it('follows fourth parties that come and go', async () => {
    const event = anEvent({ victims: [PROVIDER] });
    await relyOn(PROVIDERS_HOST);
    await importEvents(service, [event]);
    expect((await detail(event.eventId)).impact).toBe('SECURITY_EVENT_IMPACT_POSSIBLE');
    await relyOn('mx.elsewhere.example', '2026-03-01T00:00:00.000Z');
    expect((await feed()).totalCount).toBe(0);
  });
});
