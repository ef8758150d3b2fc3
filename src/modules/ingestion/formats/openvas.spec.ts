import { drafts, fixture, gone, read, rejections } from './read-records.fixture';
import { openvas } from './openvas';

describe('openvas', () => {
  it('reads results from XML', async () => {
    const found = drafts(await read(openvas, fixture('openvas.xml')));
    expect(found[0]).toMatchObject({
      hosts: ['www.acme.example', '203.0.113.50'],
      title: 'Web server directory traversal',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      severity: 'OBSERVATION_SEVERITY_HIGH',
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      asset: { ipPort: { address: '203.0.113.50', port: 443, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
      cveIds: ['CVE-2021-20021', 'CVE-2021-20022'],
      cvssScores: [{ version: 'CVSS_SCORE_VERSION_V3_1', baseScore: 7.5 }],
      references: ['https://docs.example/r1'],
      evidence: ['The file /etc/passwd was read.'],
      remediation: 'Update it.',
      lastSeen: '2024-05-01T10:00:00.000Z',
    });
    expect(found[3]).toMatchObject({
      hosts: ['203.0.113.51'],
      severity: 'OBSERVATION_SEVERITY_INFO',
      confidence: 'OBSERVATION_CONFIDENCE_POSSIBLE',
      asset: { ipPort: { port: 0 } },
    });
  });

  it('identifies the same results in XML and CSV', async () => {
    const of = async (file: string) =>
      drafts(await read(openvas, fixture(file))).map(({ asset, observationType, source, cveIds, severity, title }) => ({
        asset,
        observationType,
        source,
        cveIds,
        severity,
        title,
      }));
    const found = await of('openvas.xml');
    expect(found.map(({ source }) => source.externalId?.replace('1.3.6.1.4.1.25623.1', ''))).toEqual([
      '.0.900001',
      '.0.900002',
      '.0.900002 #2',
      '.0.105937',
    ]);
    expect(await of('openvas.csv')).toEqual(found);
  });

  it.each(['openvas.xml', 'openvas.csv'])('reports false positives of %s as gone and rejects what is no result', async (file) => {
    const records = await read(openvas, fixture(file));
    expect(gone(records)).toEqual([['1.3.6.1.4.1.25623.1.0.900005', 'A false positive, says its source']]);
    expect(rejections(records).map((reason) => reason.replace(/^\d+: /, ''))).toEqual([
      'threat: "dire" is not a severity of OpenVAS',
      'no NVT or no name: not a result of OpenVAS',
    ]);
  });

  it('rejects a row of another width and refuses another table', async () => {
    const header = fixture('openvas.csv').toString().split('\n', 1)[0] ?? '';
    expect(rejections(await read(openvas, `${header}\na,b\n`))).toEqual(['2: the row has 2 cells, the header 26']);
    await expect(read(openvas, 'a,b\n1,2\n')).rejects.toThrow('The column "ip" is missing');
  });
});
