import { Database } from '#platform/database/database';
import { aFinding, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, readVendor, type AnyVendor } from '../support/vendors';

describe('the observations of a vendor', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: AnyVendor;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    org = await TestOrganization.create(service);
    const made = await createVendor(org, { isMonitored: true, companyName: 'Acme' });
    await observe(made, 3);
    vendor = await readVendor(org, made.id);
    expect(vendor).toMatchObject({ score: expect.any(Number), scoreGrade: expect.any(String), openObservationCount: '3' });
  });

  async function observe(about: AnyVendor, count: number): Promise<void> {
    const findings = Array.from({ length: count }, (_, index) => aFinding(`h${index}.${about.domainName}`, { cveIds: ['CVE-2026-1000'] }));
    expect((await importFindings(org, findings)).body).toMatchObject({ created: count });
  }

  /** The rows about a vendor in tables related to observations. */
  async function traces(domain: string) {
    const [row] = await service.app.get(Database).read<Record<string, number | string[]>>(
      org.organization.id,
      `SELECT (SELECT count(*)::int FROM observation WHERE organization_id = $1 AND party_domain = $2 AND is_listed) AS listed,
              (SELECT count(*)::int FROM observation WHERE organization_id = $1 AND party_domain = $2 AND NOT is_listed) AS unlisted,
              (SELECT coalesce(array_agg(DISTINCT vendor_name), '{}') FROM observation WHERE organization_id = $1 AND party_domain = $2) AS names,
              (SELECT coalesce(sum(open_count), 0)::int FROM observation_group WHERE organization_id = $1) AS grouped,
              (SELECT coalesce(sum(open_count), 0)::int FROM party_tally WHERE organization_id = $1 AND party_domain = $2) AS tallied,
              (SELECT count(*)::int FROM observation_cve WHERE organization_id = $1) AS cves,
              (SELECT count(*)::int FROM party_score WHERE organization_id = $1 AND party_domain = $2)
                + (SELECT count(*)::int FROM party_score_day WHERE organization_id = $1 AND party_domain = $2) AS scores`,
      [org.organization.id, domain],
    );
    return row;
  }

  const shown = { listed: 3, unlisted: 0, grouped: 3, tallied: 3 };
  const hidden = { listed: 0, unlisted: 3, grouped: 0, tallied: 0 };

  async function expectUnscored(): Promise<void> {
    const now = await readVendor(org, vendor.id);
    expect(now).toMatchObject({ isMonitored: false, openObservationCount: '0' });
    expect(now).not.toHaveProperty('score');
    expect(now).not.toHaveProperty('scoreGrade');
  }

  it('are hidden and restored with monitoring', async () => {
    await org.patch(`vendors/${vendor.id}`, { isMonitored: false });
    expect(await traces(vendor.domainName)).toMatchObject(hidden);
    await expectUnscored();

    const { body } = await org.patch(`vendors/${vendor.id}`, { isMonitored: true });
    expect(await traces(vendor.domainName)).toMatchObject(shown);
    expect(body.vendor).toMatchObject({ score: vendor.score, scoreGrade: vendor.scoreGrade, openObservationCount: '3' });
  });

  it('change when they are restored and when it is renamed', async () => {
    const changedAt = async () => (await org.post('observations', {})).body.observations[0].updatedAt as string;
    const imported = await changedAt();
    await org.patch(`vendors/${vendor.id}`, { isMonitored: false });
    await org.patch(`vendors/${vendor.id}`, { isMonitored: true });
    const back = await changedAt();
    expect(back > imported).toBe(true);
    await org.patch(`vendors/${vendor.id}`, { companyName: 'Another name' });
    expect((await changedAt()) > back).toBe(true);
  });

  it('are hidden when it is offboarded, until it is monitored again', async () => {
    await org.post('vendors/bulk-offboard', { ids: [vendor.id] });
    expect(await traces(vendor.domainName)).toMatchObject(hidden);
    await expectUnscored();
    await org.patch(`vendors/${vendor.id}`, { lifecycleStatus: 'VENDOR_LIFECYCLE_STATUS_ACTIVE' });
    await expectUnscored();
    const { body } = await org.patch(`vendors/${vendor.id}`, { isMonitored: true });
    expect(body.vendor.score).toBe(vendor.score);
  });

  it('have its new name', async () => {
    await org.patch(`vendors/${vendor.id}`, { companyName: 'Zenith' });
    expect(await traces(vendor.domainName)).toMatchObject({ ...shown, names: ['Zenith'] });
  });

  it('are deleted with it, and a new entry for the domain starts without them', async () => {
    await org.post('vendors/bulk-delete', { ids: [vendor.id] });
    const nothing = { listed: 0, unlisted: 0, names: [], grouped: 0, tallied: 0, cves: 0, scores: 0 };
    expect(await traces(vendor.domainName)).toEqual(nothing);
    const again = await createVendor(org, { domainName: vendor.domainName, isMonitored: true });
    expect(again).not.toHaveProperty('score');
  });

  it('leave those of other vendors alone', async () => {
    const other = await createVendor(org, { isMonitored: true });
    await observe(other, 2);
    await org.post('vendors/bulk-delete', { ids: [vendor.id] });
    expect(await traces(other.domainName)).toMatchObject({ listed: 2, grouped: 2, tallied: 2 });
  });

  it('are listed and hidden by a vendor file', async () => {
    await org.post('vendors/bulk-upsert-csv', { csv: `domain_name,is_monitored,company_name\n${vendor.domainName},no,Renamed\n` });
    expect(await traces(vendor.domainName)).toMatchObject({ ...hidden, names: ['Renamed'] });
    await expectUnscored();
    await org.post('vendors/bulk-upsert-csv', { csv: `domain_name,is_monitored\n${vendor.domainName},yes\n` });
    expect(await traces(vendor.domainName)).toMatchObject(shown);
    expect((await readVendor(org, vendor.id)).score).toBe(vendor.score);
  });
});
