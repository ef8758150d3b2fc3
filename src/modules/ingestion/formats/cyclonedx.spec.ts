import { drafts, fixture, gone, read, rejections } from './read-records.fixture';
import { cyclonedx } from './cyclonedx';

describe('cyclonedx', () => {
  it('reads one finding a vulnerability and component', async () => {
    const found = drafts(await read(cyclonedx, fixture('cyclonedx.json')));
    expect(found.map(({ title }) => title)).toEqual([
      'CVE-2020-20001 in pkg:maven/example/jackson@2.9.4',
      'CVE-2020-20001 in core 1',
      'GHSA-gggg-hhhh-jjjj in left-pad 1.0.0',
      'CVE-2022-20003 in pkg:npm/other@2',
    ]);
    expect(found[0]).toMatchObject({
      severity: 'OBSERVATION_SEVERITY_CRITICAL',
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      cveIds: ['CVE-2020-20001'],
      cweIds: ['CWE-502'],
      cvssScores: [{ baseScore: 9.8 }, { version: 'CVSS_SCORE_VERSION_V2_0', baseScore: 7.5 }],
      references: ['https://nvd.example/CVE-2020-20001', 'https://lib.example/advisory-1'],
      tags: ['exploitable', 'update'],
      remediation: 'Upgrade to 2.9.5.',
      lastSeen: '2024-05-01T10:00:00.000Z',
    });
    expect(found[2]).toMatchObject({
      cveIds: ['CVE-2021-20002'],
      severity: 'OBSERVATION_SEVERITY_MEDIUM',
      confidence: 'OBSERVATION_CONFIDENCE_POSSIBLE',
    });
    expect(found[3]).toMatchObject({ severity: 'OBSERVATION_SEVERITY_INFO' });
  });

  it('reports what the analysis or the versions rule out as gone', async () => {
    const records = await read(cyclonedx, fixture('cyclonedx.json'));
    expect(gone(records)).toEqual([
      ['CVE-2022-20004 left-pad 1.0.0', 'No longer a vulnerability, says its source (not_affected)'],
      ['CVE-2022-20005 left-pad 1.0.0', 'Not affected, says its source (versions)'],
    ]);
    expect(rejections(records).map((reason) => reason.replace(/^\d+: /, ''))).toEqual([
      'vulnerabilities[5]: ratings: "grim" is not a severity of CycloneDX',
      'vulnerabilities[6]: no id: not a CycloneDX vulnerability',
    ]);
  });

  it('reads 1.4 to 1.6 and no other version', async () => {
    const bom = (version: string) => JSON.stringify({ bomFormat: 'CycloneDX', specVersion: version, components: [] });
    for (const version of ['1.4', '1.5', '1.6']) expect(await read(cyclonedx, bom(version))).toEqual([]);
    await expect(read(cyclonedx, bom('1.3'))).rejects.toThrow('1.4 to 1.6');
    await expect(read(cyclonedx, '{"spdxVersion":"SPDX-2.3"}')).rejects.toThrow('not a report of cyclonedx');
  });
});
