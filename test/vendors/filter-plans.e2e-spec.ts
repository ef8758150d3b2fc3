import { Client } from 'pg';
import { VENDOR_SORT_FIELDS } from '#modules/vendors/get-vendors/vendor-sort';
import { VENDOR_FILTERS } from '#modules/vendors/vendor-filters';
import { casesOf, type FilterCase } from '../../bench/filter-cases';
import { knownVendorIds, type Call } from '../../bench/known-ids';
import { loadVendorOrganization, vendorValues } from '../../bench/vendor-organization';
import { fileDatabase } from '../support/database';
import { TestOrganization } from '../support/organization';
import { plansDuring, reportPlans, rowsRead } from '../support/plans';
import { startTestApp, type TestApp } from '../support/test-app';

const VENDORS = 2000;
/** The rows of a page are looked up, at most once for its keys and once for the rest. */
const PAGE = 2 * 51;

/** Each vendor has two fourth parties. One of them is in the directory, too. */
const INSERT_RELATIONSHIPS = `
  INSERT INTO fourth_party_relationship (organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence,
                                         evidence_count, first_seen, last_seen, is_current, is_listed, vendor_weight)
  SELECT v.organization_id, v.domain_name, p.domain, v.id, p.domain, 1, ARRAY['Mail'], 3, 1, v.created_at, v.created_at, true, true, 0
    FROM vendor v CROSS JOIN LATERAL (VALUES (v.domain_name), ('party-' || right(v.id::text, 1) || '.com')) p(domain)
   WHERE v.organization_id = $1`;

describe('the plans of filtered lists', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let cases: FilterCase[];

  beforeAll(async () => {
    await reportPlans(database);
    service = await startTestApp();
    org = await TestOrganization.create(service, { slots: VENDORS });
    const { id } = org.organization;
    const admin = new Client(database.adminUrl);
    await admin.connect();
    await admin.query(`SELECT set_config('app.organization_id', $1, false)`, [id]);
    await loadVendorOrganization(admin, id, VENDORS);
    await admin.query(INSERT_RELATIONSHIPS, [id]);
    await admin.query(`SELECT fourth_party_regroup($1, ARRAY(SELECT DISTINCT fourth_party_domain FROM fourth_party_relationship))`, [id]);
    await admin.query('VACUUM ANALYZE');
    await admin.end();
    const call: Call = async (path, request) => (request ? await org.post(path, request) : await org.get(path)).body;
    cases = casesOf(VENDOR_FILTERS, vendorValues(VENDORS, await knownVendorIds(call)));
  });
  afterAll(() => service.close());

  /** Rows of a table that all statements of a call read, and entries of its indexes that were read without their rows. */
  async function readOf(table: string, path: string, request: object): Promise<{ read: number; totalCount: number }> {
    let totalCount = 0;
    const plans = await plansDuring(async () => {
      const { status, body } = await org.post(path, request);
      expect([request, status, body.message]).toEqual([request, 200, undefined]);
      totalCount = body.totalCount;
    });
    const all = plans.flatMap(({ plan }) => [...rowsRead(plan)]);
    const read = all.filter(([from]) => new RegExp(`^${table}(_by_\\w+|_\\w+_idx|_pkey|_\\w+_key)?$`).test(from));
    return { read: read.reduce((sum, [, rows]) => sum + rows, 0), totalCount };
  }

  it.each(Object.keys(VENDOR_FILTERS.fields))('read the directory at most twice by %s, and once where few match', async (field) => {
    for (const [index, { comparison, share, filter }] of cases.filter((one) => one.field === field).entries()) {
      const sortField = VENDOR_SORT_FIELDS[index % VENDOR_SORT_FIELDS.length];
      const sortOrder = index % 2 === 0 ? 'SORT_ORDER_DESC' : 'SORT_ORDER_ASC';
      const { read, totalCount } = await readOf('vendor', 'vendors', { filters: [filter], sortField, sortOrder });
      const times = totalCount <= 200 ? 1 : 2;
      const found = { comparison, share, sortField, sortOrder, totalCount };
      expect({ ...found, isMore: read > times * VENDORS + PAGE }).toEqual({ ...found, isMore: false });
    }
  });

  it.each([
    ['a text that no name contains', { query: 'no such text' }, 0],
    ['a text that every name contains', { query: 'o' }, 2 * VENDORS],
    ['a text that few names contain', { query: 'few-' }, 20],
    ['in the directory', { isInDirectory: true }, VENDORS],
    ['not in the directory', { isInDirectory: false }, VENDORS],
    ['first seen', { firstSeenRange: { endTime: '2026-01-02T00:00:00Z' } }, 12],
  ])('read the relationships at most twice: %s', async (_, filters, expected) => {
    for (const sortField of ['vendorDomain', 'fourthPartyDomain', 'firstSeen', 'lastSeen', 'confidence']) {
      const { read, totalCount } = await readOf('fourth_party_relationship', 'avd/fourth-parties', { filters, sortField });
      expect({ sortField, totalCount, isMore: read > 4 * VENDORS + PAGE }).toEqual({ sortField, totalCount: expected, isMore: false });
    }
  });
});
