import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { aCve, anEvent, importEvents, moveByCve } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetVendorChanges', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;
  const since = new Date(Date.now() - 3_600_000).toISOString();

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
    const other = await aVendor(service, org);
    const cve = aCve();
    const findings = [aFinding(`a.${vendor.domain}`, { title: 'Stays' }), aFinding(`b.${vendor.domain}`, { title: 'Goes', cveIds: [cve] })];
    expect((await importFindings(org, [...findings, aFinding(`a.${other.domain}`)])).body).toMatchObject({ created: 3 });
    await moveByCve(org, cve, 'APPROVAL_STATUS_RESOLVED');
    await importEvents(service, [
      anEvent({ eventId: `at-${vendor.domain}`, victims: [vendor.domain], publishedAt: new Date().toISOString() }),
    ]);
    await new Portfolio(service, org).detect([{ host: vendor.domain, mx: ['aspmx.l.google.com'] }]);
  });
  afterAll(() => service.close());

  it('returns findings, score, events and fourth parties of the vendor since then', async () => {
    const { status, body } = await org.get('questions/vendor-changes', { vendorDomain: vendor.domain, since });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      vendorId: vendor.id,
      openedCount: '2',
      openedCountType: 'TOTAL_COUNT_TYPE_EXACT',
      resolvedCount: '1',
      resolvedCountType: 'TOTAL_COUNT_TYPE_EXACT',
      score: { from: expect.any(Number), to: expect.any(Number) },
      resolved: [{ title: 'Goes' }],
      securityEventCount: 1,
      securityEvents: [{ eventId: `at-${vendor.domain}` }],
      newFourthPartyCount: 1,
      newFourthParties: [{ domain: 'google.com', connectionTypes: ['FOURTH_PARTY_CONNECTION_TYPE_EMAIL'] }],
    });
    expect(body.opened.map(({ title }: { title: string }) => title).sort()).toEqual(['Goes', 'Stays']);
  });

  it('leaves out what the token may not read', async () => {
    const narrow = await org.withScopes('findings.read,vendor-directory.read');
    const { body } = await narrow.get('questions/vendor-changes', { vendorDomain: vendor.domain, since });
    expect(body).toMatchObject({ openedCount: '2' });
    expect(body).not.toHaveProperty('securityEvents');
    expect(body).not.toHaveProperty('newFourthParties');
  });

  it('refuses an unknown vendor, a future time, and one too long ago', async () => {
    expect(reasonOf(await org.get('questions/vendor-changes', { vendorDomain: 'nonesuch.com', since }))).toBe('VENDOR_NOT_FOUND');
    for (const wrong of ['2020-01-01T00:00:00Z', new Date(Date.now() + 3_600_000).toISOString()]) {
      expect((await org.get('questions/vendor-changes', { vendorDomain: vendor.domain, since: wrong })).status).toBe(400);
    }
  });
});
