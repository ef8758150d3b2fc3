import { aVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetUnansweredCompanies', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('separates those who were asked from those who were not, without those who answered', async () => {
    const [asked, answered, silent] = [await aVendor(service, org), await aVendor(service, org), await aVendor(service, org)];
    const { eventId, ...event } = anEvent({ victims: [asked.domain, answered.domain, silent.domain] });
    await importEvents(service, [{ ...event, eventId }]);
    const dueAt = new Date(Date.now() + 86_400_000).toISOString();
    const sent = await org.post('security-events/actions/vrm-request', { eventId, vendorDomains: [asked.domain, answered.domain], dueAt });
    expect(sent.status).toBe(200);
    const response = { eventId, vendorDomain: answered.domain, responseStatus: 'VENDOR_RESPONSE_STATUS_NOT_AFFECTED' };
    expect((await org.post('security-events/actions/vendor-response-on-behalf', response)).status).toBe(200);

    const company = ({ domain }: { domain: string }) => ({
      vendorDomain: domain,
      companyName: `Company of ${domain}`,
      impact: 'SECURITY_EVENT_IMPACT_CONFIRMED',
    });
    expect((await org.get('questions/unanswered-companies', { eventId })).body).toEqual({
      askedCount: 1,
      notAskedCount: 1,
      asked: [{ ...company(asked), requestDueAt: dueAt, isOverdue: false }],
      notAsked: [company(silent)],
    });
  });

  it('refuses an event that affects none of the vendors', async () => {
    expect(reasonOf(await org.get('questions/unanswered-companies', { eventId: 'nonesuch' }))).toBe('SECURITY_EVENT_NOT_FOUND');
  });
});
