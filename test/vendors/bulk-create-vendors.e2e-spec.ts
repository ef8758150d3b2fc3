import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, readVendor } from '../support/vendors';
import { ALREADY_EXISTS, ERROR, SUCCESS, newEntries, totalOf } from './bulk';

describe('BulkCreateVendors', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  const create = (vendors: unknown) => org.post('vendors/bulk-create', { vendors });

  it('creates in order, returns the existing vendor for duplicates, and fails only invalid rows', async () => {
    const existing = await createVendor(org);
    const domain = newDomain();
    const { status, body } = await create([
      { domainName: `https://www.${domain}/`, companyName: 'First', dataRegion: 'DATA_REGION_UK' },
      { domainName: 'not a domain' },
      { domainName: domain.toUpperCase(), companyName: 'Second' },
      { domainName: existing.domainName },
      { companyName: 'No domain' },
      { domainName: newDomain(), companyName: 'n'.repeat(256) },
      { domainName: newDomain(), dataRegion: 'DATA_REGION_MOON' },
      { domainName: 'a\0.com' },
      { domainName: 7 },
      null,
      { domainName: newDomain('last') },
    ]);
    expect(status).toBe(200);
    expect(body.results.map((row: { status: string }) => row.status)).toEqual([
      SUCCESS,
      ERROR,
      ALREADY_EXISTS,
      ALREADY_EXISTS,
      ...Array<string>(6).fill(ERROR),
      SUCCESS,
    ]);
    expect(body.summary).toEqual({ total: 11, succeeded: 2, alreadyExists: 2, failed: 7 });
    expect(body.results[0]).toEqual({ index: 0, domainName: domain, status: SUCCESS, vendorId: expect.any(String) });
    expect(body.results[1]).toEqual({
      index: 1,
      domainName: 'not a domain',
      status: ERROR,
      errorMessage: expect.stringMatching(/^domainName: /),
    });
    expect(body.results[2]).toEqual({ index: 2, domainName: domain, status: ALREADY_EXISTS, vendorId: body.results[0].vendorId });
    expect(body.results[3].vendorId).toBe(existing.id);
    expect(await readVendor(org, body.results[0].vendorId)).toMatchObject({
      companyName: 'First',
      dataRegion: 'DATA_REGION_UK',
      isMonitored: false,
    });
  });

  it('refuses the call when a row has an unknown field', async () => {
    const domainName = newDomain();
    const answer = await create([{ domainName }, { domainName: newDomain(), riskLevel: 'RISK_LEVEL_LOW', colour: 'red' }]);
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_REQUEST']);
    const fields = answer.body.details[1].fieldViolations.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['vendors[1].riskLevel', 'vendors[1].colour']);
    expect((await create([{ domainName }])).body.results[0].status).toBe(SUCCESS);
  });

  it('treats the domain of an offboarded vendor as existing', async () => {
    const vendor = await createVendor(org);
    await org.post('vendors/bulk-offboard', { ids: [vendor.id] });
    expect((await create([{ domainName: vendor.domainName }])).body.results[0]).toMatchObject({
      status: ALREADY_EXISTS,
      vendorId: vendor.id,
    });
  });

  it.each([499, 500])('takes %i rows', async (length) => {
    const { body } = await create(newEntries(length));
    expect(body.summary).toEqual({ total: length, succeeded: length, alreadyExists: 0, failed: 0 });
  });

  it.each([[newEntries(501)], [[]], [undefined], ['x'], [{}]])('refuses an invalid batch (%#) before any row', async (vendors) => {
    const before = await totalOf(org);
    expect((await create(vendors)).status).toBe(400);
    expect(await totalOf(org)).toBe(before);
  });

  it('creates one vendor per domain for two racing batches', async () => {
    const rows = newEntries(200);
    const [first, second] = await Promise.all([create(rows), create([...rows].reverse())]);
    expect(Number(first.body.summary.succeeded) + Number(second.body.summary.succeeded)).toBe(200);
    const idsOf = (answer: typeof first) => answer.body.results.map((row: { vendorId: string }) => row.vendorId);
    expect(idsOf(first)).toEqual(idsOf(second).reverse());
  });

  it('replays the first answer for the same key', async () => {
    const vendors = newEntries(3);
    const headers = { 'idempotency-key': newDomain('key') };
    const first = await org.post('vendors/bulk-create', { vendors }, headers);
    const second = await org.post('vendors/bulk-create', { vendors }, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});
