import { drafts, fixture, named, read, rejections } from './read-records.fixture';
import { nessus } from './nessus';

describe('nessus', () => {
  it('reads items with their host', async () => {
    const found = drafts(await read(nessus, fixture('nessus.nessus')));
    expect(found[0]).toMatchObject({
      hosts: ['www.acme.example', '203.0.113.40'],
      title: 'Web server: crafted request runs code',
      description: 'The web server is affected.\n\nA crafted request runs code.',
      observationType: 'nessus_900001',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      severity: 'OBSERVATION_SEVERITY_CRITICAL',
      asset: { ipPort: { address: '203.0.113.40', port: 443, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
      cveIds: ['CVE-2021-20011', 'CVE-2021-20012'],
      cweIds: ['CWE-787'],
      cvssScores: [
        { version: 'CVSS_SCORE_VERSION_V3_0', baseScore: 9.8 },
        { version: 'CVSS_SCORE_VERSION_V2_0', baseScore: 7.5, cvssVector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' },
      ],
      references: ['https://lib.example/a', 'https://lib.example/b'],
      tags: ['Web Servers', 'High', 'IAVA:2021-A-1'],
      evidence: ['Service: www on port 443', 'Installed version : 1.2.0'],
      remediation: 'Upgrade to 1.2.3.',
      lastSeen: '2024-05-01T12:01:40.000Z',
    });
    expect(found.map(({ source, severity }) => [source.externalId, severity.slice(21)])).toEqual([
      ['900001', 'CRITICAL'],
      ['51192', 'MEDIUM'],
      ['51192 #2', 'MEDIUM'],
      ['51192', 'MEDIUM'],
      ['10287', 'INFO'],
      ['10263', 'LOW'],
    ]);
    expect(found[1]?.category).toBe('OBSERVATION_CATEGORY_ENCRYPTION');
    expect(found[4]?.asset).toEqual({ ipPort: { address: '203.0.113.40', port: 0, protocol: 'ASSET_IP_PORT_PROTOCOL_UDP' } });
    expect(found[5]).toMatchObject({ hosts: ['mail.acme.example'], category: 'OBSERVATION_CATEGORY_EMAIL_SECURITY' });
    expect(found[5]).not.toHaveProperty('asset');
  });

  it('rejects unknown severities and nameless items', async () => {
    const records = await read(nessus, fixture('nessus.nessus'));
    expect(named(records)).toEqual(['SSH Server Type and Version Information']);
    expect(rejections(records).map((reason) => reason.replace(/^\d+: /, ''))).toEqual([
      'severity: "7" is not 0 to 4',
      'no pluginID or no pluginName: not an item of Nessus',
    ]);
  });

  it('rejects an item that is too large and reads the next one', async () => {
    const item = (id: string, text: string) =>
      `<ReportItem pluginID="${id}" pluginName="a" severity="1"><x>${text}</x><x>${text}</x></ReportItem>`;
    const file = `<NessusClientData_v2>${item('1', 'x'.repeat(5_000_000))}${item('2', 'y')}</NessusClientData_v2>`;
    const records = await read(nessus, file, [65_536]);
    expect(rejections(records)).toEqual(['1: ReportItem: larger than 8388608 characters']);
    expect(drafts(records).map(({ source }) => source.externalId)).toEqual(['2']);
  });
});
