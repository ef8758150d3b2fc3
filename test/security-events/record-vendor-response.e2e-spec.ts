import { reasonOf, TestOrganization } from '../support/organization';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('RecordVendorResponse', () => {
  let service: TestApp;
  let org: TestOrganization;
  let open: string;
  let closed: string;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    const victims = [org.organization.domain];
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

  it('refuses a closed event', async () => {
    const answer = await respond({ eventId: closed });
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'SECURITY_EVENT_CLOSED']);
    expect(answer.body.error.code).toBe('FAILED_PRECONDITION');
  });

  it('accepts at most 4000 characters', async () => {
    expect((await respond({ message: 'm'.repeat(4000) })).body.activity.message).toHaveLength(4000);
    expect((await respond({ message: 'm'.repeat(4001) })).status).toBe(400);
  });

  it.each([
    [{ responseStatus: undefined }, 'responseStatus'],
    [{ responseStatus: 'VENDOR_RESPONSE_STATUS_UNSPECIFIED' }, 'responseStatus'],
    [{ responseStatus: 'MENDED' }, 'responseStatus'],
    [{ eventId: undefined }, 'eventId'],
    [{ evidenceUrls: ['ftp://files.example'] }, 'evidenceUrls[0]'],
    [{ evidenceUrls: Array(21).fill('https://e.example') }, 'evidenceUrls'],
    [{ expectedResolutionAt: 'soon' }, 'expectedResolutionAt'],
    [{ vendorDomain: 'acme.com' }, 'vendorDomain'],
  ])('refuses the response %j with the field', async (request, field) => {
    const answer = await respond(request);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toMatchObject([{ field }]);
  });

  it('honours an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await respond({ message: 'Hello' }, headers);
    const second = await respond({ message: 'Hello' }, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(reasonOf(await respond({ message: 'Other' }, headers))).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('needs the write scope', async () => {
    const reader = await org.withScopes('security-events.read');
    const answer = { eventId: open, responseStatus: 'VENDOR_RESPONSE_STATUS_FIXED' };
    expect(reasonOf(await reader.post('security-events/actions/vendor-response', answer))).toBe('SCOPE_MISSING');
  });
});
