import { drafts, fixture, gone, named, read, rejections } from './read-records.fixture';
import { trivy } from './trivy';

describe('trivy', () => {
  it('reads vulnerabilities, misconfigurations and secrets', async () => {
    const found = drafts(await read(trivy, fixture('trivy.json')));
    expect(found[0]).toMatchObject({
      hosts: [],
      title: 'CVE-2024-20001 in libssl3 3.0.11-1',
      observationType: 'vulnerable_package',
      severity: 'OBSERVATION_SEVERITY_HIGH',
      cveIds: ['CVE-2024-20001'],
      cweIds: ['CWE-476'],
      cvssScores: [{ baseScore: 7.5 }, { version: 'CVSS_SCORE_VERSION_V2_0', baseScore: 5, scoreSource: 'nvd' }],
      references: ['https://avd.example/nvd/cve-2024-20001', 'https://lists.example/20001', 'https://nvd.example/CVE-2024-20001'],
      remediation: 'Upgrade libssl3 3.0.11-1 to 3.0.13-1.',
      lastSeen: '2024-05-01T10:00:00.000Z',
    });
    expect(found[1]).toMatchObject({ severity: 'OBSERVATION_SEVERITY_CRITICAL' });
    expect(found.map(({ source }) => source.externalId)).toEqual([
      'CVE-2024-20001 pkg:deb/debian/libssl3@3.0.11-1 registry.acme.example/shop:1.4 (debian 12.5)',
      'CVE-2023-20002 zlib1g 1.2.13 registry.acme.example/shop:1.4 (debian 12.5)',
      'GHSA-dddd-eeee-ffff left-pad 1.0.0 srv/a/package.json',
      'GHSA-dddd-eeee-ffff left-pad 1.0.0 srv/b/package.json',
      'AVD-AWS-0086 main.tf aws_s3_bucket.one',
      'AVD-AWS-0086 main.tf aws_s3_bucket.two',
      'aws-access-key-id config/.env',
      'aws-access-key-id config/.env #2',
    ]);
    expect(found[4]).toMatchObject({
      category: 'OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION',
      evidence: ['Location: main.tf:3', 'Resource: aws_s3_bucket.one'],
    });
    expect(found[6]).toMatchObject({ category: 'OBSERVATION_CATEGORY_LEAKED_CREDENTIALS', severity: 'OBSERVATION_SEVERITY_CRITICAL' });
  });

  it('reports passed checks as gone and rejects what is not a finding', async () => {
    const records = await read(trivy, fixture('trivy.json'));
    expect(gone(records)).toEqual([['AVD-AWS-0090 main.tf aws_s3_bucket.one', 'The check passed (Status PASS)']]);
    expect(named(records)).toEqual(['CVE-2023-20003 in odd']);
    expect(rejections(records).map((reason) => reason.replace(/^\d+: /, ''))).toEqual([
      'Results[0].Vulnerabilities[4]: Severity: "DIRE" is not a severity of trivy',
      'Results[0].Vulnerabilities[5]: no VulnerabilityID or no PkgName: not a vulnerability of trivy',
    ]);
  });

  it('distinguishes a clean report from another file', async () => {
    expect(await read(trivy, '{"SchemaVersion":2,"ArtifactName":"a"}')).toEqual([]);
    await expect(read(trivy, '{"matches":[]}')).rejects.toThrow('not a report of trivy');
  });
});
