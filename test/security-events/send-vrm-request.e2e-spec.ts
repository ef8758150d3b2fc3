import { aVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('SendVrmRequest', () => {
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

  const ask = (request: object, headers = {}) =>
    org.post('security-events/actions/vrm-request', { eventId: open, vendorDomains: [domain], ...request }, headers);

  it('refuses a closed event', async () => {
    const answer = await ask({ eventId: closed });
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'SECURITY_EVENT_CLOSED']);
    expect(answer.body.error.code).toBe('FAILED_PRECONDITION');
  });

  it('refuses a message of more than 4000 characters', async () => {
    expect((await ask({ message: 'm'.repeat(4001) })).status).toBe(400);
  });

  it.each([
    [{ vendorDomains: [] }, 'vendorDomains'],
    [{ vendorDomains: Array.from({ length: 101 }, (_, n) => `v${n}.com`) }, 'vendorDomains'],
    [{ vendorDomains: ['10.0.0.1'] }, 'vendorDomains[0]'],
    [{ dueAt: 'soon' }, 'dueAt'],
  ])('refuses the request %j with the field', async (request, field) => {
    const answer = await ask(request);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toMatchObject([{ field }]);
  });

  it('sends all requests or none', async () => {
    const answer = await ask({ vendorDomains: [domain, 'unknown-vendor.com', 'unknown-too.com'] });
    expect(reasonOf(answer)).toBe('VENDOR_NOT_FOUND');
    expect(answer.body.message).toContain('unknown-vendor.com, unknown-too.com');
    const { body } = await org.post('security-events/impacted-companies', { eventId: open });
    expect(body.summary.requestsSent).toBe(0);
  });

  it('honours an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await ask({ message: 'Hello' }, headers);
    const second = await ask({ message: 'Hello' }, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(reasonOf(await ask({ message: 'Other' }, headers))).toBe('IDEMPOTENCY_KEY_REUSED');
    const { body } = await org.post('security-events/impacted-companies', { eventId: open });
    expect(body.summary).toMatchObject({ requestsSent: 1, awaitingResponse: 1 });
  });
});
