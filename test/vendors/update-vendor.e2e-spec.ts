import { aFinding, importFindings } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, readVendor } from '../support/vendors';

describe('UpdateVendor', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  const patch = (id: string, body: unknown, headers: Record<string, string> = {}) => org.patch(`vendors/${id}`, body, headers);

  it('changes given fields, clears null ones and leaves the rest alone', async () => {
    const vendor = await createVendor(org, {
      companyName: 'Before',
      vendorId: 'V-1',
      riskLevel: 'RISK_LEVEL_LOW',
      contractValue: '5',
      contractEndDate: '2030-01-01T00:00:00Z',
      dataRegion: 'DATA_REGION_UK',
      dataTypesShared: ['DATA_TYPE_SHARED_PII'],
      contacts: [{ email: 'a@acme.com', isPrimary: true }],
    });
    const { status, body } = await patch(vendor.id, {
      companyName: 'After',
      vendorId: null,
      riskLevel: 'RISK_LEVEL_CRITICAL',
      contractValue: null,
      contractEndDate: null,
      dataTypesShared: null,
      accessTypes: ['ACCESS_TYPE_NO_ACCESS'],
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_UNDER_REVIEW',
    });
    expect(status).toBe(200);
    const { vendorId, contractValue, contractEndDate, ...kept } = vendor;
    expect([vendorId, contractValue, contractEndDate]).toEqual(['V-1', '5', '2030-01-01T00:00:00.000Z']);
    expect(body.vendor).toEqual({
      ...kept,
      companyName: 'After',
      riskLevel: 'RISK_LEVEL_CRITICAL',
      dataTypesShared: [],
      accessTypes: ['ACCESS_TYPE_NO_ACCESS'],
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_UNDER_REVIEW',
      updatedAt: expect.any(String),
    });
    expect(body.vendor.updatedAt > vendor.updatedAt).toBe(true);
    expect(await readVendor(org, vendor.id)).toEqual(body.vendor);
  });

  it('does not move updatedAt when nothing changes', async () => {
    const vendor = await createVendor(org, {
      riskLevel: 'RISK_LEVEL_LOW',
      contacts: [{ name: 'A', email: 'a@acme.com' }],
      contractEndDate: '2030-01-01T00:00:00Z',
    });
    const same = {
      riskLevel: 'RISK_LEVEL_LOW',
      contacts: vendor.contacts,
      contractEndDate: '2030-01-01T02:00:00+02:00',
      isMonitored: false,
      vendorId: null,
    };
    expect((await patch(vendor.id, same)).body.vendor).toEqual(vendor);
    expect((await patch(vendor.id, {})).body.vendor).toEqual(vendor);
  });

  it('names a vendor by its domain again when the name is cleared', async () => {
    const vendor = await createVendor(org, { domainName: 'figma.com', companyName: 'Drawings' });
    expect((await patch(vendor.id, { companyName: null })).body.vendor.companyName).toBe('Figma');
  });

  it('takes and frees monitoring slots', async () => {
    const tight = await TestOrganization.create(service, { slots: 1 });
    const first = await createVendor(tight, { isMonitored: true });
    const second = await createVendor(tight);
    const refused = await tight.patch(`vendors/${second.id}`, { isMonitored: true, riskLevel: 'RISK_LEVEL_LOW' });
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'MONITORING_SLOTS_EXHAUSTED']);
    expect(await readVendor(tight, second.id)).toEqual(second);

    expect((await tight.patch(`vendors/${first.id}`, { isMonitored: false })).body.vendor).not.toHaveProperty('monitoredSince');
    const answers = await Promise.all([first, second].map(({ id }) => tight.patch(`vendors/${id}`, { isMonitored: true })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('brings an offboarded vendor back, unmonitored, and monitors it only then', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    await org.post('vendors/bulk-offboard', { ids: [vendor.id], reason: 'Contract ended' });
    const gone = await readVendor(org, vendor.id);
    expect(gone).toMatchObject({
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED',
      isMonitored: false,
      offboardReason: 'Contract ended',
    });

    expect(reasonOf(await patch(vendor.id, { isMonitored: true }))).toBe('VENDOR_OFFBOARDED');
    expect((await patch(vendor.id, { riskLevel: 'RISK_LEVEL_LOW' })).body.vendor.lifecycleStatus).toBe(
      'VENDOR_LIFECYCLE_STATUS_OFFBOARDED',
    );
    const { vendor: back } = (await patch(vendor.id, { lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ONBOARDING' })).body;
    expect(back).toMatchObject({ lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ONBOARDING', isMonitored: false });
    expect(back).not.toHaveProperty('offboardedAt');
    expect(back).not.toHaveProperty('offboardReason');
    expect((await patch(vendor.id, { isMonitored: true })).body.vendor.isMonitored).toBe(true);
  });

  it('refuses to offboard', async () => {
    const vendor = await createVendor(org);
    const answer = await patch(vendor.id, { lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED' });
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations[0].field).toBe('lifecycleStatus');
  });

  it('honours If-Match with the ETag of the vendor as it was read', async () => {
    const vendor = await createVendor(org);
    const tag = (await org.get(`vendors/${vendor.id}`)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    expect((await patch(vendor.id, { vendorId: 'first' }, { 'if-match': tag })).status).toBe(200);
    const late = await patch(vendor.id, { vendorId: 'second' }, { 'if-match': tag });
    expect([late.status, late.body.error.code, reasonOf(late)]).toEqual([412, 'FAILED_PRECONDITION', 'ETAG_MISMATCH']);
    expect((await readVendor(org, vendor.id)).vendorId).toBe('first');
    expect((await patch(vendor.id, { vendorId: 'third' }, { 'if-match': '*' })).status).toBe(200);
  });

  it('carries the new ETag in the answer, so that edits can follow each other', async () => {
    const vendor = await createVendor(org);
    let tag = (await org.get(`vendors/${vendor.id}`)).headers.get('etag') ?? '';
    for (const vendorId of ['one', 'two', 'three']) {
      const answer = await patch(vendor.id, { vendorId }, { 'if-match': tag });
      expect([answer.status, answer.body.vendor.vendorId]).toEqual([200, vendorId]);
      tag = answer.headers.get('etag') ?? '';
    }
    const read = await org.get(`vendors/${vendor.id}`);
    expect(read.headers.get('etag')).toBe(tag);
    expect((await org.get(`vendors/${vendor.id}`, {}, { 'if-none-match': tag })).status).toBe(304);
  });

  it('accepts an edit after an import changed the score, which changes the ETag of a GET', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    const tag = (await org.get(`vendors/${vendor.id}`)).headers.get('etag') ?? '';
    expect((await importFindings(org, [aFinding(vendor.domainName)])).body.created).toBe(1);
    const read = await org.get(`vendors/${vendor.id}`, {}, { 'if-none-match': tag });
    expect([read.status, read.body.vendor.openObservationCount]).toEqual([200, '1']);
    expect((await patch(vendor.id, { vendorId: 'edited' }, { 'if-match': tag })).status).toBe(200);
    expect((await patch(vendor.id, { vendorId: 'again' }, { 'if-match': `"other", ${tag}` })).status).toBe(412);
  });

  it('clears a field by UNSPECIFIED as by null', async () => {
    const vendor = await createVendor(org, {
      riskLevel: 'RISK_LEVEL_LOW',
      dataRegion: 'DATA_REGION_UK',
      accessTypes: ['ACCESS_TYPE_NO_ACCESS'],
      dataTypesShared: ['DATA_TYPE_SHARED_PII'],
    });
    const { status, body } = await patch(vendor.id, {
      riskLevel: 'RISK_LEVEL_UNSPECIFIED',
      dataRegion: 'DATA_REGION_UNSPECIFIED',
      accessTypes: ['ACCESS_TYPE_UNSPECIFIED'],
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_UNSPECIFIED',
    });
    expect(status).toBe(200);
    expect(body.vendor).not.toHaveProperty('riskLevel');
    expect(body.vendor).not.toHaveProperty('dataRegion');
    expect(body.vendor).toMatchObject({
      accessTypes: [],
      dataTypesShared: ['DATA_TYPE_SHARED_PII'],
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ACTIVE',
    });
  });

  it('accepts one of several racing callers with the same ETag', async () => {
    const vendor = await createVendor(org);
    const tag = (await org.get(`vendors/${vendor.id}`)).headers.get('etag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => patch(vendor.id, { vendorId: `r-${index}` }, { 'if-match': tag })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
  });

  it.each([
    [{ domainName: newDomain() }, 'domainName'],
    [{ companyName: '' }, 'companyName'],
    [{ companyName: 'n'.repeat(256) }, 'companyName'],
    [{ lifecycleStatus: 'ACTIVATED' }, 'lifecycleStatus'],
    [{ contacts: [{ email: 'x' }] }, 'contacts[0].email'],
    [{ contacts: ['a', 'b'].map((name) => ({ email: `${name}@acme.com`, isPrimary: true })) }, 'contacts'],
    [{ id: 'other' }, 'id'],
  ])('refuses invalid input (%#)', async (body, field) => {
    const vendor = await createVendor(org);
    const answer = await patch(vendor.id, body);
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toEqual([{ field, description: expect.any(String) }]);
  });

  it.each(['nonsense', '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10'])('finds no vendor %s', async (id) => {
    const answer = await patch(id, { riskLevel: 'RISK_LEVEL_LOW' });
    expect([answer.status, reasonOf(answer)]).toEqual([404, 'VENDOR_NOT_FOUND']);
  });

  it('does not change vendors of another organization', async () => {
    const vendor = await createVendor(org);
    const stranger = await TestOrganization.create(service);
    expect((await stranger.patch(`vendors/${vendor.id}`, { companyName: 'Stolen', isMonitored: true })).status).toBe(404);
    expect(await readVendor(org, vendor.id)).toEqual(vendor);
  });

  it.each(['create', 'groups', 'bulk-create', 'bulk-upsert-csv'])('treats vendors/%s as a route, not as a vendor', async (path) => {
    const answer = await org.patch(`vendors/${path}`, {});
    expect([answer.status, reasonOf(answer)]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')).toContain('POST');
  });
});
