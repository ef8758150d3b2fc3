import fc from 'fast-check';
import { reasonOf, TestOrganization, type Answer } from '../support/organization';
import { fileDatabase, run } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, readVendor, rule, walkVendors, type AnyVendor } from '../support/vendors';

const OUTCOME = 'BULK_VENDOR_CSV_ROW_OUTCOME_';

/** Number of files; npm run trial -- properties tries more. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 8);

describe('BulkUpsertVendorsFromCsv', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  const upload = (csv: unknown, dryRun?: boolean, who = org) => who.post('vendors/bulk-upsert-csv', { csv, dryRun });
  const codes = (answer: { body: AnyVendor }) =>
    answer.body.rowResults.map((row: AnyVendor) => row.code ?? row.outcome.slice(OUTCOME.length)) as string[];
  const everything = (who: TestOrganization) =>
    walkVendors(who, {
      limit: 200,
      filters: [rule('LIFECYCLE_STATUS', 'NOT_EQUALS', { stringValue: 'VENDOR_LIFECYCLE_STATUS_UNDER_REVIEW' })],
    });
  async function find(domainName: string, who = org): Promise<AnyVendor> {
    return (await who.post('vendors', { filters: [rule('DOMAIN_NAME', 'EQUALS', { stringValue: domainName })] })).body.vendors[0];
  }

  it('sets every column and returns a result per row', async () => {
    const domain = newDomain();
    const { status, body } = await upload(
      '\uFEFFdomain_name;company_name;vendor_id;is_monitored;risk_level;business_impact;data_types_shared;access_types;contract_value;contract_end_date;data_region\r\n' +
        `https://www.${domain}/;"Acme; ""Inc""\nof Berlin";V-1;yes;high;BUSINESS_IMPACT_LOW;pii|phi;no_access;1250;2030-06-30;eu_eea\r\n` +
        'nonsense;;;;;;;;;;\r\n',
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      rowResults: [
        { rowIndex: '1', outcome: `${OUTCOME}ACCEPTED`, id: expect.any(String), domainName: domain },
        { rowIndex: '2', outcome: `${OUTCOME}REJECTED`, code: 'INVALID_DOMAIN', message: expect.any(String) },
      ],
      summary: { total: 2, accepted: 1, rejected: 1, skipped: 0 },
    });
    const vendor = await find(domain);
    expect(vendor).toEqual({
      id: body.rowResults[0].id,
      domainName: domain,
      companyName: 'Acme; "Inc"\nof Berlin',
      vendorId: 'V-1',
      isMonitored: true,
      lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ACTIVE',
      riskLevel: 'RISK_LEVEL_HIGH',
      businessImpact: 'BUSINESS_IMPACT_LOW',
      dataTypesShared: ['DATA_TYPE_SHARED_PII', 'DATA_TYPE_SHARED_PHI'],
      accessTypes: ['ACCESS_TYPE_NO_ACCESS'],
      contractValue: '1250',
      contractEndDate: '2030-06-30T00:00:00.000Z',
      dataRegion: 'DATA_REGION_EU_EEA',
      contacts: [],
      vendorGroupIds: [],
      externalReferences: [],
      openObservationCount: '0',
      monitoredSince: vendor.createdAt,
      createdAt: expect.any(String),
      updatedAt: vendor.createdAt,
    });
  });

  it('names the vendor of each row by id and domain, as far as there is one', async () => {
    const vendor = await createVendor(org);
    const fresh = newDomain();
    const csv = `risk_level,domain_name\nLOW,https://www.${vendor.domainName}\nLOW,${fresh}\nHIGH,${fresh}\nSEVERE,${vendor.domainName}\nLOW,localhost\n`;
    const dry = (await upload(csv, true)).body.rowResults;
    const rows = (await upload(csv)).body.rowResults;
    const { id } = await find(fresh);
    const named = (results: { id?: string; domainName?: string }[]) => results.map((row) => [row.domainName, row.id]);
    expect(named(rows)).toEqual([
      [vendor.domainName, vendor.id],
      [fresh, id],
      [fresh, id],
      [vendor.domainName, undefined],
      [undefined, undefined],
    ]);
    expect(named(dry)).toEqual([
      [vendor.domainName, vendor.id],
      [fresh, undefined],
      [fresh, undefined],
      [vendor.domainName, undefined],
      [undefined, undefined],
    ]);
    expect((await upload(csv)).body.rowResults[1]).toMatchObject({ code: 'UNCHANGED', id, domainName: fresh });
  });

  it('changes only the cells that are filled, and names new vendors after their domain', async () => {
    const vendor = await createVendor(org, {
      companyName: 'Kept',
      vendorId: 'V-1',
      isMonitored: true,
      contractValue: '5',
      dataTypesShared: ['DATA_TYPE_SHARED_PII'],
      contacts: [{ email: 'a@acme.com' }],
    });
    const csv = `domain_name,company_name,risk_level,data_types_shared,is_monitored\n${vendor.domainName},,low,,\nfresh-vendor-${vendor.id.slice(-6)}.com,,,,\n`;
    expect(codes(await upload(csv))).toEqual(['ACCEPTED', 'ACCEPTED']);
    const changed = await readVendor(org, vendor.id);
    expect(changed).toEqual({ ...vendor, riskLevel: 'RISK_LEVEL_LOW', updatedAt: changed.updatedAt });
    expect(changed.updatedAt > vendor.updatedAt).toBe(true);
    expect((await find(`fresh-vendor-${vendor.id.slice(-6)}.com`)).companyName).toMatch(/^Fresh Vendor/);
  });

  it('writes nothing when the same file is imported again', async () => {
    const other = await TestOrganization.create(service);
    const lines = Array.from(
      { length: 40 },
      (_, index) => `v${index}.com,Vendor ${index},${index % 2 ? 'yes' : 'no'},pii|phi,2030-01-01,${index}`,
    );
    const csv = ['domain_name,company_name,is_monitored,data_types_shared,contract_end_date,contract_value', ...lines].join('\n');
    expect((await upload(csv, false, other)).body.summary).toMatchObject({ accepted: 40 });
    const before = await everything(other);
    const again = await upload(csv, false, other);
    expect(again.body.summary).toEqual({ total: 40, accepted: 0, rejected: 0, skipped: 40 });
    expect(new Set(codes(again))).toEqual(new Set(['UNCHANGED']));
    expect(await everything(other)).toEqual(before);
  });

  it('gives every code, and slots in the order of the rows', async () => {
    const tight = await TestOrganization.create(service, { slots: 2 });
    const freed = await createVendor(tight, { isMonitored: true });
    const gone = await createVendor(tight);
    await tight.post('vendors/bulk-offboard', { ids: [gone.id] });
    const csv = [
      'domain_name,company_name,is_monitored,risk_level,contract_value,contract_end_date',
      'one.com,One,yes,,,',
      'two.com,Two,yes,,,',
      `${freed.domainName},,no,,,`,
      'three.com,Three,yes,,,',
      'ONE.com,Again,,,,',
      ',Nobody,,,,',
      'co.uk,,,,,',
      'four.com,,,severe,,',
      'five.com,,,,1.5,',
      'six.com,,,,,tomorrow',
      'seven.com,,perhaps,,,',
      `eight.com,${'x'.repeat(256)},,,,`,
      'nine.com',
      `${gone.domainName},Back,,,,`,
      `${freed.domainName},,,,,`,
      'ten.com,Ten,,,,',
    ].join('\n');
    const expected = [
      'ACCEPTED',
      'MONITORING_SLOTS_EXHAUSTED',
      'ACCEPTED',
      'ACCEPTED',
      'DUPLICATE_ROW',
      'MISSING_DOMAIN',
      'INVALID_DOMAIN',
      'INVALID_ENUM',
      'INVALID_NUMBER',
      'INVALID_DATE',
      'INVALID_BOOLEAN',
      'FIELD_TOO_LONG',
      'COLUMN_COUNT_MISMATCH',
      'VENDOR_OFFBOARDED',
      'DUPLICATE_ROW',
      'ACCEPTED',
    ];
    expect(codes(await upload(csv, true, tight))).toEqual(expected);
    const answer = await upload(csv, false, tight);
    expect(codes(answer)).toEqual(expected);
    expect(answer.body.summary).toEqual({ total: 16, accepted: 4, rejected: 9, skipped: 3 });
    const vendors = await everything(tight);
    expect(
      vendors
        .filter((vendor) => vendor.isMonitored)
        .map((vendor) => vendor.domainName)
        .sort(),
    ).toEqual(['one.com', 'three.com']);
    expect(vendors.map((vendor) => vendor.domainName)).not.toContain('two.com');
  });

  it('predicts in a dry run exactly what the real run does, without changing anything', async () => {
    const other = await TestOrganization.create(service, { slots: 3 });
    const cell = {
      domain: fc.constantFrom(...Array.from({ length: 8 }, (_, index) => `p${index}.com`), 'https://www.p1.com', '', '192.0.2.1'),
      name: fc.constantFrom('', 'Alpha', 'Beta', 'x'.repeat(256)),
      monitored: fc.constantFrom('', 'yes', 'no', 'maybe'),
      risk: fc.constantFrom('', 'low', 'high', 'none of these'),
      types: fc.constantFrom('', 'pii', 'phi|pii', 'pii|phi'),
      value: fc.constantFrom('', '1', '01', '2', '-1'),
    };
    const row = fc.tuple(cell.domain, cell.name, cell.monitored, cell.risk, cell.types, cell.value).map((cells) => cells.join(','));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), fc.nat(7), async (rows, leaving) => {
        const csv = ['domain_name,company_name,is_monitored,risk_level,data_types_shared,contract_value', ...rows].join('\n');
        const before = await everything(other);
        const dry = await upload(csv, true, other);
        expect(await everything(other)).toEqual(before);
        const real = await upload(csv, false, other);
        // A vendor that a row creates has an id only after the real run.
        const outcomes = ({ body }: Answer) => ({
          ...body,
          rowResults: body.rowResults.map((result: object) => ({ ...result, id: null })),
        });
        expect(outcomes(real)).toEqual(outcomes(dry));
        const after = await everything(other);
        expect(after.filter((vendor) => vendor.isMonitored).length).toBeLessThanOrEqual(3);
        // A slot that a later row freed is available to an earlier one the next time; otherwise a second run writes nothing.
        if (!codes(real).includes('MONITORING_SLOTS_EXHAUSTED')) {
          expect(codes(await upload(csv, false, other))).not.toContain('ACCEPTED');
          expect(await everything(other)).toEqual(after);
        }
        const left = after[leaving];
        if (left) await other.post(`vendors/${leaving % 2 ? 'bulk-offboard' : 'bulk-delete'}`, { ids: [left.id] });
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['company_name\nAcme\n', 'The column "domain_name" is missing.'],
    ['domain_name,colour\na.com,red\n', 'Unknown column "colour".'],
    ['domain_name,domain_name\na.com,b.com\n', 'Column "domain_name" appears twice.'],
    ['domain_name\n"a.com\n', 'The quote opened on line 2 is never closed.'],
  ])('refuses an invalid file completely: %j', async (csv, description) => {
    const answer = await upload(csv);
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_CSV']);
    expect(answer.body.details[1].fieldViolations).toEqual([{ field: 'csv', description }]);
  });

  it.each([[''], [undefined], [7], ['domain_name\n\u0000']])('refuses %j as a file', async (csv) => {
    expect((await upload(csv)).status).toBe(400);
  });

  describe('at its limits', () => {
    const rows = (length: number) => ['domain_name', ...Array.from({ length }, (_, index) => `limit-${index}.com`)].join('\n');
    const ofSize = (bytes: number) => {
      const start = 'domain_name,company_name\nlarge.com,"';
      return `${start}${'\n'.repeat(bytes - start.length - 1)}"`;
    };

    it('takes 10,000 rows', async () => {
      const { body } = await upload(rows(10_000), true);
      expect(body.summary).toEqual({ total: 10_000, accepted: 10_000, rejected: 0, skipped: 0 });
    });

    it('counts slots across a large file, and finds it unchanged the next time', async () => {
      const large = await TestOrganization.create(service, { slots: 4_000 });
      const csv = ['domain_name,is_monitored', ...Array.from({ length: 6_000 }, (_, index) => `large-${index}.com,yes`)].join('\n');
      const first = await upload(csv, false, large);
      expect(first.body.summary).toEqual({ total: 6_000, accepted: 4_000, rejected: 2_000, skipped: 0 });
      expect(first.body.rowResults[4_000]).toMatchObject({ rowIndex: '4001', code: 'MONITORING_SLOTS_EXHAUSTED' });
      expect((await large.post('vendors', {})).body.totalCount).toBe(4_000);
      const again = await upload(csv, false, large);
      expect(again.body.summary).toEqual({ total: 6_000, accepted: 0, rejected: 2_000, skipped: 4_000 });
    });

    it('refuses 10,001 rows and writes none of them', async () => {
      const answer = await upload(rows(10_001));
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_CSV']);
      expect(await find('limit-0.com')).toBeUndefined();
    });

    it('accepts 5 MiB with every byte escaped, and refuses one byte more', async () => {
      expect((await upload(ofSize(5 * 1024 * 1024), true)).status).toBe(200);
      expect((await upload(ofSize(5 * 1024 * 1024 + 1), true)).status).toBe(400);
    });

    it('refuses a body above 16 MiB', async () => {
      expect((await upload('x'.repeat(16 * 1024 * 1024))).status).toBe(413);
    });
  });

  it('reports the first database error, and stores nothing of the file', async () => {
    const there = await TestOrganization.create(service);
    const file = (suffix: string, from: number) =>
      ['domain_name,company_name', ...Array.from({ length: 9_000 }, (_, at) => `fault-${at + from}.com,Name ${at}${suffix}`)].join('\n');
    expect((await upload(file('', 0), false, there)).body.summary.accepted).toBe(9_000);
    await run(
      fileDatabase().adminUrl,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '53100'; END $$;
       CREATE TRIGGER full_disk BEFORE UPDATE ON vendor FOR EACH ROW WHEN (OLD.domain_name = 'fault-6000.com') EXECUTE FUNCTION full_disk()`,
    );
    const answer = await upload(file(' Ltd', 1_000), false, there);
    expect([answer.status, reasonOf(answer)]).toEqual([503, 'DATABASE_FULL']);
    const named = [rule('COMPANY_NAME', 'ENDS_WITH', { stringValue: 'Ltd' })];
    expect((await there.post('vendors', { filters: named })).body.totalCount).toBe(0);
  });

  it('stays within the slots when files, creations and updates race', async () => {
    const tight = await TestOrganization.create(service, { slots: 10 });
    const file = () => ['domain_name,is_monitored', ...Array.from({ length: 8 }, () => `${newDomain()},yes`)].join('\n');
    await Promise.all([
      ...Array.from({ length: 4 }, () => upload(file(), false, tight)),
      ...Array.from({ length: 10 }, () => tight.post('vendors/create', { domainName: newDomain(), isMonitored: true })),
    ]);
    const monitored = await tight.post('vendors', { filters: [rule('IS_MONITORED', 'EQUALS', { boolValue: true })] });
    expect(monitored.body.totalCount).toBe(10);
  });

  it('creates one entry per vendor for racing files', async () => {
    const domains = Array.from({ length: 30 }, () => newDomain());
    const csv = (order: string[]) => ['domain_name', ...order].join('\n');
    const answers = await Promise.all([
      upload(csv(domains)),
      upload(csv([...domains].reverse())),
      org.post('vendors/create', { domainName: domains[7] }),
    ]);
    expect(
      answers
        .map((answer) => answer.status)
        .sort((a, b) => a - b)
        .slice(0, 2),
    ).toEqual([200, 200]);
    for (const domain of domains) expect(await find(domain)).toBeDefined();
  });

  it('does not affect another organization', async () => {
    const vendor = await createVendor(org, { companyName: 'Mine' });
    const stranger = await TestOrganization.create(service);
    expect(codes(await upload(`domain_name,company_name\n${vendor.domainName},Theirs\n`, false, stranger))).toEqual(['ACCEPTED']);
    expect(await readVendor(org, vendor.id)).toEqual(vendor);
    expect((await find(vendor.domainName, stranger)).id).not.toBe(vendor.id);
  });

  it('needs the write scope, for a dry run too', async () => {
    const reader = await org.withScopes('vendor-directory.read');
    expect((await upload('domain_name\na.com\n', true, reader)).status).toBe(403);
  });
});
