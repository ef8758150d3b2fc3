import { Database } from '#platform/database/database';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, rule, walkVendors, type AnyVendor } from '../support/vendors';

const SORTS = [
  'score',
  'companyName',
  'domainName',
  'createdAt',
  'updatedAt',
  'contractEndDate',
  'contractValue',
  'riskLevel',
  'businessImpact',
];
const RISKS = [undefined, 'RISK_LEVEL_LOW', 'RISK_LEVEL_MEDIUM', 'RISK_LEVEL_HIGH', 'RISK_LEVEL_CRITICAL'];
const IMPACTS = [
  undefined,
  'BUSINESS_IMPACT_NONE',
  'BUSINESS_IMPACT_LOW',
  'BUSINESS_IMPACT_MEDIUM',
  'BUSINESS_IMPACT_HIGH',
  'BUSINESS_IMPACT_CRITICAL',
];

describe('GetVendors', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendors: AnyVendor[];
  let group: { id: string };

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    group = (await org.post('vendors/groups', { name: 'Payments' })).body.vendorGroup;
    const made: AnyVendor[] = [];
    for (let index = 0; index < 23; index++) {
      made.push(
        await createVendor(org, {
          domainName: newDomain(`v${index % 7}`),
          companyName: `${'Acme,beta,ÇA 100%_\\'.split(',')[index % 3]} ${index % 4}`,
          isMonitored: index % 2 === 0,
          ...(index % 3 && { vendorId: `Ref-${index}` }),
          riskLevel: RISKS[index % 5],
          businessImpact: IMPACTS[(index * 7) % 6],
          ...(index % 4 && { contractValue: String(index % 6) }),
          ...(index % 5 && { contractEndDate: `2030-01-${String(1 + (index % 8)).padStart(2, '0')}T00:00:00Z` }),
          ...(index % 3 === 0 && {
            dataTypesShared: ['DATA_TYPE_SHARED_PII', 'DATA_TYPE_SHARED_PHI'],
            accessTypes: ['ACCESS_TYPE_NO_ACCESS'],
          }),
          ...(index % 4 === 0 && { dataRegion: 'DATA_REGION_UK' }),
        }),
      );
    }
    // Only the order of the scores matters here.
    await service.app.get(Database).transaction(org.organization.id, async (tx) => {
      for (const [index, { id }] of made.slice(0, 12).entries())
        await tx.query(`UPDATE vendor SET score = $2 WHERE id = $1`, [id, 60 + (index % 5)]);
    });
    await org.post(`vendors/groups/${group.id}/vendors`, { vendorIds: made.slice(0, 5).map(({ id }) => id) });
    await org.post('vendors/bulk-offboard', { ids: [made[20].id, made[21].id] });
    vendors = await walkVendors(org, {
      filters: [rule('LIFECYCLE_STATUS', 'NOT_EQUALS', { stringValue: 'VENDOR_LIFECYCLE_STATUS_UNDER_REVIEW' })],
    });
  });
  afterAll(() => service.close());

  const list = (request: Record<string, unknown>) => org.post('vendors', request);
  async function idsOf(...filters: object[]): Promise<string[]> {
    const { status, body } = await list({ filters, limit: 200 });
    expect([status, body.details ?? []]).toEqual([200, []]);
    expect(body.totalCount).toBe(body.vendors.length);
    return body.vendors.map((vendor: AnyVendor) => vendor.id).sort();
  }
  const where = (holds: (vendor: AnyVendor) => boolean) =>
    vendors
      .filter((vendor) => vendor.lifecycleStatus !== 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED' && holds(vendor))
      .map(({ id }) => id)
      .sort();

  it('lists newest first, without offboarded vendors, by default', async () => {
    const { body } = await list({});
    expect(body).toEqual({ vendors: expect.any(Array), totalCount: 21, filterOptions: [] });
    const expected = vendors.filter((vendor) => vendor.lifecycleStatus !== 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED');
    expect(body.vendors).toEqual(
      expected.sort((a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1)),
    );
    expect(body.vendors.filter((vendor: AnyVendor) => vendor.vendorGroupIds.includes(group.id))).toHaveLength(5);
  });

  it('treats empty texts as unset', async () => {
    const { status, body } = await list({ sortField: '', cursor: '', sortOrder: 'SORT_ORDER_UNSPECIFIED', filters: null, limit: null });
    expect([status, body.vendors]).toEqual([200, (await list({})).body.vendors]);
  });

  describe.each(SORTS)('sorted by %s', (sortField) => {
    it.each(['SORT_ORDER_ASC', 'SORT_ORDER_DESC'])('%s: paging returns every vendor once, in order, unset last', async (sortOrder) => {
      const walked = await walkVendors(org, { sortField, sortOrder, limit: 3 });
      expect(walked.map(({ id }) => id).sort()).toEqual(where(() => true));

      const rank = (vendor: AnyVendor): unknown => {
        const value = vendor[sortField];
        if (sortField === 'riskLevel') return RISKS.indexOf(value) > 0 ? RISKS.indexOf(value) : undefined;
        if (sortField === 'businessImpact') return IMPACTS.indexOf(value) > 0 ? IMPACTS.indexOf(value) : undefined;
        if (sortField === 'contractValue') return value === undefined ? undefined : Number(value);
        return value;
      };
      const ranks = walked.map(rank);
      const firstUnset = ranks.indexOf(undefined);
      if (firstUnset >= 0) expect(ranks.slice(firstUnset).every((value) => value === undefined)).toBe(true);
      if (sortField === 'companyName') return; // the database decides the order
      const ascending = sortOrder === 'SORT_ORDER_ASC';
      for (let index = 1; index < walked.length; index++) {
        const [a, b] = [ranks[index - 1], ranks[index]] as [number | undefined, number | undefined];
        if (a === b) expect(walked[index - 1].id < walked[index].id).toBe(ascending);
        else if (a !== undefined && b !== undefined) expect(a < b).toBe(ascending);
      }
    });

    it('returns the same by offset as by cursor', async () => {
      const walked = await walkVendors(org, { sortField, limit: 200 });
      const paged: AnyVendor[] = [];
      for (let offset = 0; ; offset += 4) {
        const { body } = await list({ sortField, limit: 4, offset });
        if (body.vendors.length === 0) break;
        paged.push(...body.vendors);
      }
      expect(paged.map(({ id }) => id)).toEqual(walked.map(({ id }) => id));
    });
  });

  it('sorts names without regard to case', async () => {
    const other = await TestOrganization.create(service);
    for (const companyName of ['beta', 'Alpha', 'Gamma', 'alpha 2']) await createVendor(other, { companyName });
    const walked = await walkVendors(other, { sortField: 'companyName', sortOrder: 'SORT_ORDER_ASC', limit: 1 });
    expect(walked.map((vendor) => vendor.companyName)).toEqual(['Alpha', 'alpha 2', 'beta', 'Gamma']);
  });

  it('filters by every field', async () => {
    const first = vendors[0];
    const text = (value: string) => ({ stringValue: value });
    const listOf = (...values: string[]) => ({ stringListValue: { values } });
    const cases: [object, (vendor: AnyVendor) => boolean][] = [
      [rule('ID', 'EQUALS', text(first.id.toUpperCase())), (v) => v.id === first.id],
      [rule('ID', 'NOT_IN', listOf(first.id)), (v) => v.id !== first.id],
      [rule('DOMAIN_NAME', 'STARTS_WITH', text('V3-')), (v) => v.domainName.startsWith('v3-')],
      [rule('DOMAIN_NAME', 'IN', listOf(first.domainName.toUpperCase(), 'no.com')), (v) => v.domainName === first.domainName],
      [rule('DOMAIN_NAME', 'EQUALS', text(`https://www.${first.domainName.toUpperCase()}/about`)), (v) => v.id === first.id],
      [rule('DOMAIN_NAME', 'NOT_IN', listOf(`WWW.${first.domainName}.`)), (v) => v.id !== first.id],
      [rule('ID', 'EQUALS', text('REF-4')), () => false],
      [rule('ID', 'NOT_EQUALS', text('REF-4')), () => true],
      [rule('ID', 'IN', listOf('REF-4', first.id)), (v) => v.id === first.id],
      [rule('VENDOR_GROUP', 'EQUALS', text('Payments')), () => false],
      [rule('VENDOR_GROUP', 'NOT_IN', listOf('Payments')), () => true],
      [rule('RISK_LEVEL', 'GREATER_THAN', text('RISK_LEVEL_LOW')), (v) => !['RISK_LEVEL_LOW', undefined].includes(v.riskLevel)],
      [
        rule('BUSINESS_IMPACT', 'LESS_THAN_OR_EQUAL', text('BUSINESS_IMPACT_LOW')),
        (v) => ['BUSINESS_IMPACT_NONE', 'BUSINESS_IMPACT_LOW'].includes(v.businessImpact),
      ],
      [rule('CONTRACT_VALUE', 'GREATER_THAN', text('9007199254740993')), (v) => BigInt(v.contractValue ?? 0) > 9007199254740993n],
      [rule('CONTRACT_VALUE', 'EQUALS', text('2')), (v) => v.contractValue === '2'],
      [
        rule('CONTRACT_END_DATE', 'NOT_EQUALS', { dateValue: '2030-01-02T01:00:00+01:00' }),
        (v) => v.contractEndDate !== '2030-01-02T00:00:00.000Z',
      ],
      [rule('COMPANY_NAME', 'CONTAINS', text('aCM')), (v) => v.companyName.includes('Acme')],
      [rule('COMPANY_NAME', 'CONTAINS', text('100%_\\')), (v) => v.companyName.includes('100%_\\')],
      [rule('COMPANY_NAME', 'NOT_CONTAINS', text('e')), (v) => !v.companyName.includes('e')],
      [rule('COMPANY_NAME', 'ENDS_WITH', text(' 2')), (v) => v.companyName.endsWith(' 2')],
      [rule('VENDOR_ID', 'EQUALS', text('REF-4')), (v) => v.vendorId === 'Ref-4'],
      [rule('VENDOR_ID', 'NOT_EQUALS', text('ref-4')), (v) => v.vendorId !== 'Ref-4'],
      [rule('VENDOR_ID', 'IS_NOT_SET'), (v) => v.vendorId === undefined],
      [rule('IS_MONITORED', 'EQUALS', { boolValue: true }), (v) => v.isMonitored],
      [
        rule('RISK_LEVEL', 'IN', listOf('RISK_LEVEL_LOW', 'RISK_LEVEL_HIGH')),
        (v) => ['RISK_LEVEL_LOW', 'RISK_LEVEL_HIGH'].includes(v.riskLevel),
      ],
      [rule('RISK_LEVEL', 'NOT_IN', listOf('RISK_LEVEL_LOW')), (v) => v.riskLevel !== 'RISK_LEVEL_LOW'],
      [rule('BUSINESS_IMPACT', 'IS_SET'), (v) => v.businessImpact !== undefined],
      [rule('DATA_TYPE_SHARED', 'EQUALS', text('DATA_TYPE_SHARED_PHI')), (v) => v.dataTypesShared.includes('DATA_TYPE_SHARED_PHI')],
      [rule('DATA_TYPE_SHARED', 'NOT_EQUALS', text('DATA_TYPE_SHARED_PHI')), (v) => !v.dataTypesShared.includes('DATA_TYPE_SHARED_PHI')],
      [rule('ACCESS_TYPE', 'IS_NOT_SET'), (v) => v.accessTypes.length === 0],
      [rule('DATA_REGION', 'EQUALS', text('DATA_REGION_UK')), (v) => v.dataRegion === 'DATA_REGION_UK'],
      [rule('CONTRACT_VALUE', 'BETWEEN', { numberRangeValue: { min: 2, max: 3 } }), (v) => ['2', '3'].includes(v.contractValue)],
      [rule('CONTRACT_VALUE', 'NOT_EQUALS', { numberValue: 2 }), (v) => v.contractValue !== '2'],
      [
        rule('CONTRACT_END_DATE', 'BETWEEN', { dateRangeValue: { startTime: '2030-01-02T00:00:00Z', endTime: '2030-01-04T00:00:00Z' } }),
        (v) => ['2030-01-02T00:00:00.000Z', '2030-01-03T00:00:00.000Z'].includes(v.contractEndDate),
      ],
      [rule('VENDOR_GROUP', 'EQUALS', text(group.id)), (v) => v.vendorGroupIds.includes(group.id)],
      [rule('VENDOR_GROUP', 'NOT_IN', listOf(group.id)), (v) => !v.vendorGroupIds.includes(group.id)],
      [rule('VENDOR_GROUP', 'IS_SET'), (v) => v.vendorGroupIds.length > 0],
      [rule('SCORE', 'IS_NOT_SET'), (v) => v.score === undefined],
      [rule('SCORE', 'GREATER_THAN_OR_EQUAL', { numberValue: 0 }), (v) => v.score !== undefined],
      [rule('CREATED_AT', 'GREATER_THAN', { dateValue: first.createdAt }), (v) => v.createdAt > first.createdAt],
      [rule('UPDATED_AT', 'BETWEEN', { dateRangeValue: { live: true } }), () => true],
    ];
    for (const [filter, holds] of cases) expect(await idsOf(filter)).toEqual(where(holds));
  });

  it('shows offboarded vendors when a rule is about their status, together with other rules', async () => {
    const offboarded = { stringValue: 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED' };
    const expected = vendors.filter((vendor) => vendor.lifecycleStatus === 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED').map(({ id }) => id);
    expect(expected).toHaveLength(2);
    expect(await idsOf(rule('LIFECYCLE_STATUS', 'EQUALS', offboarded))).toEqual(expected.sort());
    expect(await idsOf(rule('LIFECYCLE_STATUS', 'EQUALS', offboarded), rule('IS_MONITORED', 'EQUALS', { boolValue: true }))).toEqual([]);
  });

  it('also pages through a filtered, sorted list by cursor', async () => {
    const filters = [rule('IS_MONITORED', 'EQUALS', { boolValue: true }), rule('CONTRACT_VALUE', 'NOT_EQUALS', { numberValue: 2 })];
    const walked = await walkVendors(org, { filters, sortField: 'contractValue', limit: 2 });
    expect(walked.map(({ id }) => id).sort()).toEqual(where((vendor) => vendor.isMonitored && vendor.contractValue !== '2'));
  });

  it('returns every vendor that existed throughout exactly once during concurrent writes', async () => {
    const other = await TestOrganization.create(service);
    const before: string[] = [];
    for (let index = 0; index < 9; index++) before.push((await createVendor(other)).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await other.post('vendors', { limit: 2, cursor: cursor ?? '' });
      seen.push(...body.vendors.map(({ id }: AnyVendor) => id));
      cursor = body.nextCursor;
      await createVendor(other);
      await other.patch(`vendors/${before[0] as string}`, { vendorId: `moved-${seen.length}` });
    } while (cursor);
    expect(seen.filter((id) => before.includes(id)).sort()).toEqual([...before].sort());
  });

  it.each([
    [0, 50],
    [199, 199],
    [200, 200],
    [201, 200],
  ])('limit %i gives %i rows', async (limit, rows) => {
    const other = await TestOrganization.create(service);
    const entries = Array.from({ length: 230 }, () => ({ domainName: newDomain() }));
    expect((await other.post('vendors/bulk-create', { vendors: entries })).body.summary.succeeded).toBe(230);
    const { body } = await other.post('vendors', { limit });
    expect([body.vendors.length, body.totalCount, typeof body.nextCursor]).toEqual([rows, 230, 'string']);
  });

  it("counts the organization's own vendors in filter options", async () => {
    const { body } = await list({ includeFilterOptions: true, limit: 1, filters: [rule('RISK_LEVEL', 'IS_SET')] });
    expect(body.filterOptions).toHaveLength(17);
    const option = (field: string) => body.filterOptions.find((each: AnyVendor) => each.field.vendorsField === `VENDORS_FIELD_${field}`);
    const countOf = (field: string, value: string) => option(field).options.find((each: AnyVendor) => each.value === value).count;
    expect(option('RISK_LEVEL')).toMatchObject({
      displayName: 'Risk level',
      valueType: 'FILTER_VALUE_TYPE_ENUM',
      comparisons: [
        'COMPARISON_EQUALS',
        'COMPARISON_NOT_EQUALS',
        'COMPARISON_IN',
        'COMPARISON_NOT_IN',
        'COMPARISON_GREATER_THAN',
        'COMPARISON_GREATER_THAN_OR_EQUAL',
        'COMPARISON_LESS_THAN',
        'COMPARISON_LESS_THAN_OR_EQUAL',
        'COMPARISON_IS_SET',
        'COMPARISON_IS_NOT_SET',
      ],
    });
    const count = (holds: (vendor: AnyVendor) => boolean) => String(where(holds).length);
    expect(countOf('RISK_LEVEL', 'RISK_LEVEL_HIGH')).toBe(count((vendor) => vendor.riskLevel === 'RISK_LEVEL_HIGH'));
    expect(countOf('BUSINESS_IMPACT', 'BUSINESS_IMPACT_NONE')).toBe(count((vendor) => vendor.businessImpact === 'BUSINESS_IMPACT_NONE'));
    expect(countOf('DATA_REGION', 'DATA_REGION_UK')).toBe(count((vendor) => vendor.dataRegion === 'DATA_REGION_UK'));
    expect(countOf('IS_MONITORED', 'true')).toBe(count((vendor) => vendor.isMonitored));
    expect(countOf('DATA_TYPE_SHARED', 'DATA_TYPE_SHARED_PII')).toBe(count((vendor) => vendor.dataTypesShared.length > 0));
    expect(countOf('DATA_TYPE_SHARED', 'DATA_TYPE_SHARED_BIOMETRIC')).toBe('0');
    expect(countOf('ACCESS_TYPE', 'ACCESS_TYPE_NO_ACCESS')).toBe(count((vendor) => vendor.accessTypes.length > 0));
    expect(countOf('LIFECYCLE_STATUS', 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED')).toBe('2');
    expect(option('VENDOR_GROUP').options).toEqual([{ value: group.id, displayName: 'Payments', count: '5' }]);
    expect(option('COMPANY_NAME')).toMatchObject({ valueType: 'FILTER_VALUE_TYPE_TEXT', options: [] });
  });

  const monitored = rule('IS_MONITORED', 'EQUALS', { boolValue: true });
  const companies = (length: number) =>
    rule('COMPANY_NAME', 'IN', { stringListValue: { values: Array.from({ length }, (_, index) => `c${index}`) } });

  it.each([19, 20])('accepts %i rules', async (length) => {
    expect((await list({ filters: Array<object>(length).fill(monitored) })).status).toBe(200);
  });

  it.each([49, 50])('accepts %i entries of a list', async (length) => {
    expect((await list({ filters: [companies(length)] })).status).toBe(200);
  });

  describe('refuses', () => {
    it.each([
      [Array<object>(21).fill(monitored), 'filters[20].rule'],
      [[companies(51)], 'filters[0].rule.value.stringListValue.values'],
      [[{ list: { filters: [monitored] } }], 'filters[0].list'],
      [[{}], 'filters[0]'],
      [[rule('RISK_LEVEL', 'CONTAINS', { stringValue: 'x' })], 'filters[0].rule.comparison'],
      [[rule('RISK_LEVEL', 'EQUALS', { stringValue: 'HIGHER' })], 'filters[0].rule.value.stringValue'],
      [[rule('NO_SUCH', 'EQUALS', { stringValue: 'x' })], 'filters[0].rule.field.vendorsField'],
      [[rule('UNSPECIFIED', 'IS_SET')], 'filters[0].rule.field.vendorsField'],
      [[monitored, rule('SCORE', 'UNSPECIFIED', { numberValue: 1 })], 'filters[1].rule.comparison'],
      [[rule('CONTRACT_VALUE', 'BETWEEN', { numberRangeValue: { min: 2, max: 1 } })], 'filters[0].rule.value.numberRangeValue.min'],
      [[rule('CONTRACT_VALUE', 'EQUALS', { stringValue: '1.5' })], 'filters[0].rule.value.stringValue'],
      [
        [{ rule: { field: { observationsField: 'OBSERVATIONS_FIELD_CVE' }, comparison: 'COMPARISON_IS_SET' } }],
        'filters[0].rule.field.observationsField',
      ],
      [{ rule: {} }, 'filters'],
    ])('an invalid filter (%#), with its path', async (filters, field) => {
      const answer = await list({ filters });
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_FILTER']);
      expect(answer.body.details[1].fieldViolations[0].field).toBe(field);
    });

    it.each([
      { limit: -1 },
      { offset: -1 },
      { limit: 1.5 },
      { sortField: 'name' },
      { sortOrder: 'DOWN' },
      { filter: [] },
      { includeFilterOptions: 'yes' },
      { cursor: 'nonsense' },
    ])('%j', async (request) => {
      const answer = await list(request);
      expect([answer.status, answer.body.code]).toEqual([400, 3]);
    });

    it('a cursor of another list', async () => {
      const { nextCursor } = (await list({ limit: 2 })).body;
      expect((await list({ limit: 5, cursor: nextCursor, offset: 7 })).status).toBe(200);
      expect(reasonOf(await list({ cursor: nextCursor, sortField: 'score' }))).toBe('CURSOR_MISMATCH');
      expect(reasonOf(await list({ cursor: nextCursor, sortOrder: 'SORT_ORDER_ASC' }))).toBe('CURSOR_MISMATCH');
      expect(reasonOf(await list({ cursor: nextCursor, filters: [monitored] }))).toBe('CURSOR_MISMATCH');
      expect(reasonOf(await list({ cursor: `${nextCursor}A` }))).toBe('CURSOR_MALFORMED');
      const stranger = await TestOrganization.create(service);
      expect(reasonOf(await stranger.post('vendors', { cursor: nextCursor }))).toBe('CURSOR_MISMATCH');
    });

    it('a missing body', async () => {
      expect(reasonOf(await org.post('vendors', undefined))).toBe('BODY_MISSING');
    });
  });

  it('lists the groups with the most members when there are too many', async () => {
    const grouped = await TestOrganization.create(service);
    for (let at = 0; at < 201; at += 1) expect((await grouped.post('vendors/groups', { name: `Group ${at}` })).status).toBe(200);
    const last = (await grouped.post('vendors/groups', { name: 'Zz' })).body.vendorGroup;
    const vendor = (await grouped.post('vendors/create', { domainName: newDomain() })).body.vendor;
    await grouped.post(`vendors/groups/${last.id}/vendors`, { vendorIds: [vendor.id] });
    const { filterOptions } = (await grouped.post('vendors', { includeFilterOptions: true })).body;
    const { options } = filterOptions.find((each: AnyVendor) => each.field.vendorsField === 'VENDORS_FIELD_VENDOR_GROUP');
    expect(options).toHaveLength(200);
    expect(options.at(-1)).toEqual({ value: last.id, displayName: 'Zz', count: '1' });
  });

  it('shows another organization nothing, not even by id or group', async () => {
    const stranger = await TestOrganization.create(service);
    const filters = [rule('ID', 'IN', { stringListValue: { values: vendors.slice(0, 50).map(({ id }) => id) } })];
    expect((await stranger.post('vendors', { filters })).body).toMatchObject({ vendors: [], totalCount: 0 });
    expect((await stranger.post('vendors', { filters: [rule('VENDOR_GROUP', 'EQUALS', { stringValue: group.id })] })).body.totalCount).toBe(
      0,
    );
    const { filterOptions } = (await stranger.post('vendors', { includeFilterOptions: true })).body;
    expect(filterOptions.flatMap((option: AnyVendor) => option.options).every((option: AnyVendor) => option.count === '0')).toBe(true);
  });
});
