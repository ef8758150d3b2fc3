import { drafts, fixture, gone, named, read, rejections } from './read-records.fixture';
import { asff } from './asff';

describe('asff', () => {
  it('reads a vulnerability with its packages and scores', async () => {
    const [draft] = drafts(await read(asff, fixture('asff.json')));
    expect(draft).toMatchObject({
      hosts: ['198.51.100.7', 'shop.acme.example'],
      title: 'CVE-2021-44228 - log4j-core',
      observationType: 'vulnerable_package',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      severity: 'OBSERVATION_SEVERITY_CRITICAL',
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      asset: { ipPort: { address: '198.51.100.7', port: 0 } },
      cveIds: ['CVE-2021-44228', 'CVE-2021-45046'],
      cweIds: ['CWE-502'],
      references: ['https://logging.example/fix', 'https://nvd.example/CVE-2021-44228', 'https://logging.example/security'],
      remediation: 'Upgrade log4j.\nUpdate log4j-core to 2.17.1',
      source: { name: 'Inspector', externalId: 'arn:aws:inspector2:eu-west-1:111122223333:finding/1' },
      firstSeen: '2024-01-02T03:04:05.000Z',
      lastSeen: '2024-01-03T04:34:05.500Z',
    });
    expect(draft?.evidence).toEqual([
      'Resource: AwsEc2Instance arn:aws:ec2:eu-west-1:111122223333:instance/i-1 eu-west-1',
      'Resource: AwsElbv2LoadBalancer lb',
      'Package: log4j-core 2.14.1 at /app/log4j.jar, fixed in 2.17.1',
    ]);
    expect(
      draft?.cvssScores.map(({ version, baseSeverity, scoreSource }) => [version.slice(-4), baseSeverity.slice(20), scoreSource]),
    ).toEqual([
      ['V2_0', 'HIGH', 'NVD'],
      ['V3_1', 'CRITICAL', 'NVD'],
      ['V4_0', 'CRITICAL', 'GitHub'],
    ]);
  });

  it('reads failed controls and observed behaviour', async () => {
    const [, control, probe] = drafts(await read(asff, fixture('asff.json')));
    expect(control).toMatchObject({
      observationType: 'aws_s3_8',
      category: 'OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION',
      severity: 'OBSERVATION_SEVERITY_MEDIUM',
      hosts: [],
      evidence: ['Resource: AwsS3Bucket arn:aws:s3:::acme', 'Compliance: FAILED', 'The bucket is public.'],
      source: { name: 'securityhub', externalId: 'control-1' },
    });
    expect(probe).toMatchObject({
      observationType: 'ttps_discovery_recon_ec2_portprobeunprotectedport',
      category: 'OBSERVATION_CATEGORY_NETWORK_SECURITY',
      severity: 'OBSERVATION_SEVERITY_INFO',
      asset: { ipPort: { address: '198.51.100.9', port: 22, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
    });
  });

  it('reports passed and archived findings as gone, skips suppressed ones, and rejects invalid ones', async () => {
    const records = await read(asff, fixture('asff.json'));
    expect(drafts(records).map((draft) => draft.source.externalId)).toEqual([expect.stringContaining('inspector2'), 'control-1', 'probe']);
    expect(rejections(records).map((reason) => reason.replace(/^\d+/, 'n'))).toEqual([
      'n: Findings[5]: no Severity.Label and no Severity.Normalized',
      'n: Findings[6]: no Id: not an ASFF finding',
    ]);
    expect(gone(records)).toEqual([
      ['passed', 'The check passed (Compliance.Status PASSED)'],
      ['archived', 'Archived by its source (RecordState ARCHIVED)'],
    ]);
  });

  it('reads the same from a wrapper, a wrapper on one line, an array, lines, and concatenated findings', async () => {
    const { Findings } = JSON.parse(fixture('asff.json').toString()) as { Findings: unknown[] };
    const wanted = drafts(await read(asff, fixture('asff.json')));
    expect(drafts(await read(asff, JSON.stringify({ NextToken: 'x', Findings })))).toEqual(wanted);
    expect(drafts(await read(asff, JSON.stringify({ NextToken: 'x', Findings }, null, 1)))).toEqual(wanted);
    expect(drafts(await read(asff, JSON.stringify(Findings)))).toEqual(wanted);
    expect(drafts(await read(asff, Findings.map((finding) => JSON.stringify(finding)).join('\n')))).toEqual(wanted);
    expect(drafts(await read(asff, Findings.map((finding) => JSON.stringify(finding, null, 2)).join('\n')))).toEqual(wanted);
  });

  const FINDING = { Id: 'x', Title: 't', Severity: { Label: 'LOW' }, ProductName: 'hub' };

  it.each([
    [{ RecordState: 'ARCHIVED' }, 'Archived by its source (RecordState ARCHIVED)'],
    [{ Workflow: { Status: 'RESOLVED' } }, 'Resolved by its source (Workflow.Status RESOLVED)'],
    [{ Compliance: { Status: 'PASSED' }, Severity: undefined }, 'The check passed (Compliance.Status PASSED)'],
  ])('reports a finding as gone with %j', async (change, reason) => {
    expect(gone(await read(asff, JSON.stringify([{ ...FINDING, ...change }])))).toEqual([['x', reason]]);
  });

  it('skips suppressed findings, and ignores checks without a result', async () => {
    const suppressed = { ...FINDING, Workflow: { Status: 'SUPPRESSED' } };
    const unchecked = { ...FINDING, Compliance: { Status: 'NOT_AVAILABLE' } };
    const records = await read(asff, JSON.stringify([suppressed, unchecked, { Id: 'y', RecordState: 'ARCHIVED' }]));
    expect(records.map((record) => 'skipped' in record)).toEqual([true, true, true]);
    expect(named(records)).toEqual(['t']);
  });

  it('identifies the finding of a record with an invalid severity, or else its source', async () => {
    const records = await read(
      asff,
      JSON.stringify([
        { ...FINDING, Severity: {} },
        { ...FINDING, Severity: { Label: 'HIHG' } },
        { Id: 'x', ProductName: 'hub' },
      ]),
    );
    expect(named(records)).toEqual(['t', 't']);
    expect(rejections(records).slice(0, 2)).toEqual([
      '1: [0]: no Severity.Label and no Severity.Normalized',
      '1: [1]: Severity.Label: "HIHG" is not INFORMATIONAL, LOW, MEDIUM, HIGH or CRITICAL',
    ]);
    expect(records[2]).toMatchObject({ rejected: '[2]: no title', source: 'hub' });
  });

  it('gives the position of a finding in a wrapper on one line', async () => {
    expect(rejections(await read(asff, '{"Findings":[{"Id":"x"},3]}'))).toEqual([
      '1: Findings[0]: no title',
      '1: Findings[1]: not a JSON object',
    ]);
  });

  it.each([
    [0, 'INFO'],
    [1, 'LOW'],
    [39, 'LOW'],
    [40, 'MEDIUM'],
    [70, 'HIGH'],
    [90, 'CRITICAL'],
  ])('rates a normalized severity of %i as %s', async (Normalized, severity) => {
    const [draft] = drafts(await read(asff, JSON.stringify([{ Id: 'x', Title: 't', Severity: { Normalized } }])));
    expect(draft?.severity).toBe(`OBSERVATION_SEVERITY_${severity}`);
  });

  it('refuses a large document without findings', async () => {
    const text = `{\n"a": ["${'x'.repeat(9 * 1024 * 1024)}"]}`;
    await expect(read(asff, text, [65_536])).rejects.toThrow('There is no list of findings');
  });
});
