import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describe('filters of observations', () => {
  let service: TestApp;
  let org: TestOrganization;
  let plain: TestVendor;
  let idn: TestVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    plain = await aVendor(service, org);
    idn = await aVendor(service, org, 'xn--bcher-kva.de');
    const findings = [
      aFinding(`www.${plain.domain}`, { title: 'plain', source: { name: 'Nuclei' }, tags: ['Internet-Facing'] }),
      aFinding(idn.domain, {
        title: 'idn',
        source: { name: 'grype' },
        asset: { ipPort: { address: '2001:db8::1', port: '443', protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
        firstSeen: '2017-01-01T00:00:00Z',
      }),
    ];
    expect((await importFindings(org, findings)).body).toMatchObject({ created: 2, rejections: [] });
  });
  afterAll(() => service.close());

  const text = (stringValue: string) => ({ stringValue });
  const listOf = (...values: string[]) => ({ stringListValue: { values } });
  const titles = async (...filters: object[]): Promise<string[]> => {
    const { status, body } = await org.post('observations', { filters });
    expect([status, body.message]).toEqual([200, undefined]);
    return (body.observations as { title: string }[]).map(({ title }) => title).sort();
  };

  it.each<[string, string, (vendor: TestVendor) => object, string[]]>([
    ['VENDOR', 'EQUALS', () => text('https://www.Bücher.de/'), ['idn']],
    ['VENDOR', 'NOT_EQUALS', () => text('BÜCHER.de.'), ['plain']],
    ['VENDOR', 'IN', ({ domain }) => listOf('bücher.de', `http://${domain.toUpperCase()}/x`), ['idn', 'plain']],
    ['VENDOR', 'CONTAINS', () => text('BCHER'), ['idn']],
    ['VENDOR', 'STARTS_WITH', () => text('Vendor-'), ['plain']],
    ['VENDOR', 'ENDS_WITH', () => text('.DE'), ['idn']],
    ['SUBJECT_DOMAIN', 'EQUALS', () => text('https://bücher.de'), ['idn']],
    ['SUBJECT_DOMAIN', 'NOT_CONTAINS', () => text('xn--'), ['plain']],
    ['VENDOR', 'EQUALS', () => text('not a domain'), []],
    ['SOURCE', 'EQUALS', () => text('NUCLEI'), ['plain']],
    ['SOURCE', 'NOT_IN', () => listOf('nuclei'), ['idn']],
    ['TAG', 'EQUALS', () => text('internet-FACING'), ['plain']],
    ['TAG', 'NOT_IN', () => listOf('INTERNET-facing', 'x'), ['idn']],
    ['ASSET_IP', 'EQUALS', () => text('2001:DB8:0:0:0:0:0:1'), ['idn']],
    ['ASSET_IP', 'IN', () => listOf('nowhere', '2001:db8:0::1'), ['idn']],
    ['ASSET_PORT', 'EQUALS', () => text('443'), ['idn']],
    ['ASSET_PORT', 'LESS_THAN', () => text('9223372036854775807'), ['idn']],
    ['FIRST_SEEN', 'NOT_EQUALS', () => ({ dateValue: '2016-12-31T23:59:60Z' }), ['plain']],
    ['VENDOR_ID', 'EQUALS', () => text('SUP-1042'), []],
    ['VENDOR_ID', 'NOT_EQUALS', () => text('SUP-1042'), ['idn', 'plain']],
    ['VENDOR_ID', 'IN', ({ id }) => listOf('SUP-1042', id.toUpperCase()), ['plain']],
    ['VENDOR_GROUP', 'IN', () => listOf('Payments'), []],
    ['VENDOR_GROUP', 'NOT_IN', () => listOf('Payments', UNKNOWN), ['idn', 'plain']],
    ['ORN', 'EQUALS', () => text('plain'), []],
    ['ORN', 'NOT_IN', () => listOf('plain'), ['idn', 'plain']],
    ['GROUP', 'EQUALS', () => text('CVE-2021-44228'), []],
  ])('%s %s', async (field, comparison, value, expected) => {
    expect(await titles(rule(field, comparison, value(plain) as Record<string, unknown>))).toEqual(expected);
  });

  it.each([
    rule('CVSS_BASE_SCORE', 'BETWEEN', { numberRangeValue: { min: 2, max: 1 } }),
    rule('ASSET_PORT', 'BETWEEN', { numberRangeValue: { min: 10, max: 9 } }),
    rule('LAST_SEEN', 'BETWEEN', { dateRangeValue: { startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-01T00:00:00Z' } }),
    rule('ASSET_PORT', 'EQUALS', { stringValue: '9223372036854775808' }),
  ])('refuses %j', async (filter) => {
    const answer = await org.post('observations', { filters: [filter] });
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_FILTER']);
  });

  it('compares the highest of several CVSS scores, and the highest severity', async () => {
    const score = (version: string, baseScore: number) => ({ version, baseScore, cvssVector: '', scoreSource: 'nvd' });
    const cvssScores = [score('V2_0', 10), score('V3_1', 9.8), score('V3_1', 5)];
    const finding = aFinding(`cvss.${plain.domain}`, { title: 'scored', cvssScores });
    expect((await importFindings(org, [finding])).body).toMatchObject({ created: 1 });
    const severities = [rule('CVSS_SEVERITY', 'EQUALS', text('CVSS_SCORE_SEVERITY_CRITICAL')), rule('CVSS_SEVERITY', 'IS_SET', {})];
    const scores = [rule('CVSS_BASE_SCORE', 'EQUALS', { numberValue: 10 }), rule('CVSS_BASE_SCORE', 'GREATER_THAN', { numberValue: 9.8 })];
    for (const filter of [...severities, ...scores]) expect([filter, await titles(filter)]).toEqual([filter, ['scored']]);
    for (const severity of ['HIGH', 'MEDIUM'])
      expect(await titles(rule('CVSS_SEVERITY', 'EQUALS', text(`CVSS_SCORE_SEVERITY_${severity}`)))).toEqual([]);
  });

  it('normalizes the domains of vendor scores like all domains', async () => {
    const { status, body } = await org.post('observations/vendor-scores', {
      filters: [rule('VENDOR', 'IN', listOf('https://www.Bücher.de/', 'Unknown-Company.com'))],
    });
    expect([status, body.vendorScores.map((score: { vendorDomain: string }) => score.vendorDomain)]).toEqual([200, [idn.domain]]);
    expect(body.notFoundDomains).toEqual(['unknown-company.com']);
  });
});
