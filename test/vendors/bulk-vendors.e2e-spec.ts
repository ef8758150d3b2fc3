import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, readVendor, rule } from '../support/vendors';

const SUCCESS = 'BULK_VENDOR_MUTATION_STATUS_SUCCESS';
const ALREADY_EXISTS = 'BULK_VENDOR_MUTATION_STATUS_ALREADY_EXISTS';
const NOT_FOUND = 'BULK_VENDOR_MUTATION_STATUS_NOT_FOUND';
const ERROR = 'BULK_VENDOR_MUTATION_STATUS_ERROR';
const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('bulk operations on vendors', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  const entries = (length: number) => Array.from({ length }, () => ({ domainName: newDomain() }));
  const totalOf = async (who: TestOrganization) => (await who.post('vendors', { limit: 1 })).body.totalCount as number;

  describe('BulkCreateVendors', () => {
    const create = (vendors: unknown) => org.post('vendors/bulk-create', { vendors });

    it('creates in order, names duplicates by the vendor they repeat, and lets a bad row fail alone', async () => {
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

    it('refuses the call when a row has a field that vendors do not take here', async () => {
      const domainName = newDomain();
      const answer = await create([{ domainName }, { domainName: newDomain(), riskLevel: 'RISK_LEVEL_LOW', colour: 'red' }]);
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_REQUEST']);
      const fields = answer.body.details[1].fieldViolations.map(({ field }: { field: string }) => field);
      expect(fields).toEqual(['vendors[1].riskLevel', 'vendors[1].colour']);
      expect((await create([{ domainName }])).body.results[0].status).toBe(SUCCESS);
    });

    it('takes the domain of an offboarded vendor for one that exists', async () => {
      const vendor = await createVendor(org);
      await org.post('vendors/bulk-offboard', { ids: [vendor.id] });
      expect((await create([{ domainName: vendor.domainName }])).body.results[0]).toMatchObject({
        status: ALREADY_EXISTS,
        vendorId: vendor.id,
      });
    });

    it.each([499, 500])('takes %i rows', async (length) => {
      const { body } = await create(entries(length));
      expect(body.summary).toEqual({ total: length, succeeded: length, alreadyExists: 0, failed: 0 });
    });

    it.each([[entries(501)], [[]], [undefined], ['x'], [{}]])('refuses a wrong batch (%#) before any row', async (vendors) => {
      const before = await totalOf(org);
      expect((await create(vendors)).status).toBe(400);
      expect(await totalOf(org)).toBe(before);
    });

    it('gives two racing batches one vendor for each domain', async () => {
      const rows = entries(200);
      const [first, second] = await Promise.all([create(rows), create([...rows].reverse())]);
      expect(Number(first.body.summary.succeeded) + Number(second.body.summary.succeeded)).toBe(200);
      const idsOf = (answer: typeof first) => answer.body.results.map((row: { vendorId: string }) => row.vendorId);
      expect(idsOf(first)).toEqual(idsOf(second).reverse());
    });
  });

  describe('BulkOffboardVendors', () => {
    it('archives, frees slots, and takes a second time for a success that changes nothing', async () => {
      const tight = await TestOrganization.create(service, { slots: 1 });
      const monitored = await createVendor(tight, { isMonitored: true });
      const plain = await createVendor(tight);
      const ids = [monitored.id.toUpperCase(), UNKNOWN, 'nonsense', plain.id, monitored.id];
      const { body } = await tight.post('vendors/bulk-offboard', { ids, reason: 'Contract ended' });
      expect(body).toEqual({
        results: ids.map((id, index) => ({ id, status: index === 1 || index === 2 ? NOT_FOUND : SUCCESS })),
        summary: { total: 5, succeeded: 3, notFound: 2, failed: 0 },
      });
      const gone = await readVendor(tight, monitored.id);
      expect(gone).toMatchObject({
        lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED',
        isMonitored: false,
        offboardReason: 'Contract ended',
        offboardedAt: gone.updatedAt,
      });
      expect(gone).not.toHaveProperty('monitoredSince');
      expect(await totalOf(tight)).toBe(0);
      await createVendor(tight, { isMonitored: true });

      const again = await tight.post('vendors/bulk-offboard', { ids: [monitored.id], reason: 'Another reason' });
      expect(again.body.summary).toEqual({ total: 1, succeeded: 1, notFound: 0, failed: 0 });
      expect(await readVendor(tight, monitored.id)).toEqual(gone);
    });

    it.each([1023, 1024])('takes a reason of %i characters', async (length) => {
      const vendor = await createVendor(org);
      await org.post('vendors/bulk-offboard', { ids: [vendor.id], reason: 'r'.repeat(length) });
      expect((await readVendor(org, vendor.id)).offboardReason).toHaveLength(length);
    });

    it('refuses a longer one', async () => {
      expect((await org.post('vendors/bulk-offboard', { ids: [UNKNOWN], reason: 'r'.repeat(1025) })).status).toBe(400);
    });
  });

  describe('BulkDeleteVendors', () => {
    it('deletes for good, in order: the second time an id is not found', async () => {
      const tight = await TestOrganization.create(service, { slots: 1 });
      const vendor = await createVendor(tight, { isMonitored: true });
      const ids = [UNKNOWN, vendor.id, vendor.id, 'nonsense', ''];
      const { body } = await tight.post('vendors/bulk-delete', { ids });
      expect(body.results.map((row: { id: string; status: string }) => [row.id, row.status])).toEqual([
        [UNKNOWN, NOT_FOUND],
        [vendor.id, SUCCESS],
        [vendor.id, NOT_FOUND],
        ['nonsense', NOT_FOUND],
        ['', NOT_FOUND],
      ]);
      expect(body.summary).toEqual({ total: 5, succeeded: 1, notFound: 4, failed: 0 });
      expect((await tight.get(`vendors/${vendor.id}`)).status).toBe(404);
      await createVendor(tight, { domainName: vendor.domainName, isMonitored: true });
    });

    it('needs the delete scope', async () => {
      const writer = await org.withScopes('vendor-directory.read,vendor-directory.write');
      expect(reasonOf(await writer.post('vendors/bulk-delete', { ids: [UNKNOWN] }))).toBe('SCOPE_MISSING');
    });

    it('keeps the total exact while vendors come and go at once', async () => {
      const busy = await TestOrganization.create(service);
      const { results } = (await busy.post('vendors/bulk-create', { vendors: entries(60) })).body;
      const ids: string[] = results.map((row: { vendorId: string }) => row.vendorId);
      await Promise.all([
        ...[0, 10, 20].map((from) => busy.post('vendors/bulk-delete', { ids: ids.slice(from, from + 15) })),
        busy.post('vendors/bulk-offboard', { ids: ids.slice(30, 50) }),
        busy.post('vendors/bulk-offboard', { ids: ids.slice(40, 55) }),
        ...entries(8).map((fields) => createVendor(busy, fields)),
        busy.post('vendors/bulk-create', { vendors: entries(5) }),
      ]);
      const listed = await busy.post('vendors', { limit: 200 });
      const counted = await busy.post('vendors', { filters: [rule('DOMAIN_NAME', 'CONTAINS', { stringValue: '.' })] });
      expect(listed.body.totalCount).toBe(listed.body.vendors.length);
      expect(listed.body.totalCount).toBe(counted.body.totalCount);
      expect(listed.body.totalCount).toBe(60 - 55 + 13);
    });
  });

  describe.each(['vendors/bulk-offboard', 'vendors/bulk-delete'])('%s', (path) => {
    const unknown = (length: number) => Array.from({ length }, (_, index) => `${UNKNOWN.slice(0, -3)}${String(index).padStart(3, '0')}`);

    it.each([499, 500])('takes %i ids', async (length) => {
      expect((await org.post(path, { ids: unknown(length) })).body.summary).toMatchObject({ total: length, notFound: length });
    });

    it.each([[unknown(501)], [[]], [undefined], [[7]], ['x']])('refuses a wrong batch (%#)', async (ids) => {
      expect((await org.post(path, { ids })).status).toBe(400);
    });

    it('finds nothing by an id that is none, whatever it is, and does the others', async () => {
      const vendor = await createVendor(org);
      const { body } = await org.post(path, { ids: ['x'.repeat(5000), 'a\u0000', '\ud800', vendor.id] });
      expect(body.results.map(({ status }: { status: string }) => status)).toEqual([NOT_FOUND, NOT_FOUND, NOT_FOUND, SUCCESS]);
      expect(body.results[0].id).toBe('x'.repeat(255));
    });

    it('touches nothing when the batch is too large', async () => {
      const vendor = await createVendor(org);
      await org.post(path, { ids: [vendor.id, ...unknown(500)] });
      expect(await readVendor(org, vendor.id)).toEqual(vendor);
    });

    it("finds nothing of another organization's", async () => {
      const vendor = await createVendor(org);
      const stranger = await TestOrganization.create(service);
      expect((await stranger.post(path, { ids: [vendor.id] })).body.results).toEqual([{ id: vendor.id, status: NOT_FOUND }]);
      expect(await readVendor(org, vendor.id)).toEqual(vendor);
    });
  });

  it('answers the same key twice with the first answer', async () => {
    const vendors = entries(3);
    const headers = { 'idempotency-key': newDomain('key') };
    const first = await org.post('vendors/bulk-create', { vendors }, headers);
    const second = await org.post('vendors/bulk-create', { vendors }, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});
