import { drafts, fixture, gone, read, rejections } from './read-records.fixture';
import { riskrecon } from './riskrecon';

describe('riskrecon', () => {
  it('reads findings under `findings` and in an array', async () => {
    const found = drafts(await read(riskrecon, fixture('riskrecon.json')));
    expect(found.map(({ source, severity }) => [source.externalId, severity.slice(21)])).toEqual([
      ['rr-1', 'MEDIUM'],
      ['rr-2', 'MEDIUM'],
      ['rr-3', 'CRITICAL'],
      ['rr-4', 'HIGH'],
    ]);
    expect(found[2]).toMatchObject({
      hosts: ['www.acme.example', 'acme.example', '203.0.113.60'],
      title: 'Unpatched web server',
      observationType: 'patching_web_server',
      category: 'OBSERVATION_CATEGORY_PATCHING_CADENCE',
      asset: { ipPort: { address: '203.0.113.60', port: 0 } },
      cveIds: ['CVE-2021-23017'],
      firstSeen: '2023-03-17T00:34:24.000Z',
      lastSeen: '2024-05-01T12:18:45.000Z',
    });
    const { findings } = JSON.parse(fixture('riskrecon.json').toString()) as { findings: unknown[] };
    expect(drafts(await read(riskrecon, JSON.stringify(findings)))).toEqual(found);
  });

  it('reports passed checks and false positives as gone', async () => {
    const records = await read(riskrecon, fixture('riskrecon.json'));
    expect(gone(records).map(([id]) => id)).toEqual(['rr-5', 'rr-6']);
    expect(rejections(records).map((reason) => reason.replace(/^\d+: /, ''))).toEqual([
      'findings[6]: severity: "awful" is not a severity of RiskRecon',
      'findings[7]: no finding_id or no finding: not a finding of RiskRecon',
    ]);
  });
});
