import { randomInt } from 'node:crypto';
import { parquetReadObjects } from 'hyparquet';
import { exported, exportOf, inOrder, walked } from '../support/exports';
import { aVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('ExportSecurityEvents', () => {
  let service: TestApp;
  let org: TestOrganization;
  const run = randomInt(1e9);
  const SELF = { view: 'SECURITY_EVENT_VIEW_SELF' };

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    const [one, two] = [await aVendor(service, org), await aVendor(service, org)];
    await importEvents(service, [
      anEvent({ eventId: `export-${run}-1`, severity: 'LOW', victims: [one.domain] }),
      anEvent({ eventId: `export-${run}-2`, severity: 'CRITICAL', victims: [one.domain, two.domain] }),
      anEvent({ eventId: `export-${run}-3`, severity: 'HIGH', victims: [org.organization.domain], affectedProducts: ['Basalt Mailer'] }),
      anEvent({ eventId: `export-${run}-4`, victims: ['somebody-else.com'] }),
    ]);
    await org.post('security-events/actions/vrm-request', { eventId: `export-${run}-2`, vendorDomains: [one.domain] });
    await org.post('security-events/actions/vendor-response', {
      eventId: `export-${run}-3`,
      responseStatus: 'VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION',
      message: 'We look into it',
    });
  });
  afterAll(() => service.close());

  it.each([
    ['about vendors', {}, 2],
    ['about ourselves', SELF, 1],
    ['those of a filter', { filters: { severities: ['SECURITY_EVENT_SEVERITY_CRITICAL'] } }, 1],
  ])('contains exactly the events of the feed: %s', async (_, request, count) => {
    const listed = await walked(org, 'security-events/feed', 'securityEvents', request);
    expect(listed).toHaveLength(count);
    expect(inOrder(await exported(org, 'security-events/export', request))).toEqual(inOrder(listed));
  });

  it('exports Parquet with flattened objects', async () => {
    const { bytes } = await exportOf(service, org, 'security-events/export', { ...SELF, format: 'EXPORT_FORMAT_PARQUET' });
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    expect(await parquetReadObjects({ file })).toMatchObject([
      {
        eventId: `export-${run}-3`,
        publishedAt: expect.any(Date),
        affectedProducts: ['Basalt Mailer'],
        'organizationResponse.message': 'We look into it',
        'impactSummary.underInvestigation': 1,
      },
    ]);
  });

  it('needs the VRM entitlement for the view of vendors', async () => {
    const self = await TestOrganization.create(service, { vrm: false });
    expect(reasonOf(await self.post('security-events/export', {}))).toBe('ENTITLEMENT_MISSING');
    expect(await exported(self, 'security-events/export', SELF)).toEqual([]);
  });
});
