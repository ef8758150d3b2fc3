import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { projectRoot } from '#platform/config/project-root';
import { loadCatalogue } from './catalogue';
import type { VendorFindings } from './detect';
import { detectFile } from './detect-file';
import type { Evidence, Relationship } from './relationships';

const catalogue = loadCatalogue();
const NOW = new Date('2026-11-01T00:00:00Z');
const FIXTURES = join(projectRoot(), 'test', 'fixtures', 'avd');

const text = ({ recordType, record, via, value, seenAt }: Evidence): string =>
  [recordType, record, ...(via ? ['via', via.join(', ')] : []), value, seenAt].join(' ');

const summary = ({ fourthPartyDomain, products, connectionTypes, confidence, evidence }: Relationship): object => ({
  fourthPartyDomain,
  products,
  connectionTypes: connectionTypes.map((type) => type.replace('FOURTH_PARTY_CONNECTION_TYPE_', '')),
  confidence: confidence.replace('FOURTH_PARTY_CONFIDENCE_', ''),
  evidence: evidence.map(text),
});

const detected = (findings: VendorFindings | undefined): Relationship[] => [
  ...(findings?.dns?.relationships ?? []),
  ...(findings?.pages?.relationships ?? []),
];

describe('detectFile on ten hand-made vendors', () => {
  const expected = JSON.parse(readFileSync(join(FIXTURES, 'ten-vendors.expected.json'), 'utf8')) as Record<string, unknown>;
  const vendors = Object.keys(expected);
  const file = (): Readable => createReadStream(join(FIXTURES, 'ten-vendors.dns'), { highWaterMark: 777 });

  it('finds exactly the expected relationships', async () => {
    const result = await detectFile(file(), vendors, catalogue, NOW);
    const found = Object.fromEntries([...result.vendors].map(([domain, findings]) => [domain, detected(findings).map(summary)]));
    expect(found).toEqual(expected);
  });

  it('finds the same when the file is reversed', async () => {
    const lines = readFileSync(join(FIXTURES, 'ten-vendors.dns'), 'utf8').split('\n').reverse();
    const result = await detectFile(Readable.from([lines.join('\n')]), vendors, catalogue, NOW);
    const sorted = (list: Relationship[]): object[] => list.map((one) => ({ ...summary(one), evidence: one.evidence.map(text).sort() }));
    const { vendors: straight } = await detectFile(file(), vendors, catalogue, NOW);
    for (const domain of vendors) {
      expect(sorted(detected(result.vendors.get(domain)))).toEqual(sorted(detected(straight.get(domain))));
    }
  });

  it('reports rejected lines with reasons', async () => {
    const { rejected, rejections } = await detectFile(file(), vendors, catalogue, NOW);
    expect(rejected).toBe(5);
    expect(rejections.map((rejection) => rejection.rejected)).toEqual([
      '@ is a relative name; use fully qualified names',
      'www is a relative name; use fully qualified names',
      '10 aspmx is a relative name; use fully qualified names',
      'not JSON',
      'resources is not a list',
    ]);
  });

  it('counts records, and separates DNS from pages', async () => {
    const result = await detectFile(file(), ['garnet.example', 'iris.example'], catalogue, NOW);
    expect([...result.vendors.keys()].sort()).toEqual(['garnet.example', 'iris.example']);
    const { dns, pages } = result.vendors.get('garnet.example') ?? {};
    expect([dns, pages?.lastSeen]).toEqual([undefined, '2026-10-06T00:00:00.000Z']);
    expect(Object.keys(result.vendors.get('iris.example') ?? {})).toEqual(['dns']);
    expect(result.records).toBeGreaterThan(result.assigned);
    expect(result.notFollowed).toBe(0);
  });
});

describe('detectFile on a large file', () => {
  /** `npm run trial -- properties` detects 5,000. */
  const VENDORS = Number(process.env.DETECTED_VENDORS ?? 1000);

  /** Fifty records per vendor, in dnsx format. */
  function* answers(): Generator<string> {
    const timestamp = '2026-10-01T15:57:15.406335056+08:00';
    for (let vendor = 0; vendor < VENDORS; vendor += 1) {
      const host = `vendor${vendor}.example`;
      let lines = `${JSON.stringify({
        host,
        a: ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
        aaaa: ['2001:db8::1'],
        mx: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com', 'mx.unknown.example'],
        ns: ['a.ns.cloudflare.com', 'b.ns.cloudflare.com', 'ns1.unknown.example'],
        txt: [`v=spf1 include:spf.${host} include:sendgrid.net ~all`, `MS=ms${vendor}`, 'google-site-verification=abc', 'unknown=1'],
        caa: ['letsencrypt.org', 'digicert.com'],
        soa: [{ name: host, ns: 'a.ns.cloudflare.com', mailbox: 'dns.cloudflare.com' }],
        timestamp,
      })}\n`;
      lines += `spf.${host}. 300 IN TXT "v=spf1 include:_spf${vendor % 10}.shared.example -all"\n`;
      for (let sub = 0; sub < 16; sub += 1) {
        lines += `${JSON.stringify({ host: `h${sub}.${host}`, cname: [`h${sub}.edge.${host}`, `d${vendor}x${sub}.cloudfront.net`], timestamp })}\n`;
      }
      yield lines;
    }
    yield '_spf3.shared.example. 300 IN TXT "v=spf1 include:mailgun.org -all"\n';
  }

  it('detects the fourth parties of every vendor, in a time that grows no faster than the file', async () => {
    const domains = Array.from({ length: VENDORS }, (_, vendor) => `vendor${vendor}.example`);
    const before = process.cpuUsage();
    const result = await detectFile(Readable.from(answers()), domains, catalogue, NOW);
    const { user, system } = process.cpuUsage(before);

    expect(result).toMatchObject({ records: VENDORS * 50 + 1, rejected: 0, notFollowed: 0 });
    expect(result.vendors.size).toBe(VENDORS);
    const parties = (vendor: number): string[] | undefined =>
      result.vendors.get(`vendor${vendor}.example`)?.dns?.relationships.map((one) => one.fourthPartyDomain);
    const common = ['aws.amazon.com', 'cloudflare.com', 'digicert.com', 'google.com', 'letsencrypt.org', 'microsoft.com', 'sendgrid.com'];
    expect(parties(4)).toEqual(common);
    expect(parties(VENDORS - 7)).toEqual([...common, 'mailgun.com'].sort());
    // CPU time, as wall-clock time depends on the load of the machine: 6 ms for the 50 records of a vendor.
    expect((user + system) / 1000).toBeLessThan(6 * VENDORS);
  });
});
