import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DnsImport } from '#modules/avd/dns-import';
import { projectRoot } from '#platform/config/project-root';
import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { startTestApp, type TestApp } from '../support/test-app';
import { DAY, daysAgo } from './sample';

/** The relationships in short: vendor, fourth party, status, products. */
async function statuses(org: TestOrganization): Promise<string[]> {
  const { body } = await org.post('avd/fourth-parties', { limit: 200 });
  return body.fourthParties.map(
    (row: { vendor: { domainName: string }; fourthParty: { domain: string }; status: string; products: string[] }) =>
      `${row.vendor.domainName} ${row.fourthParty.domain} ${row.status.replace('FOURTH_PARTY_STATUS_', '')} ${row.products.join('+')}`,
  );
}

describe('import of DNS records and page resources', () => {
  let service: TestApp;
  let org: TestOrganization;
  let portfolio: Portfolio;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    org = await TestOrganization.create(service);
    portfolio = new Portfolio(service, org);
  });

  it('finds exactly the relationships of ten hand-made vendors, without look-alikes and other companies', async () => {
    const fixtures = join(projectRoot(), 'test', 'fixtures', 'avd');
    const expected = JSON.parse(readFileSync(join(fixtures, 'ten-vendors.expected.json'), 'utf8')) as Record<
      string,
      { fourthPartyDomain: string; products: string[]; evidence: string[] }[]
    >;
    await portfolio.add(...Object.keys(expected).map((domain) => ({ domain })));
    const lines = readFileSync(join(fixtures, 'ten-vendors.dns'), 'utf8');

    const total = Object.values(expected).flat().length;
    const first = await portfolio.detect([lines], { now: new Date('2026-11-01T00:00:00Z') });
    expect(first).toMatchObject({
      vendors: 10,
      relationships: total,
      created: total,
      updated: 0,
      unchanged: 0,
      deactivated: 0,
      rejected: 5,
    });
    expect(first.rejections[0]).toEqual({ line: expect.any(Number), reason: '@ is a relative name; use fully qualified names' });

    const { body } = await org.post('avd/fourth-parties', { limit: 200 });
    const found: Record<string, unknown[]> = Object.fromEntries(Object.keys(expected).map((domain) => [domain, []]));
    for (const row of body.fourthParties) {
      found[row.vendor.domainName]?.push({
        fourthPartyDomain: row.fourthParty.domain,
        products: row.products,
        connectionTypes: row.connectionTypes.map((type: string) => type.replace('FOURTH_PARTY_CONNECTION_TYPE_', '')),
        confidence: row.confidence.replace('FOURTH_PARTY_CONFIDENCE_', ''),
        evidence: row.evidence.map((piece: { recordType: string; record: string; via?: string[]; value: string; seenAt: string }) =>
          [
            piece.recordType.replace('FOURTH_PARTY_EVIDENCE_TYPE_', ''),
            piece.record,
            ...(piece.via ? ['via', piece.via.join(', ')] : []),
            piece.value,
            piece.seenAt,
          ].join(' '),
        ),
      });
    }
    expect(found).toEqual(expected);
    expect(body.totalCount).toBe(total);

    const again = await portfolio.detect([lines], { now: new Date('2026-11-01T00:00:00Z') });
    expect(again).toMatchObject({ relationships: total, created: 0, updated: 0, unchanged: total, deactivated: 0 });
  });

  it('moves relationships from NEW to ACTIVE to INACTIVE and back', async () => {
    await portfolio.add({ domain: 'acme.com' });
    const mx = (timestamp: string, ...hosts: string[]): object => ({ host: 'acme.com', a: ['192.0.2.1'], mx: hosts, timestamp });

    await portfolio.detect([mx(daysAgo(50), 'aspmx.l.google.com')]);
    expect(await statuses(org)).toEqual(['acme.com google.com ACTIVE Google Workspace']);

    const second = await portfolio.detect([mx(daysAgo(10), 'aspmx.l.google.com', 'mx.zoho.com')]);
    expect(second).toMatchObject({ relationships: 2, created: 1, unchanged: 1 });
    expect(await statuses(org)).toEqual(['acme.com google.com ACTIVE Google Workspace', 'acme.com zoho.com NEW Zoho Mail']);

    const third = await portfolio.detect([mx(daysAgo(5), 'mx.zoho.com')]);
    expect(third).toMatchObject({ relationships: 1, unchanged: 1, deactivated: 1 });
    expect(await statuses(org)).toEqual(['acme.com google.com INACTIVE Google Workspace', 'acme.com zoho.com NEW Zoho Mail']);

    const fourth = await portfolio.detect([mx(daysAgo(1), 'aspmx.l.google.com')]);
    expect(fourth).toMatchObject({ relationships: 1, updated: 1, deactivated: 1 });
    const { body } = await org.post('avd/fourth-parties', { filters: { fourthPartyDomains: ['google.com'] } });
    expect(body.fourthParties).toMatchObject([{ status: 'FOURTH_PARTY_STATUS_ACTIVE' }]);
    expect(Date.parse(body.fourthParties[0].firstSeen)).toBeLessThan(Date.now() - 49 * DAY);
    expect(Date.parse(body.fourthParties[0].lastSeen)).toBeGreaterThan(Date.now() - 2 * DAY);
  });

  it('does not deactivate what the file did not cover: the other channel, or other vendors', async () => {
    await portfolio.add({ domain: 'acme.com' }, { domain: 'borealis.com' });
    const page = { page: 'https://www.acme.com/', resources: ['https://www.googletagmanager.com/gtm.js', 'https://js.stripe.com/v3/'] };
    await portfolio.detect([{ host: 'acme.com', mx: ['aspmx.l.google.com'] }, page, { host: 'borealis.com', mx: ['mx.zoho.com'] }]);
    const before = await statuses(org);
    expect(before).toEqual([
      'acme.com google.com NEW Google Tag Manager+Google Workspace',
      'acme.com stripe.com NEW Stripe.js',
      'borealis.com zoho.com NEW Zoho Mail',
    ]);

    expect(await portfolio.detect([{ host: 'acme.com', mx: ['aspmx.l.google.com'] }])).toMatchObject({
      vendors: 1,
      unchanged: 1,
      deactivated: 0,
    });
    expect(await statuses(org)).toEqual(before);

    // Google is gone from DNS, but stays a fourth party because of the pages.
    expect(await portfolio.detect([{ host: 'acme.com', mx: ['mail.acme.com'] }])).toMatchObject({ relationships: 0, deactivated: 0 });
    expect((await statuses(org))[0]).toBe('acme.com google.com NEW Google Tag Manager');
    expect(await portfolio.detect([{ ...page, resources: [page.resources[1]] }])).toMatchObject({ unchanged: 1, deactivated: 1 });
    expect(await statuses(org)).toEqual([
      'acme.com google.com INACTIVE Google Tag Manager+Google Workspace',
      'acme.com stripe.com NEW Stripe.js',
      'borealis.com zoho.com NEW Zoho Mail',
    ]);
  });

  it('lets an older file move the first time back, and change nothing newer', async () => {
    await portfolio.add({ domain: 'acme.com' });
    await portfolio.detect([{ host: 'acme.com', mx: ['aspmx.l.google.com'], txt: ['google-site-verification=1'], timestamp: daysAgo(5) }]);
    const older = { host: 'acme.com', mx: ['aspmx.l.google.com', 'mx.zoho.com'], timestamp: daysAgo(60) };
    expect(await portfolio.detect([older])).toMatchObject({ relationships: 2, created: 1, unchanged: 1, deactivated: 0 });
    expect(await statuses(org)).toEqual([
      'acme.com google.com ACTIVE Google Site Verification+Google Workspace',
      'acme.com zoho.com INACTIVE Zoho Mail',
    ]);
    const { body } = await org.post('avd/vendors/summary', { vendorDomain: 'acme.com' });
    expect(Date.parse(body.summary.lastDetectionAt)).toBeGreaterThan(Date.now() - 6 * DAY);
  });

  it('uses the time of the import for records without a time or with a future one', async () => {
    await portfolio.add({ domain: 'acme.com' });
    const now = new Date(Date.now() - DAY);
    await portfolio.detect(
      ['acme.com. 300 IN MX 10 aspmx.l.google.com.', { host: 'acme.com', mx: ['mx.zoho.com'], timestamp: '2099-01-01T00:00:00Z' }],
      {
        now,
      },
    );
    const { body } = await org.post('avd/fourth-parties', {});
    expect(body.fourthParties.map((row: { firstSeen: string; lastSeen: string }) => [row.firstSeen, row.lastSeen])).toEqual([
      [now.toISOString(), now.toISOString()],
      [now.toISOString(), now.toISOString()],
    ]);
  });

  it('stores evidence that PostgreSQL would reject as is, and shows at most ten pieces per row', async () => {
    await portfolio.add({ domain: 'acme.com' });
    const hosts = Array.from({ length: 60 }, (_, index) => `alt${index}.aspmx.l.google.com`);
    await portfolio.detect([{ host: 'acme.com', mx: hosts, txt: ['atlassian-domain-verification=\u0000\ud800'] }]);
    const { body } = await org.post('avd/fourth-parties', {});
    expect(body.fourthParties[0].evidence).toMatchObject([
      { recordType: 'FOURTH_PARTY_EVIDENCE_TYPE_TXT', record: 'acme.com', value: 'atlassian-domain-verification=\ufffd\ufffd' },
    ]);
    expect(body.fourthParties[1].evidenceCount).toBe(50);
    expect(body.fourthParties[1].evidence).toHaveLength(10);
  });

  it('skips offboarded vendors, and deletes the relationships of deleted ones', async () => {
    const ids = await portfolio.add({ domain: 'acme.com' }, { domain: 'borealis.com' }, { domain: 'cobalt.com' });
    const lines = Object.keys(ids).map((host) => ({ host, mx: ['aspmx.l.google.com'] }));
    await portfolio.detect(lines);
    await portfolio.sql(`UPDATE vendor SET lifecycle_status = 4 WHERE organization_id = $1 AND domain_name = 'borealis.com'`);
    expect(await portfolio.detect(lines)).toMatchObject({ vendors: 2, relationships: 2 });
    expect(await statuses(org)).toHaveLength(2);
    const groups = async () => (await org.post('avd/fourth-parties/groups', {})).body.fourthPartyGroups;
    expect(await groups()).toMatchObject([{ connectedVendorCount: 2, percentOfPortfolio: 100 }]);

    await portfolio.sql(`UPDATE vendor SET lifecycle_status = 2 WHERE organization_id = $1 AND domain_name = 'borealis.com'`);
    expect(await statuses(org)).toHaveLength(3);
    expect(await groups()).toMatchObject([{ connectedVendorCount: 3 }]);

    await portfolio.sql(`DELETE FROM vendor WHERE organization_id = $1 AND domain_name <> 'acme.com'`);
    expect(await statuses(org)).toEqual(['acme.com google.com NEW Google Workspace']);
    expect(await groups()).toMatchObject([{ connectedVendorCount: 1 }]);
    await portfolio.sql(`DELETE FROM vendor WHERE organization_id = $1`);
    expect(await groups()).toEqual([]);
    for (const table of ['vendor_detection', 'fourth_party_sighting', 'fourth_party_relationship', 'fourth_party_group']) {
      expect(await portfolio.sql(`SELECT * FROM ${table} WHERE organization_id = $1`)).toEqual([]);
    }
  });

  it('imports a whole file or nothing', async () => {
    await portfolio.add({ domain: 'acme.com' });
    const broken = async function* (): AsyncGenerator<string> {
      yield await Promise.resolve('acme.com. 300 IN MX 10 aspmx.l.google.com.\n');
      throw new Error('the disk is gone');
    };
    await expect(service.app.get(DnsImport).run(broken(), { organizationId: org.organization.id })).rejects.toThrow('the disk is gone');
    expect(await statuses(org)).toEqual([]);
  });

  it('counts correctly when imports and vendor changes run concurrently', async () => {
    const vendors = Array.from({ length: 30 }, (_, index) => ({ domain: `vendor${index}.com` }));
    await portfolio.add(...vendors);
    const part = (rest: number): object[] =>
      vendors.filter((_, index) => index % 3 === rest).map(({ domain }) => ({ host: domain, mx: ['aspmx.l.google.com', 'mx.zoho.com'] }));
    await Promise.all([
      ...[0, 1, 2].map((rest) => portfolio.detect(part(rest))),
      ...[1, 4, 7].map((index) =>
        portfolio.sql(`UPDATE vendor SET risk_level = 4 WHERE organization_id = $1 AND domain_name = $2`, [`vendor${index}.com`]),
      ),
    ]);
    const { body } = await org.post('avd/fourth-parties/groups', {});
    expect(body.fourthPartyGroups).toMatchObject([
      { fourthParty: { domain: 'google.com' }, connectedVendorCount: 30, criticalVendorCount: 3, percentOfPortfolio: 100 },
      { fourthParty: { domain: 'zoho.com' }, connectedVendorCount: 30, criticalVendorCount: 3, percentOfPortfolio: 100 },
    ]);
    const top = body.fourthPartyGroups[0].topVendors.map((vendor: { domainName: string }) => vendor.domainName);
    expect(top).toEqual(['vendor1.com', 'vendor4.com', 'vendor7.com', 'vendor0.com', 'vendor10.com']);
  });

  it("also detects with the operator's own signatures", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
    try {
      const products = [{ name: 'House Mail', connectionType: 'EMAIL', signals: [{ kind: 'mx', match: { suffix: 'mx.house-mail.net' } }] }];
      writeFileSync(join(folder, 'own.json'), JSON.stringify([{ company: 'House Mail', domain: 'house-mail.com', products }]));
      await portfolio.add({ domain: 'acme.com' });
      await portfolio.detect([{ host: 'acme.com', mx: ['a.mx.house-mail.net'] }], { catalogueFolder: folder });
      expect(await statuses(org)).toEqual(['acme.com house-mail.com NEW House Mail']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
