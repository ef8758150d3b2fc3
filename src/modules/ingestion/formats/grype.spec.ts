import { drafts, fixture, named, read, rejections } from './read-records.fixture';
import { grype } from './grype';

describe('grype', () => {
  it('reads a match with its related vulnerability', async () => {
    const [draft] = drafts(await read(grype, fixture('grype.json')));
    expect(draft).toEqual({
      hosts: [],
      title: 'GHSA-aaaa-bbbb-cccc in serve-files 2.0.0',
      description: 'A crafted path escapes the folder.',
      observationType: 'vulnerable_package',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      severity: 'OBSERVATION_SEVERITY_MEDIUM',
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      cveIds: ['CVE-2024-11111'],
      cweIds: ['CWE-22'],
      cvssScores: [
        {
          version: 'CVSS_SCORE_VERSION_V4_0',
          baseScore: 6.9,
          baseSeverity: 'CVSS_SCORE_SEVERITY_MEDIUM',
          cvssVector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N',
          scoreSource: 'security-advisories@github.com',
        },
        {
          version: 'CVSS_SCORE_VERSION_V3_1',
          baseScore: 5.3,
          baseSeverity: 'CVSS_SCORE_SEVERITY_MEDIUM',
          cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
          exploitabilityScore: 3.9,
          impactScore: 1.4,
          scoreSource: 'nvd:cpe',
        },
      ],
      epss: { score: 0.002, percentile: 0.41 },
      references: [
        'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
        'https://nvd.example/CVE-2024-11111',
        'https://lib.example/a-1',
        'https://lib.example/advisory',
      ],
      tags: ['npm', 'javascript', 'github:language:javascript'],
      evidence: [
        'Package: serve-files 2.0.0',
        'pkg:npm/serve-files@2.0.0',
        'Location: /app/package-lock.json',
        'Matched by javascript-matcher: version <2.0.1 (semantic)',
      ],
      remediation: 'Upgrade serve-files from 2.0.0 to 2.0.1 or 1.9.9.',
      source: { name: 'grype', externalId: 'GHSA-aaaa-bbbb-cccc pkg:npm/serve-files@2.0.0 /app/package-lock.json' },
    });
  });

  it('takes the severity from the tool, then from the score, and reports a missing fix', async () => {
    const [, negligible, unknown] = drafts(await read(grype, fixture('grype.json')));
    expect(negligible).toMatchObject({
      cveIds: ['CVE-2019-1010022'],
      severity: 'OBSERVATION_SEVERITY_INFO',
      confidence: 'OBSERVATION_CONFIDENCE_POSSIBLE',
      remediation: 'The maintainer has decided not to fix this in libc6.',
    });
    expect(unknown).toMatchObject({ severity: 'OBSERVATION_SEVERITY_CRITICAL', remediation: 'No fixed version of tool is known.' });
  });

  it('rejects matches without a vulnerability or a package, and skips ignored ones', async () => {
    const records = await read(grype, fixture('grype.json'));
    expect(drafts(records)).toHaveLength(3);
    expect(rejections(records).map((reason) => reason.replace(/^\d+/, 'n'))).toEqual([
      'n: matches[3]: no vulnerability.id: not a grype match',
      'n: matches[4]: no artifact.name: the package is unknown',
    ]);
  });

  it('rejects a severity that grype does not know, and still identifies the finding', async () => {
    const match = { vulnerability: { id: 'CVE-2022-0003', severity: 'Hihg' }, artifact: { name: 'a' } };
    const records = await read(grype, JSON.stringify({ matches: [match] }));
    expect(rejections(records)).toEqual(['1: matches[0]: severity: "hihg" is not a grype severity']);
    expect(named(records)).toEqual(['CVE-2022-0003 in a']);
  });

  it.each([
    [{ target: 'https://shop.acme.example/app' }, ['shop.acme.example']],
    [{ target: 'shop.acme.example' }, ['shop.acme.example']],
    [{ target: { userInput: 'registry.acme.example/app:1' } }, []],
    [{ target: '/srv/app' }, []],
  ])('takes the host from a preceding source %j', async (source, hosts) => {
    const match = { vulnerability: { id: 'CVE-2022-0003', severity: 'Low' }, artifact: { name: 'a' } };
    const file = JSON.stringify({ descriptor: { timestamp: '2024-05-02T01:00:00+01:00' }, source, matches: [match] });
    expect(drafts(await read(grype, file))[0]).toMatchObject({ hosts, lastSeen: '2024-05-02T00:00:00.000Z' });
  });

  it('distinguishes an empty report from another file', async () => {
    expect(await read(grype, '{"matches":[]}')).toEqual([]);
    expect(await read(grype, '{"matches":null}')).toEqual([]);
    await expect(read(grype, '{"vulnerabilities":[]}')).rejects.toThrow('not a grype report');
    await expect(read(grype, '[]')).rejects.toThrow('not a grype report');
  });
});
