import { drafts, fixture, gone, named, read, rejections } from './read-records.fixture';
import { zap } from './zap';

describe('zap', () => {
  it('reads one finding an instance, the same from JSON and XML', async () => {
    const found = drafts(await read(zap, fixture('zap.json')));
    expect(found.map(({ source, severity }) => [source.externalId, severity.slice(21)])).toEqual([
      ['10038-1 GET', 'MEDIUM'],
      ['10038-1 GET', 'MEDIUM'],
      ['40012 GET q', 'HIGH'],
      ['40012 GET page', 'HIGH'],
      ['40012 POST q', 'HIGH'],
      ['40012 GET q #2', 'HIGH'],
      ['10096', 'INFO'],
    ]);
    expect(found[0]).toMatchObject({
      hosts: ['www.acme.example'],
      title: 'Content Security Policy (CSP) Header Not Set',
      description: 'The header is missing.\nScripts run.',
      observationType: 'zap_10038_1',
      confidence: 'OBSERVATION_CONFIDENCE_LIKELY',
      asset: { url: { url: 'https://www.acme.example/search' } },
      cweIds: ['CWE-693'],
      references: ['https://docs.example/csp', 'https://docs.example/csp2'],
      tags: ['OWASP_2021_A05'],
      remediation: 'Set the header.',
      lastSeen: '2024-05-01T10:00:00.000Z',
    });
    expect(found[6]).toMatchObject({ cweIds: [], asset: { url: { url: 'https://www.acme.example' } } });
    expect(drafts(await read(zap, fixture('zap.xml')))).toEqual(found);
  });

  it('reports false positives as gone and rejects unknown risks', async () => {
    const records = await read(zap, fixture('zap.json'));
    expect(gone(records)).toEqual([['10010 GET sid', 'A false positive, says its source (confidence 0)']]);
    expect(named(records)).toEqual(['Odd']);
    expect(rejections(records).map((reason) => reason.replace(/^\d+: /, ''))).toEqual([
      'site[0].alerts[4]: riskcode: "9" is not 0 to 3',
      'site[0].alerts[5]: no pluginid or no name: not an alert of ZAP',
    ]);
    await expect(read(zap, '<nmaprun/>')).rejects.toThrow('its root is "nmaprun"');
  });
});
