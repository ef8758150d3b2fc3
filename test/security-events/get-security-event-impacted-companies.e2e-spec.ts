import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { aCve, anEvent, asOrganization, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetSecurityEventImpactedCompanies', () => {
  let service: TestApp;
  let org: TestOrganization;
  let speaker: TestOrganization;
  let event: { eventId: string };
  let named: TestVendor;
  let exposed: TestVendor;
  let patched: TestVendor;
  let cleared: TestVendor;
  let asked: TestVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    speaker = await TestOrganization.create(service, { vrm: false });
    const cve = aCve();
    [named, exposed, patched, asked] = (await Promise.all(['n', 'e', 'p', 'a'].map(() => aVendor(service, org)))) as [
      TestVendor,
      TestVendor,
      TestVendor,
      TestVendor,
    ];
    cleared = await aVendor(service, org, speaker.organization.domain);
    await aVendor(service, org);
    await importFindings(org, [
      aFinding(exposed.domain, { title: 'one', cveIds: [cve] }),
      aFinding(patched.domain, { title: 'two', cveIds: [cve] }),
      aFinding(`mail.${exposed.domain}`, { title: 'three', cveIds: [cve] }),
    ]);
    await asOrganization(
      service,
      org,
      `UPDATE observation SET approval_status = 4, resolved_at = now() WHERE organization_id = $1 AND title = 'two'`,
      [org.organization.id],
    );
    event = anEvent({ cveIds: [cve], victims: [named.domain, cleared.domain] });
    await importEvents(service, [event]);
    const { eventId } = event;
    await speaker.post('security-events/actions/vendor-response', { eventId, responseStatus: 'VENDOR_RESPONSE_STATUS_NOT_AFFECTED' });
    await org.post('security-events/actions/vrm-request', { eventId, vendorDomains: [asked.domain, cleared.domain] });
  });
  afterAll(() => service.close());

  async function list(request: object = {}) {
    const { status, body } = await org.post('security-events/impacted-companies', { eventId: event.eventId, ...request });
    expect(status).toBe(200);
    return body;
  }
  const domains = (body: { companies: { organization: { domain: string } }[] }) =>
    body.companies.map((company) => company.organization.domain);

  it('lists every vendor related to the event with its reason, and counts that add up', async () => {
    const body = await list();
    const short = body.companies.map((company: Record<string, string>) => [
      (company.organization as unknown as { domain: string }).domain,
      company.impact?.replace('SECURITY_EVENT_IMPACT_', ''),
      company.relatedObservationCount,
      company.impactReason,
    ]);
    expect(short).toEqual(
      [
        [named.domain, 'CONFIRMED', 0, 'Named as a victim of the event.'],
        [exposed.domain, 'LIKELY', 2, '2 open observations with a vulnerability of the event.'],
        [patched.domain, 'MITIGATED', 1, '1 resolved observation with a vulnerability of the event, and none is open.'],
        [cleared.domain, 'NOT_IMPACTED', 0, 'The company says that it is not affected.'],
        [asked.domain, 'NOT_IMPACTED', 0, 'No record links the company to the event.'],
      ].sort(([one], [two]) => String(one).localeCompare(String(two))),
    );
    expect(body.totalCount).toBe(5);
    expect(body.summary).toEqual({
      totalVendors: 5,
      confirmed: 1,
      likely: 1,
      possible: 0,
      mitigated: 1,
      notImpacted: 2,
      requestsSent: 2,
      responded: 0,
      awaitingResponse: 2,
    });
    const feed = (await org.post('security-events/feed', {})).body.securityEvents[0];
    expect(feed.impactSummary).toEqual({ impacted: 2, underInvestigation: 0, notImpacted: 3 });
  });

  it('shows the last activity of each', async () => {
    const body = await list();
    const last = Object.fromEntries(
      body.companies.map((company: { organization: { domain: string }; lastActivity: { activityType: string } }) => [
        company.organization.domain,
        company.lastActivity.activityType.replace('SECURITY_EVENT_ACTIVITY_TYPE_', ''),
      ]),
    );
    expect(last).toEqual({
      [named.domain]: 'FIRST_SEEN',
      [exposed.domain]: 'FIRST_SEEN',
      [patched.domain]: 'FIRST_SEEN',
      [cleared.domain]: 'VRM_REQUEST_SENT',
      [asked.domain]: 'VRM_REQUEST_SENT',
    });
  });

  it('filters without changing the summary', async () => {
    const all = await list();
    const hit = await list({ filters: { impacts: ['SECURITY_EVENT_IMPACT_CONFIRMED', 'SECURITY_EVENT_IMPACT_NOT_IMPACTED'] } });
    expect(domains(hit)).toEqual([named.domain, cleared.domain, asked.domain].sort());
    expect(hit).toMatchObject({ totalCount: 3, summary: all.summary });
    expect(domains(await list({ filters: { responseStatuses: ['VENDOR_RESPONSE_STATUS_NOT_AFFECTED'] } }))).toEqual([cleared.domain]);
    expect(domains(await list({ filters: { responseStatuses: ['VENDOR_RESPONSE_STATUS_FIXED'] } }))).toEqual([]);
    expect(domains(await list({ filters: { query: exposed.domain.slice(2, -4).toUpperCase() } }))).toEqual([exposed.domain]);
    const group = (await org.post('vendors/groups', { name: 'Some' })).body.vendorGroup.id;
    await asOrganization(service, org, `INSERT INTO vendor_group_member (organization_id, group_id, vendor_id) VALUES ($1, $2, $3)`, [
      org.organization.id,
      group,
      patched.id,
    ]);
    expect(domains(await list({ filters: { vendorGroupIds: [group] } }))).toEqual([patched.domain]);
    expect(domains(await list({ filters: { vendorGroupIds: ['nonsense'] } }))).toEqual([]);
  });

  it('pages by cursor and by offset', async () => {
    const all = domains(await list());
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) });
      expect(page.totalCount).toBe(5);
      seen.push(...domains(page));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(all);
    expect(domains(await list({ offset: 4 }))).toEqual(all.slice(4));
    const first = await list({ limit: 1 });
    const other = await org.post('security-events/impacted-companies', { eventId: 'other', cursor: first.nextCursor });
    expect(reasonOf(other)).toBe('CURSOR_MISMATCH');
  });
});
