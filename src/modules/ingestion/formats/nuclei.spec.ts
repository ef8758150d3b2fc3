import { drafts, fixture, read, rejections } from './read-records.fixture';
import { nuclei } from './nuclei';

const RESULT = { 'template-id': 'x', info: { name: 'X', severity: 'low' }, host: 'https://www.acme.example', type: 'http' };

async function only(change: Record<string, unknown>) {
  return drafts(await read(nuclei, JSON.stringify({ ...RESULT, ...change })))[0];
}

describe('nuclei', () => {
  it('reads a vulnerability with its template', async () => {
    const [draft] = drafts(await read(nuclei, fixture('nuclei.json')));
    expect(draft).toEqual({
      hosts: ['www.acme.example', '203.0.113.20'],
      title: 'Apache 2.4.49 - Path Traversal',
      description: 'A path traversal lets anybody read files outside the document root.\n\nImpact: Files can be read.',
      observationType: 'cve_2021_41773',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      severity: 'OBSERVATION_SEVERITY_HIGH',
      asset: { url: { url: 'https://www.acme.example:8443/icons/.%2e/etc/passwd' } },
      cveIds: ['CVE-2021-41773'],
      cweIds: ['CWE-22'],
      cvssScores: [
        {
          version: 'CVSS_SCORE_VERSION_V3_1',
          baseScore: 7.5,
          baseSeverity: 'CVSS_SCORE_SEVERITY_HIGH',
          cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
          scoreSource: 'nuclei',
        },
      ],
      epss: { score: 0.97, percentile: 0.999 },
      references: ['https://httpd.example/security', 'https://templates.example/CVE-2021-41773'],
      tags: ['cve', 'cve2021', 'lfi', 'apache'],
      evidence: [
        'Matched at: https://www.acme.example:8443/icons/.%2e/etc/passwd',
        'Matcher: lfi',
        'Command: curl https://www.acme.example:8443/icons/.%2e/etc/passwd',
        'Request:\nGET /icons/.%2e/etc/passwd HTTP/1.1\r\nHost: www.acme.example',
        'Response:\nHTTP/1.1 200 OK\r\n\r\nroot:x:0:0',
      ],
      remediation: 'Upgrade to 2.4.51.',
      source: { name: 'nuclei', externalId: 'CVE-2021-41773:lfi' },
      firstSeen: '2024-02-03T03:05:06.789Z',
      lastSeen: '2024-02-03T03:05:06.789Z',
    });
  });

  it('reads the assets of DNS and network results', async () => {
    const [, caa, tls] = drafts(await read(nuclei, fixture('nuclei.json')));
    expect(caa).toMatchObject({
      category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
      asset: { dns: { recordType: 'ASSET_DNS_TYPE_CAA', domain: 'acme.example' } },
      tags: ['dns', 'caa'],
      evidence: expect.arrayContaining(['Extracted: 0 issue "ca.example"']),
    });
    expect(tls).toMatchObject({
      category: 'OBSERVATION_CATEGORY_ENCRYPTION',
      severity: 'OBSERVATION_SEVERITY_INFO',
      asset: { ipPort: { address: '2001:db8::25', port: 993, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
    });
  });

  it('rejects invalid results, and skips templates that did not match', async () => {
    const records = await read(nuclei, fixture('nuclei.json'));
    expect(drafts(records)).toHaveLength(3);
    expect(rejections(records)).toEqual([
      '61: [4]: no template-id: not a nuclei result',
      '62: [5]: not a JSON object',
      '63: [6]: info.severity: "catastrophic" is not a nuclei severity',
    ]);
  });

  it('reads the same from lines, one array, and concatenated results', async () => {
    const results = JSON.parse(fixture('nuclei.json').toString()) as unknown[];
    const wanted = drafts(await read(nuclei, fixture('nuclei.json')));
    const good = results.slice(0, 4);
    expect(drafts(await read(nuclei, good.map((result) => JSON.stringify(result)).join('\n')))).toEqual(wanted);
    expect(drafts(await read(nuclei, JSON.stringify(good)))).toEqual(wanted);
    expect(drafts(await read(nuclei, good.map((result) => JSON.stringify(result, null, 2)).join('\n')))).toEqual(wanted);
    expect(drafts(await read(nuclei, JSON.stringify(good[0])))).toEqual(wanted.slice(0, 1));
  });

  it('continues after a truncated line, even the first', async () => {
    const records = await read(
      nuclei,
      `{"template-id": "x", "info": {"name": "cut\n${JSON.stringify(RESULT)}\n{"template-id"\n${JSON.stringify(RESULT)}`,
    );
    expect(drafts(records)).toHaveLength(2);
    expect(rejections(records).map((reason) => reason.slice(0, 17))).toEqual(['1: not valid JSON', '3: not valid JSON']);
  });

  it('reads an empty array as no findings', async () => {
    expect(await read(nuclei, '[]')).toEqual([]);
  });

  it.each([
    [['cve', 'panel'], 'http', 'VULNERABILITY'],
    [['dmarc', 'dns'], 'dns', 'EMAIL_SECURITY'],
    [['exposure', 'config'], 'http', 'DATA_LEAK'],
    [['aws', 'misconfig'], 'http', 'CLOUD_MISCONFIGURATION'],
    [['panel'], 'http', 'ATTACK_SURFACE_EXPOSURE'],
    [['takeover'], 'http', 'DNS_HEALTH'],
    [['c2'], 'tcp', 'MALWARE_INFECTION'],
    [['redis'], 'tcp', 'NETWORK_SECURITY'],
    [['xss'], 'http', 'WEB_APPLICATION_SECURITY'],
    [[], 'constructor', 'WEB_APPLICATION_SECURITY'],
  ])('maps tags %j of a %s probe to %s', async (tags, type, category) => {
    expect((await only({ type, info: { ...RESULT.info, tags } }))?.category).toBe(`OBSERVATION_CATEGORY_${category}`);
  });

  it('takes the severity from the score when the template does not know it', async () => {
    const info = { name: 'X', severity: 'unknown', classification: { 'cvss-score': 9.8 } };
    expect(await only({ info })).toMatchObject({ severity: 'OBSERVATION_SEVERITY_CRITICAL', cvssScores: [] });
  });

  it('takes a CVE from the template id and references from one text', async () => {
    const info = { ...RESULT.info, reference: '- https://a.example/1\n- https://a.example/2' };
    expect(await only({ 'template-id': 'CVE-2020-1234', info })).toMatchObject({
      cveIds: ['CVE-2020-1234'],
      references: ['https://a.example/1', 'https://a.example/2'],
    });
  });
});
