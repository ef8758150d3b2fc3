import { drafts, fixture, named, read, rejections } from './read-records.fixture';
import { jsonl } from './jsonl';

const LEAST = { title: 't', observationType: 'x', category: 'ENCRYPTION', severity: 'LOW' };

async function reasonFor(change: Record<string, unknown>): Promise<string | undefined> {
  return rejections(await read(jsonl, JSON.stringify({ ...LEAST, ...change })))[0];
}

describe('jsonl', () => {
  it('reads every field of an observation', async () => {
    const [draft] = drafts(await read(jsonl, fixture('observations.jsonl')));
    expect(draft).toEqual({
      hosts: ['shop.acme.example'],
      title: 'TLS 1.0 is accepted',
      description: 'The server completes a handshake with an outdated protocol.',
      observationType: 'tls_weak_protocol',
      category: 'OBSERVATION_CATEGORY_ENCRYPTION',
      severity: 'OBSERVATION_SEVERITY_MEDIUM',
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      asset: { ipPort: { address: '203.0.113.10', port: 443, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
      cveIds: [],
      cweIds: ['CWE-326'],
      cvssScores: [],
      references: ['https://docs.example/tls'],
      tags: ['tls'],
      evidence: ['ServerHello offers TLS 1.0'],
      remediation: 'Offer TLS 1.2 or newer only.',
      source: { name: 'edge-scan', externalId: 'tls-17' },
      firstSeen: '2024-03-01T06:00:00.000Z',
      lastSeen: '2024-03-05T10:15:30.123Z',
    });
  });

  it('reads scores of several versions, and the vendor', async () => {
    const [, rce, breach, dmarc] = drafts(await read(jsonl, fixture('observations.jsonl')));
    expect(rce).toMatchObject({
      hosts: ['app.acme.example', 'acme.example'],
      cveIds: ['CVE-2017-5638'],
      cvssScores: [
        { version: 'CVSS_SCORE_VERSION_V3_0', baseSeverity: 'CVSS_SCORE_SEVERITY_CRITICAL', scoreSource: 'nvd' },
        {
          version: 'CVSS_SCORE_VERSION_V2_0',
          baseSeverity: 'CVSS_SCORE_SEVERITY_HIGH',
          cvssVector: 'AV:N/AC:L/Au:N/C:C/I:C/A:C',
          scoreSource: 'jsonl',
        },
      ],
      epss: { score: 0.94, percentile: 0.999 },
      source: { name: 'jsonl' },
    });
    expect(breach).toMatchObject({
      hosts: ['acme.example'],
      asset: { credentials: { breachName: 'Forum 2023', exposedAt: '2023-05-01T00:00:00.000Z' } },
    });
    expect(dmarc).toMatchObject({
      hosts: ['acme.example'],
      asset: { dns: { recordType: 'ASSET_DNS_TYPE_TXT', domain: '_dmarc.acme.example' } },
    });
    expect(dmarc).not.toHaveProperty('description');
  });

  it('rejects invalid lines by number and continues', async () => {
    const records = await read(jsonl, fixture('observations.jsonl'));
    expect(rejections(records)).toEqual(['6: unknown field "sevrity"', expect.stringMatching(/^7: not valid JSON: /)]);
    expect(drafts(records).at(-1)).toMatchObject({ observationType: 'still_read' });
  });

  it.each([
    [{ title: undefined }, 'title is required'],
    [{ title: 7 }, 'title is not text'],
    [{ severity: 'SEVERE' }, 'severity: "SEVERE" is not one of INFO, LOW, MEDIUM, HIGH, CRITICAL'],
    [{ severity: 'OBSERVATION_SEVERITY_UNSPECIFIED' }, 'severity is required'],
    [{ category: 'constructor' }, 'category: "constructor" is not one of'],
    [{ observationType: '!!!' }, 'no observation type'],
    [{ asset: {} }, 'asset must have exactly one of'],
    [{ asset: { url: { url: 'https://a.example' }, dns: { recordType: 'A', domain: 'a.example' } } }, 'asset must have exactly one of'],
    [{ asset: { url: { url: 'not a url' } } }, 'asset.url.url: "not a url" is not an http or https URL'],
    [{ asset: { ipPort: { address: '1.2.3', port: 1, protocol: 'TCP' } } }, 'asset.ipPort.address: "1.2.3" is not an IP address'],
    [{ asset: { ipPort: { address: '1.2.3.4', port: 65536, protocol: 'TCP' } } }, 'asset.ipPort.port: "65536" is not a port'],
    [{ asset: { ipPort: { address: '1.2.3.4', port: 1, protocol: 'TCP', host: 'x' } } }, 'unknown field "asset.ipPort.host"'],
    [{ cveIds: ['CVE-1'] }, 'cveIds: "CVE-1" is not a CVE id'],
    [{ cveIds: 'CVE-2021-44228' }, 'cveIds is not a list'],
    [{ cvssScores: [{ baseScore: 11, version: '3.1' }] }, 'cvssScores[0] needs a baseScore from 0 to 10'],
    [{ cvssScores: [{ baseScore: 1, version: '3.1', extra: 1 }] }, 'unknown field "cvssScores[0].extra"'],
    [
      { asset: { url: { url: 'javascript://a.example/%0aalert(1)' } } },
      'asset.url.url: "javascript://a.example/%0aalert(1)" is not an http',
    ],
    [{ asset: { url: { url: 'ftp://a.example/x' } } }, 'asset.url.url: "ftp://a.example/x" is not an http or https URL'],
    [{ host: 'not a host' }, 'host: "not a host" is not a host name or address'],
    [{ lastSeen: 'yesterday' }, 'lastSeen: "yesterday" is not an RFC 3339 time'],
    [{ firstSeen: '2024-01-02T00:00:00Z', lastSeen: '2024-01-01T00:00:00Z' }, 'lastSeen is before firstSeen'],
    [{ epss: { score: 2, percentile: 0 } }, 'epss needs a score and a percentile from 0 to 1'],
    [{ source: { name: 'a\0b' } }, 'the source name contains characters that cannot be stored'],
  ])('refuses %j', async (change, reason) => {
    expect(await reasonFor(change)).toContain(`1: ${reason}`);
  });

  it('drops unusable references, and accepts the record', async () => {
    const references = ['javascript:alert(1)', 'https://docs.example/tls', 'nonsense'];
    const [draft] = drafts(await read(jsonl, JSON.stringify({ ...LEAST, references })));
    expect(draft?.references).toEqual(['https://docs.example/tls']);
  });

  it.each([{ severity: 'SEVERE' }, { category: 'x' }, { lastSeen: 'yesterday' }, { cweIds: ['x'] }, { cvssScores: [{}] }, { tags: [1] }])(
    'identifies the finding of a record rejected for %j',
    async (change) => {
      const records = await read(jsonl, JSON.stringify({ ...LEAST, ...change }));
      expect(rejections(records)).toHaveLength(1);
      expect(named(records)).toEqual(['t']);
    },
  );

  it.each([{ title: 7 }, { assett: {} }, { asset: {} }, { cveIds: ['CVE-1'] }, { host: 'not a host' }])(
    'identifies only the source of a record rejected for %j',
    async (change) => {
      const records = await read(jsonl, JSON.stringify({ ...LEAST, source: { name: 'scanner' }, ...change }));
      expect(named(records)).toEqual([]);
      expect(records).toEqual([{ line: 1, rejected: expect.any(String), source: 'scanner' }]);
    },
  );

  it('does not take the default source for a record whose unknown field may be a misspelt source', async () => {
    const records = await read(jsonl, JSON.stringify({ ...LEAST, sorce: { name: 'scanner' } }));
    expect(records).toEqual([{ line: 1, rejected: 'unknown field "sorce"', source: undefined }]);
  });

  it('normalizes IPv6 addresses', async () => {
    const asset = { ipPort: { address: '2001:DB8:0:0:0:0:0:1', port: 443, protocol: 'TCP' } };
    const [draft] = drafts(await read(jsonl, JSON.stringify({ ...LEAST, host: '[2001:0db8::0001]:443', asset })));
    expect(draft).toMatchObject({ hosts: ['2001:db8::1'], asset: { ipPort: { address: '2001:db8::1' } } });
  });

  it('refuses a member called __proto__ like any other unknown field', async () => {
    const records = await read(jsonl, '{"__proto__":{"title":"t"},"title":"t"}');
    expect(rejections(records)).toEqual(['1: unknown field "__proto__"']);
  });

  it('truncates long texts and lists', async () => {
    const long = 'x'.repeat(20_000);
    const lists = { tags: Array.from({ length: 99 }, (_, i) => `t${i}`), evidence: Array.from({ length: 99 }, (_, i) => `${i}${long}`) };
    const [draft] = drafts(
      await read(jsonl, JSON.stringify({ ...LEAST, ...lists, title: long, description: `${long}\0`, observationType: long })),
    );
    expect(draft?.title).toHaveLength(500);
    expect(draft?.description).toHaveLength(8000);
    expect(draft?.observationType).toHaveLength(100);
    expect(draft?.tags).toHaveLength(50);
    expect(draft?.evidence.map((item) => item.length)).toEqual(Array<number>(20).fill(2000));
  });

  it('takes the vendor from vendorDomain first', async () => {
    const file = JSON.stringify({ ...LEAST, vendorDomain: 'acme.example', host: 'cdn.other.example', subjectDomain: 'shop.acme.example' });
    expect(drafts(await read(jsonl, file))[0]?.hosts).toEqual(['shop.acme.example', 'acme.example']);
  });
});
