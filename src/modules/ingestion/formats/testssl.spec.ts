import { drafts, fixture, gone, named, read, rejections } from './read-records.fixture';
import { testssl } from './testssl';

describe('testssl', () => {
  it('reads checks from JSON and CSV', async () => {
    const found = drafts(await read(testssl, fixture('testssl.json')));
    expect(found.map(({ title, severity }) => [title, severity.slice(21)])).toEqual([
      ['testssl: service', 'INFO'],
      ['testssl: TLS1', 'LOW'],
      ['testssl: cipherlist_3DES_IDEA', 'MEDIUM'],
      ['testssl: heartbleed', 'CRITICAL'],
      ['testssl: SWEET32', 'LOW'],
      ['testssl: cert_expirationStatus <hostCert#1>', 'HIGH'],
      ['testssl: cert_expirationStatus <hostCert#2>', 'HIGH'],
      ['testssl: cookie_secure', 'MEDIUM'],
    ]);
    expect(found[3]).toMatchObject({
      hosts: ['www.acme.example', '203.0.113.30'],
      observationType: 'testssl_heartbleed',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      asset: { ipPort: { address: '203.0.113.30', port: 443, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
      cveIds: ['CVE-2014-0160'],
      cweIds: ['CWE-119'],
      source: { name: 'testssl', externalId: 'heartbleed' },
    });
    expect(found[4]?.cveIds).toEqual(['CVE-2016-2183', 'CVE-2016-6329']);
    expect(found[5]?.observationType).toBe('testssl_cert_expirationstatus');
    expect(found.at(-1)?.category).toBe('OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY');
    expect(drafts(await read(testssl, fixture('testssl.csv')))).toEqual(found);
  });

  it('reports passed checks as gone, leaves untold ones as they are, and skips the rating', async () => {
    const records = await read(testssl, fixture('testssl.json'));
    expect(gone(records).map(([id]) => id)).toEqual(['SSLv3', 'heartbleed']);
    expect(named(records)).toEqual(['testssl: ticketbleed', 'testssl: DROWN']);
    expect(records.filter((record) => 'skipped' in record)).toHaveLength(2);
    expect(rejections(records).map((reason) => reason.replace(/^\d+: /, ''))).toEqual([
      '[12]: severity: "DIRE" is not a severity of testssl',
      '[13]: no id or no severity: not a check of testssl',
    ]);
  });

  it('reads the pretty report', async () => {
    const tls = { id: 'TLS1', severity: 'LOW', finding: 'offered (deprecated)' };
    const host = {
      targetHost: 'www.acme.example',
      ip: '203.0.113.30',
      port: '443',
      protocols: [tls],
      vulnerabilities: [{ id: 'ROBOT', severity: 'OK' }],
    };
    const records = await read(
      testssl,
      JSON.stringify({ Invocation: 'testssl', startTime: '1714564800', scanResult: [host], scanTime: 70 }),
    );
    expect(drafts(records)).toMatchObject([
      { hosts: ['www.acme.example', '203.0.113.30'], source: { externalId: 'TLS1' }, lastSeen: '2024-05-01T12:00:00.000Z' },
    ]);
    expect(gone(records).map(([id]) => id)).toEqual(['ROBOT']);
  });
});
