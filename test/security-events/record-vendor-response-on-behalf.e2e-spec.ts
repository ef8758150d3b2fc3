import { aVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { anEvent, asOrganization, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

const EVENTS = 'security-events';

describe('RecordVendorResponseOnBehalf', () => {
  let service: TestApp;
  let org: TestOrganization;
  let neighbour: TestOrganization;
  let vendor: TestOrganization;
  let domain: string;
  let silent: string;
  let eventId: string;
  let closed: string;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    neighbour = await TestOrganization.create(service);
    vendor = await TestOrganization.create(service, { vrm: false });
    domain = vendor.organization.domain;
    for (const customer of [org, neighbour]) await aVendor(service, customer, domain);
    silent = `silent-${domain}`;
    await aVendor(service, org, silent);
    const victims = [domain, silent];
    const events = [anEvent({ victims }), anEvent({ victims, status: 'CLOSED' })];
    [eventId, closed] = events.map((event) => event.eventId) as [string, string];
    await importEvents(service, events);
  });
  afterAll(() => service.close());

  const record = (request: object, caller = org) =>
    caller.post(`${EVENTS}/actions/vendor-response-on-behalf`, {
      eventId,
      vendorDomain: domain,
      responseStatus: 'VENDOR_RESPONSE_STATUS_NOT_AFFECTED',
      ...request,
    });
  const detail = async (caller: TestOrganization) =>
    (await caller.get(`${EVENTS}/vendor-detail`, { org_domain: caller.organization.domain, event_id: eventId, vendor_domain: domain })).body
      .vendorDetail;
  const companies = async (filters: object) => {
    const { body } = await org.post(`${EVENTS}/impacted-companies`, { eventId, filters });
    return body.companies.map((company: { organization: { domain: string } }) => company.organization.domain);
  };

  it('is marked, overrides the impact and answers earlier requests, for the customer alone', async () => {
    await org.post(`${EVENTS}/actions/vrm-request`, { eventId, vendorDomains: [domain, silent], dueAt: '2026-12-24T11:00:00.000Z' });
    expect(await companies({ requestStatuses: ['VRM_REQUEST_STATUS_SENT'] })).toEqual([domain, silent].sort());

    const { status, body } = await record({ message: 'They wrote that they are safe.' });
    expect(status).toBe(200);
    expect(body.activity).toMatchObject({ vendorDomain: domain, isOnBehalf: true, message: 'They wrote that they are safe.' });
    expect(await detail(org)).toMatchObject({
      impact: 'SECURITY_EVENT_IMPACT_NOT_IMPACTED',
      vendorStatus: { hasResponded: true, isOnBehalf: true, respondedAt: body.activity.occurredAt },
      vrmRequests: [{ status: 'VRM_REQUEST_STATUS_ANSWERED' }],
      impactReasoning: [{ factor: 'IMPACT_FACTOR_VENDOR_STATEMENT', description: expect.stringContaining('as you recorded') }, {}],
    });
    for (const other of [neighbour, vendor]) {
      const rows = await asOrganization(service, other, `SELECT 1 FROM vendor_response_on_behalf WHERE event_id = $1`, [eventId]);
      expect(rows).toHaveLength(0);
    }
    expect(await detail(neighbour)).toMatchObject({ impact: 'SECURITY_EVENT_IMPACT_CONFIRMED', vendorStatus: { hasResponded: false } });
  });

  it('lets a customer list who has not answered, with the due date', async () => {
    expect(await companies({ hasResponded: false })).toEqual([silent]);
    expect(await companies({ hasResponded: true })).toEqual([domain]);
    expect(await companies({ requestStatuses: ['VRM_REQUEST_STATUS_SENT'] })).toEqual([silent]);
    expect(await companies({ requestStatuses: ['VRM_REQUEST_STATUS_ANSWERED'] })).toEqual([domain]);
    const { body } = await org.post(`${EVENTS}/impacted-companies`, { eventId });
    const rows = Object.fromEntries(body.companies.map((row: { organization: { domain: string } }) => [row.organization.domain, row]));
    expect(rows[silent]).toMatchObject({ requestStatus: 'VRM_REQUEST_STATUS_SENT', requestDueAt: '2026-12-24T11:00:00.000Z' });
    expect(rows[domain]).toMatchObject({ requestStatus: 'VRM_REQUEST_STATUS_ANSWERED', isOnBehalf: true });
    expect(body.summary).toMatchObject({ requestsSent: 2, responded: 1, awaitingResponse: 1 });
  });

  it('returns the first entry for the same record, and gives way to a later response of the vendor', async () => {
    const first = await record({ message: 'Again' });
    expect((await record({ message: 'Again' })).body).toEqual(first.body);
    await vendor.post(`${EVENTS}/actions/vendor-response`, { eventId, responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED' });
    const { vendorStatus } = await detail(org);
    expect(vendorStatus).toMatchObject({ responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED' });
    expect(vendorStatus.isOnBehalf).toBeUndefined();
    const old = await record({ message: 'Found in the archive', receivedAt: '2026-01-05T08:00:00Z' });
    expect(old.body.activity.occurredAt).toBe('2026-01-05T08:00:00.000Z');
    expect((await detail(org)).vendorStatus.responseStatus).toBe('VENDOR_RESPONSE_STATUS_AFFECTED');
  });

  it.each([
    [{ vendorDomain: 'nobody-knows.example.com' }, 404],
    [{ eventId: 'no-such-event' }, 404],
    [{ receivedAt: '2999-01-01T00:00:00Z' }, 400],
    [{ responseStatus: undefined }, 400],
    [{ evidenceUrls: [] }, 400],
  ])('refuses %j with %d', async (request, status) => {
    expect((await record(request)).status).toBe(status);
  });

  it('refuses a closed event and a caller without the entitlement', async () => {
    expect(reasonOf(await record({ eventId: closed }))).toBe('SECURITY_EVENT_CLOSED');
    expect((await record({}, vendor)).status).toBe(403);
  });
});
