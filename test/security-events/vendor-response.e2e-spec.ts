import { aVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('asking and answering about security events', () => {
  let service: TestApp;
  let org: TestOrganization;
  let domain: string;
  let open: string;
  let closed: string;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    ({ domain } = await aVendor(service, org));
    const victims = [org.organization.domain, domain];
    const events = [anEvent({ victims }), anEvent({ victims, status: 'CLOSED' })];
    [open, closed] = events.map((event) => event.eventId) as [string, string];
    await importEvents(service, events);
  });
  afterAll(() => service.close());

  const respond = (request: object, headers = {}) =>
    org.post(
      'security-events/actions/vendor-response',
      { eventId: open, responseStatus: 'VENDOR_RESPONSE_STATUS_AFFECTED', ...request },
      headers,
    );
  const ask = (request: object, headers = {}) =>
    org.post('security-events/actions/vrm-request', { eventId: open, vendorDomains: [domain], ...request }, headers);

  it('refuses both on a closed event', async () => {
    for (const answer of [await respond({ eventId: closed }), await ask({ eventId: closed })]) {
      expect([answer.status, reasonOf(answer)]).toEqual([409, 'SECURITY_EVENT_CLOSED']);
      expect(answer.body.error.code).toBe('FAILED_PRECONDITION');
    }
  });

  it('takes 4000 characters and no more', async () => {
    expect((await respond({ message: 'm'.repeat(4000) })).body.activity.message).toHaveLength(4000);
    expect((await respond({ message: 'm'.repeat(4001) })).status).toBe(400);
    expect((await ask({ message: 'm'.repeat(4001) })).status).toBe(400);
  });

  it.each([
    [{ responseStatus: undefined }, 'responseStatus'],
    [{ responseStatus: 'VENDOR_RESPONSE_STATUS_UNSPECIFIED' }, 'responseStatus'],
    [{ responseStatus: 'FIXED' }, 'responseStatus'],
    [{ eventId: undefined }, 'eventId'],
    [{ evidenceUrls: ['ftp://files.example'] }, 'evidenceUrls[0]'],
    [{ evidenceUrls: Array(21).fill('https://e.example') }, 'evidenceUrls'],
    [{ expectedResolutionAt: 'soon' }, 'expectedResolutionAt'],
    [{ vendorDomain: 'acme.com' }, 'vendorDomain'],
  ])('refuses the response %j, naming the field', async (request, field) => {
    const answer = await respond(request);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toMatchObject([{ field }]);
  });

  it.each([
    [{ vendorDomains: [] }, 'vendorDomains'],
    [{ vendorDomains: Array.from({ length: 101 }, (_, n) => `v${n}.com`) }, 'vendorDomains'],
    [{ vendorDomains: ['10.0.0.1'] }, 'vendorDomains[0]'],
    [{ dueAt: 'soon' }, 'dueAt'],
  ])('refuses the request %j, naming the field', async (request, field) => {
    const answer = await ask(request);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toMatchObject([{ field }]);
  });

  it('asks all or nobody', async () => {
    const answer = await ask({ vendorDomains: [domain, 'unknown-vendor.com', 'unknown-too.com'] });
    expect(reasonOf(answer)).toBe('VENDOR_NOT_FOUND');
    expect(answer.body.message).toContain('unknown-vendor.com, unknown-too.com');
    const { body } = await org.post('security-events/impacted-companies', { eventId: open });
    expect(body.summary.requestsSent).toBe(0);
  });

  it('honours an Idempotency-Key on both', async () => {
    const headers = { 'idempotency-key': 'once' };
    for (const send of [respond, ask]) {
      const first = await send({ message: 'Hello' }, headers);
      const second = await send({ message: 'Hello' }, headers);
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(reasonOf(await send({ message: 'Other' }, headers))).toBe('IDEMPOTENCY_KEY_REUSED');
    }
    const { body } = await org.post('security-events/impacted-companies', { eventId: open });
    expect(body.summary).toMatchObject({ requestsSent: 1, awaitingResponse: 1 });
  });
});
