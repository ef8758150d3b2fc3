import { aFinding, aVendor, importFindings } from '../support/observations';
import { reasonOf, TestOrganization, type Answer } from '../support/organization';
import { aCve, anEvent, asOrganization, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

const EVENTS = 'security-events';

/** A sends a request, V responds for its own domain; A sees the response, B does not. */
describe('security events between organizations', () => {
  let service: TestApp;
  let asker: TestOrganization;
  let vendor: TestOrganization;
  let stranger: TestOrganization;
  let eventId: string;
  let domain: string;
  let cve: string;

  beforeAll(async () => {
    service = await startTestApp();
    asker = await TestOrganization.create(service);
    vendor = await TestOrganization.create(service, { vrm: false });
    stranger = await TestOrganization.create(service);
    domain = vendor.organization.domain;
    cve = aCve();
    await aVendor(service, asker, domain);
    await aVendor(service, stranger);
    ({ eventId } = anEvent());
    await importEvents(service, [anEvent({ eventId, cveIds: [cve], eventType: 'VULNERABILITY_EXPLOITATION' })]);
    await importFindings(asker, [aFinding(`shop.${domain}`, { title: 'Known hole', cveIds: [cve] })]);
  });
  afterAll(() => service.close());

  function detail(org: TestOrganization, vendorDomain = domain, event = eventId, orgDomain = org.organization.domain): Promise<Answer> {
    return org.get(`${EVENTS}/vendor-detail`, { org_domain: orgDomain, event_id: event, vendor_domain: vendorDomain });
  }
  const feedIds = async (org: TestOrganization, view?: string) =>
    (await org.post(`${EVENTS}/feed`, { ...(view && { view }) })).body.securityEvents.map((event: { eventId: string }) => event.eventId);

  it('shows the event only to the organization whose vendor it affects', async () => {
    expect(await feedIds(asker)).toEqual([eventId]);
    expect(await feedIds(stranger)).toEqual([]);
    expect(await feedIds(vendor, 'SECURITY_EVENT_VIEW_SELF')).toEqual([]);
    expect((await detail(asker)).body.vendorDetail).toMatchObject({
      impact: 'SECURITY_EVENT_IMPACT_LIKELY',
      vendorStatus: { hasResponded: false },
      vrmRequests: [],
    });
    expect(
      reasonOf(await vendor.post(`${EVENTS}/actions/vendor-response`, { eventId, responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED' })),
    ).toBe('SECURITY_EVENT_NOT_FOUND');
  });

  it('shows a request to the organization that owns the domain, in its self view', async () => {
    const sent = await asker.post(`${EVENTS}/actions/vrm-request`, {
      eventId,
      vendorDomains: [`https://WWW.${domain}/`, domain],
      message: 'Are you affected?',
      dueAt: '2026-12-24T12:00:00+01:00',
    });
    expect(sent.status).toBe(200);
    expect(sent.body.requests).toEqual([
      {
        requestId: expect.any(String),
        vendorDomain: domain,
        status: 'VRM_REQUEST_STATUS_SENT',
        message: 'Are you affected?',
        dueAt: '2026-12-24T11:00:00.000Z',
        sentAt: expect.any(String),
      },
    ]);

    expect(await feedIds(vendor, 'SECURITY_EVENT_VIEW_SELF')).toEqual([eventId]);
    const received = (await detail(vendor)).body.vendorDetail;
    expect(received).toMatchObject({ vendor: { domainName: domain }, impact: 'SECURITY_EVENT_IMPACT_NOT_IMPACTED', impactReasoning: [] });
    expect(received.vrmRequests).toEqual([
      { ...sent.body.requests[0], requester: { domain: asker.organization.domain, companyName: asker.organization.name } },
    ]);
    expect((await detail(asker)).body.vendorDetail.vrmRequests).toEqual(sent.body.requests);
    const actions = await vendor.post(`${EVENTS}/actions`, { eventId, vendorDomain: domain });
    expect(actions.body.actions.map((action: { activityType: string }) => action.activityType)).toEqual([
      'SECURITY_EVENT_ACTIVITY_TYPE_VRM_REQUEST_SENT',
      'SECURITY_EVENT_ACTIVITY_TYPE_FIRST_SEEN',
    ]);
    expect((await asker.post(`${EVENTS}/impacted-companies`, { eventId })).body.summary).toMatchObject({
      totalVendors: 1,
      likely: 1,
      requestsSent: 1,
      responded: 0,
      awaitingResponse: 1,
    });
  });

  it('shows the response to organizations with the domain in their directory: status, impact, history', async () => {
    const answer = await vendor.post(`${EVENTS}/actions/vendor-response`, {
      eventId,
      responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED',
      message: 'One shop is hit.',
      expectedResolutionAt: '2026-12-01T00:00:00Z',
      evidenceUrls: ['https://status.example.com/1'],
    });
    expect(answer.body.activity).toEqual({
      id: expect.any(String),
      activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED',
      eventId,
      vendorDomain: domain,
      occurredAt: expect.any(String),
      isSynthetic: false,
      responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED',
      message: 'One shop is hit.',
      expectedResolutionAt: '2026-12-01T00:00:00.000Z',
      evidenceUrls: ['https://status.example.com/1'],
    });

    const seen = (await detail(asker)).body.vendorDetail;
    expect(seen.impact).toBe('SECURITY_EVENT_IMPACT_CONFIRMED');
    expect(seen.vendorStatus).toEqual({
      hasResponded: true,
      responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED',
      message: 'One shop is hit.',
      expectedResolutionAt: '2026-12-01T00:00:00.000Z',
      evidenceUrls: ['https://status.example.com/1'],
      respondedAt: answer.body.activity.occurredAt,
    });
    expect(seen.vrmRequests).toMatchObject([{ status: 'VRM_REQUEST_STATUS_ANSWERED', answeredAt: answer.body.activity.occurredAt }]);
    expect(seen.communicationLog.map((entry: { activityType: string }) => entry.activityType)).toEqual([
      'SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED',
      'SECURITY_EVENT_ACTIVITY_TYPE_VRM_REQUEST_SENT',
    ]);
    expect(seen.impactReasoning.map((reason: { factor: string }) => reason.factor)).toEqual([
      'IMPACT_FACTOR_VENDOR_STATEMENT',
      'IMPACT_FACTOR_VULNERABILITY_OBSERVED',
    ]);

    const companies = (await asker.post(`${EVENTS}/impacted-companies`, { eventId })).body;
    expect(companies.summary).toMatchObject({
      totalVendors: 1,
      confirmed: 1,
      likely: 0,
      requestsSent: 1,
      responded: 1,
      awaitingResponse: 0,
    });
    expect(companies.companies[0]).toMatchObject({
      organization: { domain },
      impact: 'SECURITY_EVENT_IMPACT_CONFIRMED',
      responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED',
      lastActivity: { activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED', occurredAt: answer.body.activity.occurredAt },
    });
    const actions = (await asker.post(`${EVENTS}/actions`, { eventId, vendorDomain: domain })).body;
    expect(actions.actions[0]).toEqual(answer.body.activity);
    expect(actions.actions[1]).toMatchObject({
      activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_IMPACT_CHANGED',
      fromImpact: 'SECURITY_EVENT_IMPACT_LIKELY',
      toImpact: 'SECURITY_EVENT_IMPACT_CONFIRMED',
    });
    const event = (await vendor.get(`${EVENTS}/event`, { org_domain: domain, event_id: eventId })).body.securityEvent;
    expect(event).toMatchObject({
      view: 'SECURITY_EVENT_VIEW_SELF',
      organizationResponse: { responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED', respondedAt: answer.body.activity.occurredAt },
    });
  });

  it('stores a repeated response once, until a new request arrives', async () => {
    const words = { eventId, responseStatus: 'VENDOR_RESPONSE_STATUS_FIXED', message: 'Patched.' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => vendor.post(`${EVENTS}/actions/vendor-response`, words)));
    const [first] = answers;
    for (const answer of answers) expect(answer.body).toEqual(first?.body);
    const actions = (await asker.post(`${EVENTS}/actions`, { eventId, vendorDomain: domain })).body.actions;
    expect(actions.map((action: { activityType: string }) => action.activityType.replace('SECURITY_EVENT_ACTIVITY_TYPE_', ''))).toEqual([
      'VENDOR_RESPONDED',
      'REMEDIATION_COMPLETED',
      'IMPACT_CHANGED',
      'VENDOR_RESPONDED',
      'IMPACT_CHANGED',
      'VRM_REQUEST_SENT',
      'FIRST_SEEN',
    ]);
    expect(new Set(actions.slice(0, -1).map((action: { id: string }) => action.id)).size).toBe(6);

    await asker.post(`${EVENTS}/actions/vrm-request`, { eventId, vendorDomains: [domain] });
    const again = await vendor.post(`${EVENTS}/actions/vendor-response`, words);
    expect(again.body.activity.id).not.toBe(first?.body.activity.id);
    expect((await detail(asker)).body.vendorDetail.vrmRequests).toMatchObject([
      { status: 'VRM_REQUEST_STATUS_ANSWERED' },
      { status: 'VRM_REQUEST_STATUS_ANSWERED' },
    ]);
  });

  it('hides all of it from an organization without the domain in its directory', async () => {
    const own = stranger.organization.domain;
    expect(await feedIds(stranger)).toEqual([]);
    expect(reasonOf(await stranger.get(`${EVENTS}/event`, { org_domain: own, event_id: eventId }))).toBe('SECURITY_EVENT_NOT_FOUND');
    for (const answer of [
      await stranger.post(`${EVENTS}/impacted-companies`, { eventId }),
      await detail(stranger),
      await stranger.post(`${EVENTS}/actions`, { eventId, vendorDomain: domain }),
      await stranger.post(`${EVENTS}/actions/vendor-response`, { eventId, responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED' }),
      await stranger.post(`${EVENTS}/actions/vrm-request`, { eventId, vendorDomains: [domain] }),
    ]) {
      expect([answer.status, reasonOf(answer)]).toEqual([404, 'SECURITY_EVENT_NOT_FOUND']);
    }
    for (const table of ['vendor_statement', 'vrm_request']) {
      expect(await asOrganization(service, stranger, `SELECT 1 FROM ${table} WHERE event_id = $1`, [eventId])).toEqual([]);
      expect(await asOrganization(service, asker, `SELECT 1 FROM ${table} WHERE event_id = $1`, [eventId])).not.toEqual([]);
    }
  });

  it("shows another organization with the vendor in its directory the response, but not others' requests", async () => {
    const third = await TestOrganization.create(service);
    await aVendor(service, third, domain);
    expect(await feedIds(third)).toEqual([eventId]);
    const seen = (await detail(third)).body.vendorDetail;
    expect(seen).toMatchObject({ impact: 'SECURITY_EVENT_IMPACT_MITIGATED', vrmRequests: [], vendorStatus: { message: 'Patched.' } });
    expect(seen.impactReasoning).toHaveLength(1);
    expect((await third.post(`${EVENTS}/impacted-companies`, { eventId })).body.summary).toMatchObject({
      totalVendors: 1,
      mitigated: 1,
      requestsSent: 0,
    });
    expect(await asOrganization(service, third, `SELECT 1 FROM vrm_request WHERE event_id = $1`, [eventId])).toEqual([]);
    await asOrganization(service, third, `UPDATE vendor SET lifecycle_status = 4 WHERE organization_id = $1`, [third.organization.id]);
    expect(await feedIds(third)).toEqual([]);
    expect(await asOrganization(service, third, `SELECT 1 FROM vendor_statement WHERE event_id = $1`, [eventId])).toEqual([]);
  });

  it("refuses every combination with another organization's event or vendor", async () => {
    const { eventId: hidden } = anEvent();
    await importEvents(service, [anEvent({ eventId: hidden, victims: ['nobodys-vendor.com'] })]);
    const foreign = stranger.organization.domain;
    for (const event of [eventId, hidden, 'unknown']) {
      for (const vendorDomain of [domain, 'nobodys-vendor.com']) {
        const mismatch = await detail(asker, vendorDomain, event, foreign);
        expect([mismatch.status, reasonOf(mismatch)]).toEqual([403, 'ORG_MISMATCH']);
        if (event === eventId && vendorDomain === domain) continue;
        expect(reasonOf(await detail(asker, vendorDomain, event))).toBe(
          event === eventId ? 'VENDOR_NOT_FOUND' : 'SECURITY_EVENT_NOT_FOUND',
        );
        const actions = await asker.post(`${EVENTS}/actions`, { eventId: event, vendorDomain });
        expect([actions.status, reasonOf(actions)]).toEqual([404, event === eventId ? 'VENDOR_NOT_FOUND' : 'SECURITY_EVENT_NOT_FOUND']);
        const asked = await asker.post(`${EVENTS}/actions/vrm-request`, { eventId: event, vendorDomains: [domain, vendorDomain] });
        expect([asked.status, reasonOf(asked)]).toEqual([404, event === eventId ? 'VENDOR_NOT_FOUND' : 'SECURITY_EVENT_NOT_FOUND']);
      }
      expect(reasonOf(await asker.get(`${EVENTS}/event`, { org_domain: foreign, event_id: event }))).toBe('ORG_MISMATCH');
      expect(reasonOf(await asker.get(`${EVENTS}/event`, { org_domain: 'not a domain', event_id: event }))).toBe('ORG_MISMATCH');
    }
    expect((await asker.get(`${EVENTS}/event`, { org_domain: asker.organization.domain.toUpperCase(), event_id: eventId })).status).toBe(
      200,
    );
  });

  it("prevents writes in another organization's name, even with a forgotten predicate", async () => {
    const { id } = vendor.organization;
    await asOrganization(service, stranger, `DELETE FROM vendor_statement WHERE organization_id = $1`, [id]);
    await asOrganization(service, asker, `UPDATE vendor_statement SET message = 'forged' WHERE event_id = $1`, [eventId]);
    await asOrganization(service, vendor, `UPDATE vrm_request SET message = 'forged' WHERE event_id = $1`, [eventId]);
    expect((await detail(asker)).body.vendorDetail).toMatchObject({
      vendorStatus: { message: 'Patched.' },
      vrmRequests: [{}, { message: 'Are you affected?' }],
    });
    const forged = asOrganization(
      service,
      asker,
      `INSERT INTO vendor_statement (organization_id, id, domain, event_id, response_status, evidence_urls, recorded_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 2, '{}', now())`,
      [id, domain, eventId],
    );
    await expect(forged).rejects.toThrow('row-level security');
  });
});
