import { aVendor, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { anEvent, asOrganization, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetSecurityEventVendorDetail', () => {
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

  const detail = (changes: Record<string, string> = {}) =>
    org.get('security-events/vendor-detail', {
      org_domain: org.organization.domain,
      event_id: event.eventId,
      vendor_domain: named.domain,
      ...changes,
    });

  it('shows the contacts of the vendor', async () => {
    const contacts = [{ email: 'security@example.com', role: 'CONTACT_ROLE_SECURITY', isPrimary: true }];
    await asOrganization(service, org, `UPDATE vendor SET contacts = $3 WHERE organization_id = $1 AND id = $2`, [
      org.organization.id,
      named.id,
      JSON.stringify(contacts),
    ]);
    const { body } = await org.get('security-events/vendor-detail', {
      org_domain: org.organization.domain,
      event_id: event.eventId,
      vendor_domain: named.domain,
    });
    expect(body.vendorDetail).toMatchObject({
      eventId: event.eventId,
      vendor: { id: named.id, domainName: named.domain, companyName: `Company of ${named.domain}` },
      companyContact: { domain: named.domain, contacts },
    });
  });

  it("refuses every combination with another organization's event or vendor", async () => {
    const { eventId: hidden } = anEvent();
    await importEvents(service, [anEvent({ eventId: hidden, victims: ['nobodys-vendor.com'] })]);
    const stranger = await TestOrganization.create(service);
    for (const event_id of [event.eventId, hidden, 'unknown']) {
      for (const vendor_domain of [named.domain, 'nobodys-vendor.com']) {
        const mismatch = await detail({ event_id, vendor_domain, org_domain: stranger.organization.domain });
        expect([mismatch.status, reasonOf(mismatch)]).toEqual([403, 'ORG_MISMATCH']);
        if (event_id === event.eventId && vendor_domain === named.domain) continue;
        expect(reasonOf(await detail({ event_id, vendor_domain }))).toBe(
          event_id === event.eventId ? 'VENDOR_NOT_FOUND' : 'SECURITY_EVENT_NOT_FOUND',
        );
      }
    }
  });
});
