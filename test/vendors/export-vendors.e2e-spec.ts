import { parse } from 'csv-parse/sync';
import { exported, exportOf, inOrder, walked } from '../support/exports';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, rule } from '../support/vendors';

const RISKS = ['RISK_LEVEL_LOW', 'RISK_LEVEL_HIGH'];

describe('ExportVendors', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    for (let index = 0; index < 9; index += 1) {
      await createVendor(org, {
        domainName: newDomain('export'),
        companyName: index === 0 ? '=cmd|calc' : `Company, ${index}`,
        isMonitored: index % 2 === 0,
        riskLevel: RISKS[index % 2],
        ...(index % 3 === 0 && { contractValue: '9007199254740993', dataTypesShared: ['DATA_TYPE_SHARED_PII'] }),
        contacts: [{ email: `security@example-${index}.com`, name: 'Jo', isPrimary: true }],
      });
    }
    const offboarded = await createVendor(org, { domainName: newDomain('gone') });
    await org.post('vendors/bulk-offboard', { ids: [offboarded.id], reason: 'Contract ended' });
  });
  afterAll(() => service.close());

  const OFFBOARDED = rule('LIFECYCLE_STATUS', 'EQUALS', { stringValue: 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED' });

  it.each([
    ['all but offboarded ones', {}, 9],
    ['those of a filter', { filters: [rule('RISK_LEVEL', 'EQUALS', { stringValue: 'RISK_LEVEL_HIGH' })] }, 4],
    ['offboarded ones when asked for', { filters: [OFFBOARDED] }, 1],
  ])('contains exactly the vendors of the list: %s', async (_, request, count) => {
    const listed = await walked(org, 'vendors', 'vendors', request);
    expect(listed).toHaveLength(count);
    expect(inOrder(await exported(org, 'vendors/export', request))).toEqual(inOrder(listed));
  });

  it('has no scores without the VRM entitlement, like the list', async () => {
    const self = await TestOrganization.create(service, { vrm: false });
    await createVendor(self, { domainName: newDomain('self') });
    const rows = await exported(self, 'vendors/export');
    expect(rows).toEqual(await walked(self, 'vendors', 'vendors'));
    expect(rows[0]).not.toHaveProperty('score');
  });

  it('exports CSV with exact large numbers and without formulas', async () => {
    const { bytes } = await exportOf(service, org, 'vendors/export', { format: 'EXPORT_FORMAT_CSV' });
    const rows: Record<string, string>[] = parse(bytes, { columns: true });
    expect(rows.map(({ companyName }) => companyName).filter((name) => name?.includes('calc'))).toEqual([`'=cmd|calc`]);
    expect(new Set(rows.map(({ contractValue }) => contractValue))).toEqual(new Set(['', '9007199254740993']));
    expect(JSON.parse(rows[0]?.contacts ?? '')).toMatchObject([{ name: 'Jo' }]);
  });
});
