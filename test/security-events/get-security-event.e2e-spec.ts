import { aVendor, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetSecurityEvent', () => {
  let service: TestApp;
  let org: TestOrganization;
  let named: TestVendor;
  let event: { eventId: string };

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    named = await aVendor(service, org);
    event = anEvent({ victims: [named.domain] });
    await importEvents(service, [event]);
  });
  afterAll(() => service.close());

  const read = (event_id: string, org_domain = org.organization.domain) => org.get('security-events/event', { org_domain, event_id });

  it('returns an event as in the feed', async () => {
    const [listed] = (await org.post('security-events/feed', {})).body.securityEvents;
    expect((await read(event.eventId)).body.securityEvent).toEqual(listed);
  });

  it("refuses another organization's or a malformed id for every event", async () => {
    const { eventId: hidden } = anEvent();
    await importEvents(service, [anEvent({ eventId: hidden, victims: ['nobodys-vendor.com'] })]);
    const stranger = await TestOrganization.create(service);
    for (const id of [event.eventId, hidden, 'unknown']) {
      expect(reasonOf(await read(id, stranger.organization.domain))).toBe('ORG_MISMATCH');
      expect(reasonOf(await read(id, 'not a domain'))).toBe('ORG_MISMATCH');
    }
    for (const id of [hidden, 'unknown']) expect(reasonOf(await read(id))).toBe('SECURITY_EVENT_NOT_FOUND');
  });

  it('accepts the domain of the organization in any case', async () => {
    expect((await read(event.eventId, org.organization.domain.toUpperCase())).status).toBe(200);
  });
});
