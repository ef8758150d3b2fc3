import { reasonOf, TestOrganization, type Answer } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, readVendor } from '../support/vendors';

describe('CreateVendor', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('stores every field and reads it back', async () => {
    const domainName = newDomain('whole');
    const fields = {
      companyName: 'Whole Ltd',
      vendorId: 'SUP-1',
      isMonitored: true,
      riskLevel: 'RISK_LEVEL_HIGH',
      businessImpact: 'BUSINESS_IMPACT_NONE',
      dataTypesShared: ['DATA_TYPE_SHARED_PHI', 'DATA_TYPE_SHARED_PII'],
      accessTypes: ['ACCESS_TYPE_NO_ACCESS'],
      contractValue: '9223372036854775807',
      contractEndDate: '2030-06-30T12:00:00.000Z',
      dataRegion: 'DATA_REGION_EU_EEA',
      contacts: [
        { name: 'Ada', email: 'ada@whole.com', role: 'CONTACT_ROLE_SECURITY', phone: '+1 555', isPrimary: true },
        { email: 'info@whole.com', isPrimary: false },
      ],
    };
    const vendor = await createVendor(org, { domainName: `https://WWW.${domainName.toUpperCase()}/about`, ...fields });
    expect(vendor).toEqual({
      ...fields,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domainName,
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ACTIVE',
      vendorGroupIds: [],
      externalReferences: [],
      openObservationCount: '0',
      monitoredSince: vendor.createdAt,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: vendor.createdAt,
    });
    expect(await readVendor(org, vendor.id)).toEqual(vendor);
  });

  it('needs only a domain: unmonitored, named after it, nothing else set', async () => {
    const vendor = await createVendor(org, { domainName: 'acme-cloud.co.uk', riskLevel: 'RISK_LEVEL_UNSPECIFIED', vendorId: null });
    expect(vendor).toEqual({
      id: expect.any(String),
      domainName: 'acme-cloud.co.uk',
      companyName: 'Acme Cloud',
      isMonitored: false,
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ACTIVE',
      dataTypesShared: [],
      accessTypes: [],
      contacts: [],
      vendorGroupIds: [],
      externalReferences: [],
      openObservationCount: '0',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await createVendor(org, { domainName: 'status.datadoghq.com' })).companyName).toBe('Datadog');
  });

  it('accepts an int64 as a safe integer, a date in any offset, and a repeated member once', async () => {
    const vendor = await createVendor(org, {
      contractValue: 1250,
      contractEndDate: '2030-01-01T01:00:00+02:00',
      accessTypes: ['ACCESS_TYPE_NO_ACCESS', 'ACCESS_TYPE_NO_ACCESS'],
    });
    expect(vendor).toMatchObject({
      contractValue: '1250',
      contractEndDate: '2029-12-31T23:00:00.000Z',
      accessTypes: ['ACCESS_TYPE_NO_ACCESS'],
    });
  });

  it('refuses a domain that is in the directory, in any notation, and returns the id of its vendor', async () => {
    const vendor = await createVendor(org);
    const again = await org.post('vendors/create', { domainName: `WWW.${vendor.domainName}.` });
    expect([again.status, again.body.code, reasonOf(again)]).toEqual([409, 6, 'VENDOR_ALREADY_EXISTS']);
    expect(again.body.details[0].metadata).toEqual({ id: vendor.id, domainName: vendor.domainName });
  });

  it('also refuses the domain of an offboarded vendor', async () => {
    const vendor = await createVendor(org);
    await org.post('vendors/bulk-offboard', { ids: [vendor.id] });
    expect((await org.post('vendors/create', { domainName: vendor.domainName })).body.details[0].metadata.id).toBe(vendor.id);
  });

  it.each([
    '192.0.2.7',
    'co.uk',
    'localhost',
    'acme.invalidtld',
    ':443',
    'a@b.com',
    'acme\0.com',
    'acme.com/\0',
    '\ud800.com',
    `${'a'.repeat(64)}.com`,
  ])('refuses %s as a domain', async (domainName) => {
    const answer = await org.post('vendors/create', { domainName });
    expect([answer.status, reasonOf(answer), answer.body.details[1].fieldViolations[0].field]).toEqual([
      400,
      'INVALID_DOMAIN',
      'domainName',
    ]);
  });

  it.each([254, 255])('accepts names and references of %i characters', async (length) => {
    const text = 'é'.repeat(length);
    expect(await createVendor(org, { companyName: text, vendorId: text })).toMatchObject({ companyName: text, vendorId: text });
  });

  it.each([49, 50])('takes %i contacts', async (length) => {
    const contacts = Array.from({ length }, (_, index) => ({ email: `c${index}@acme.com` }));
    expect((await createVendor(org, { contacts })).contacts).toHaveLength(length);
  });

  it.each([
    [{ domainName: undefined }, 'domainName'],
    [{ companyName: 'n'.repeat(256) }, 'companyName'],
    [{ companyName: '  ' }, 'companyName'],
    [{ vendorId: 'v'.repeat(256) }, 'vendorId'],
    [{ isMonitored: 'yes' }, 'isMonitored'],
    [{ riskLevel: 'HIGHER' }, 'riskLevel'],
    [{ dataTypesShared: ['DATA_TYPE_SHARED_GOLD'] }, 'dataTypesShared[0]'],
    [{ contractValue: '-1' }, 'contractValue'],
    [{ contractValue: '9223372036854775808' }, 'contractValue'],
    [{ contractValue: 1.5 }, 'contractValue'],
    [{ contractEndDate: '2030-02-30T00:00:00Z' }, 'contractEndDate'],
    [{ contacts: Array.from({ length: 51 }, () => ({ email: 'a@acme.com' })) }, 'contacts'],
    [{ contacts: [{ name: 'Nobody' }] }, 'contacts[0].email'],
    [{ contacts: [{ email: 'not an address' }] }, 'contacts[0].email'],
    [{ contacts: [{ email: 'a@acme.com', fax: '1' }] }, 'contacts[0].fax'],
    [{ lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ACTIVE' }, 'lifecycleStatus'],
    [{ organizationId: 'x' }, 'organizationId'],
    [{ score: 100 }, 'score'],
  ])('refuses invalid input (%#) and names the field', async (change, field) => {
    const answer = await org.post('vendors/create', { domainName: newDomain(), ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.details[1].fieldViolations).toEqual([{ field, description: expect.any(String) }]);
  });

  it('gives the last slot to exactly one of 50 racing calls', async () => {
    const tight = await TestOrganization.create(service, { slots: 3 });
    await createVendor(tight, { isMonitored: true });
    await createVendor(tight, { isMonitored: true });
    const create = async (): Promise<Answer> => {
      const answer = await tight.post('vendors/create', { domainName: newDomain(), isMonitored: true });
      return answer.status === 503 ? create() : answer; // on a busy machine, some of them do not get a connection in time
    };
    const answers = await Promise.all(Array.from({ length: 50 }, create));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.body.error.code} ${reasonOf(answer)}`))).toEqual(
      new Set(['409 FAILED_PRECONDITION MONITORING_SLOTS_EXHAUSTED']),
    );
    expect((await tight.post('vendors', {})).body.totalCount).toBe(3);
  });

  it('gives a domain to one of several racing calls', async () => {
    const domainName = newDomain();
    const answers = await Promise.all(Array.from({ length: 10 }, () => org.post('vendors/create', { domainName })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('needs the write scope', async () => {
    const reader = await org.withScopes('vendor-directory.read');
    const answer = await reader.post('vendors/create', { domainName: newDomain() });
    expect([answer.status, reasonOf(answer)]).toEqual([403, 'SCOPE_MISSING']);
  });

  it('keeps organizations apart: each has its own entry for a domain', async () => {
    const vendor = await createVendor(org);
    const stranger = await TestOrganization.create(service);
    const own = await createVendor(stranger, { domainName: vendor.domainName });
    expect(own.id).not.toBe(vendor.id);
  });
});
