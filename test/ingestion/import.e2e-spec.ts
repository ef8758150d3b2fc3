import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CommandBus } from '@nestjs/cqrs';
import { ImportFindings } from '#modules/ingestion/import-findings.command';
import { byOperator } from '#platform/audit/audit-call';
import { Database } from '#platform/database/database';
import { aFinding, aVendor, importFindings, largeFindings, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const FIXTURES = join(__dirname, '../fixtures/ingestion');
const FILES: [format: string, file: string][] = [
  ['jsonl', 'observations.jsonl'],
  ['nuclei', 'nuclei.json'],
  ['sarif', 'sarif.json'],
  ['asff', 'asff.json'],
  ['nmap', 'nmap.xml'],
  ['grype', 'grype.json'],
  ['testssl', 'testssl.json'],
  ['testssl', 'testssl.csv'],
  ['zap', 'zap.json'],
  ['zap', 'zap.xml'],
  ['openvas', 'openvas.xml'],
  ['openvas', 'openvas.csv'],
  ['nessus', 'nessus.nessus'],
  ['trivy', 'trivy.json'],
  ['cyclonedx', 'cyclonedx.json'],
  ['riskrecon', 'riskrecon.json'],
];

describe('importing observations', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;
  let folder: string;

  beforeAll(async () => {
    service = await startTestApp();
    folder = mkdtempSync(join(tmpdir(), 'vendor-risk-import-'));
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
  });

  const run = (bytes: AsyncIterable<Uint8Array>, options: Record<string, unknown> = {}) =>
    service.app.get(CommandBus).execute(
      new ImportFindings(bytes, {
        organizationId: org.organization.id,
        vrm: true,
        format: 'jsonl',
        actor: { type: 2, name: 'Test' },
        call: byOperator('import observations', org.organization.id),
        ...options,
      }),
    );
  const bytesOf = (findings: readonly object[]) => Readable.from([Buffer.from(findings.map((one) => `${JSON.stringify(one)}\n`).join(''))]);
  const findingsOn = (count: number) => Array.from({ length: count }, (_, index) => aFinding(`host-${index}.${vendor.domain}`));
  const listAll = async () =>
    (await org.post('observations', { mode: 'OBSERVATION_MODE_ALL', limit: 200, countMode: 'TOTAL_COUNT_MODE_EXACT' })).body;
  /** All rows of the organization, to prove that nothing was written. */
  const everything = async () =>
    (
      await service.app.get(Database).read<{ text: string }>(
        org.organization.id,
        ['observation', 'observation_action', 'observation_cve', 'observation_group', 'observation_value', 'party_tally', 'party_score']
          .map((table) => `SELECT '${table}' || t::text AS text FROM ${table} t WHERE organization_id = $1`)
          .join(' UNION ALL ')
          .concat(' ORDER BY 1'),
        [org.organization.id],
      )
    ).map((row) => row.text);

  describe.each(FILES)('of %s: %s', (format, file) => {
    const options = () => ({ format, vendor: vendor.domain });

    it('creates nothing the second time, also without a named format', async () => {
      const first = await run(createReadStream(join(FIXTURES, file)), { ...options(), format: undefined });
      expect(first.created).toBeGreaterThan(1);
      expect(first.total).toBe(first.created + first.resolved + first.unchanged + first.rejected + first.skipped);
      const second = await run(createReadStream(join(FIXTURES, file)), options());
      expect(second).toMatchObject({ created: 0, reopened: 0, resolved: 0, rejected: first.rejected, total: first.total });
      expect((await listAll()).totalCount).toBe(String(first.created));
    });

    it('reports the counts of a dry run, and writes nothing', async () => {
      const before = await everything();
      const dry = await run(createReadStream(join(FIXTURES, file)), { ...options(), dryRun: true, closeMissing: true });
      expect(await everything()).toEqual(before);
      expect(await run(createReadStream(join(FIXTURES, file)), { ...options(), closeMissing: true })).toEqual(dry);
    });
  });

  it('resolves findings that are no longer reported, and reopens them when they return', async () => {
    const findings = findingsOn(20);
    expect((await importFindings(org, findings)).body).toMatchObject({ created: 20, total: 20 });

    const half = await importFindings(org, findings.slice(0, 10), { closeMissing: true });
    expect(half.body).toMatchObject({ created: 0, unchanged: 10, resolved: 10, reopened: 0, total: 10 });
    expect((await org.post('observations', { mode: 'OBSERVATION_MODE_RESOLVED' })).body.totalCount).toBe('10');
    expect((await importFindings(org, findings)).body).toMatchObject({ unchanged: 20, reopened: 0 }); // last seen before they were resolved
    const later = [...findings.slice(0, 10), ...findings.slice(10).map((one) => ({ ...one, lastSeen: new Date().toISOString() }))];
    const again = await importFindings(org, later, { closeMissing: true, dryRun: true });
    expect(again.body).toMatchObject({ created: 0, unchanged: 10, resolved: 0, reopened: 10, total: 20, closingSkipped: false });
    expect((await importFindings(org, later, { closeMissing: true })).body).toEqual(again.body);

    const { observations } = await listAll();
    expect(observations).toHaveLength(20);
    const regressions = observations.map((one: { regressionCount: number }) => one.regressionCount).sort();
    expect(regressions).toEqual([...Array<number>(10).fill(0), ...Array<number>(10).fill(1)]);
    for (const one of observations) {
      expect(one).toMatchObject({ state: 'OBSERVATION_STATE_OPEN', approvalStatus: 'APPROVAL_STATUS_BACKLOG' });
      expect(one).not.toHaveProperty('resolvedAt');
    }
    const regressed = observations.find((one: { regressionCount: number }) => one.regressionCount === 1);
    const { actions } = (await org.post('observations/actions', { orn: regressed.orn })).body;
    expect(actions.map(({ actionType }: { actionType: string }) => actionType.replace('OBSERVATION_ACTION_TYPE_', ''))).toEqual([
      'REOPENED',
      'RESOLVED',
      'FIRST_SEEN',
    ]);
  });

  it('closes only findings of the same source about the same vendors', async () => {
    const other = await aVendor(service, org);
    await importFindings(org, [
      aFinding(`a.${vendor.domain}`),
      aFinding(`b.${vendor.domain}`),
      aFinding(`c.${vendor.domain}`, { source: { name: 'another scanner' } }),
      aFinding(`a.${other.domain}`),
    ]);
    const { body } = await importFindings(org, [aFinding(`a.${vendor.domain}`)], { closeMissing: true });
    expect(body).toMatchObject({ resolved: 1, unchanged: 1 });
    const { observations } = (await org.post('observations', { mode: 'OBSERVATION_MODE_RESOLVED' })).body;
    expect(observations).toMatchObject([{ subjectDomain: `b.${vendor.domain}` }]);
  });

  it('treats an empty report of a named vendor as clean, but not an unreadable file', async () => {
    const scan = (ports: string) =>
      `<?xml version="1.0"?><nmaprun scanner="nmap" start="1714564800"><host><status state="up"/><address addr="203.0.113.9" addrtype="ipv4"/>` +
      `<ports>${ports}</ports></host></nmaprun>`;
    const options = { format: 'nmap', vendor: vendor.domain, closeMissing: true };
    const open = '<port protocol="tcp" portid="23"><state state="open"/><service name="telnet"/></port>';
    expect(await run(Readable.from([Buffer.from(scan(open))]), options)).toMatchObject({ created: 1 });
    const junk = await run(Readable.from([Buffer.from('<html>502</html>\n')]), { ...options, format: 'jsonl' });
    expect(junk).toMatchObject({ rejected: 1, resolved: 0 });
    expect(await run(Readable.from([Buffer.from(scan(''))]), options)).toMatchObject({ total: 0, resolved: 1 });
  });

  it('keeps excluded findings excluded, and records a change of severity', async () => {
    const finding = aFinding(`a.${vendor.domain}`);
    await importFindings(org, [finding]);
    const [{ orn }] = (await listAll()).observations;
    await org.post('observations/actions/status', {
      observationOrns: [orn],
      approvalStatus: 'APPROVAL_STATUS_EXCLUDED',
      comment: 'accepted',
    });
    const later = { ...finding, severity: 'CRITICAL', lastSeen: '2026-03-01T00:00:00.000Z' };
    expect((await importFindings(org, [later])).body).toMatchObject({ reobserved: 1, reopened: 0 });
    expect((await listAll()).observations).toMatchObject([
      {
        approvalStatus: 'APPROVAL_STATUS_EXCLUDED',
        severity: 'OBSERVATION_SEVERITY_CRITICAL',
        lastSeen: '2026-03-01T00:00:00.000Z',
        firstSeen: '2026-01-01T00:00:00.000Z',
      },
    ]);
    const { actions } = (await org.post('observations/actions', { orn })).body;
    expect(actions[0]).toMatchObject({
      actionType: 'OBSERVATION_ACTION_TYPE_SEVERITY_CHANGED',
      comment: 'Severity MEDIUM became CRITICAL',
    });
  });

  it('uses the last of two records of a finding, however far apart they are', async () => {
    const many = largeFindings(vendor.domain, 400);
    const twice = { ...many[0], severity: 'CRITICAL' };
    expect(await run(bytesOf([...many, twice]))).toMatchObject({ created: 400, unchanged: 1, total: 401 });
    expect(await run(bytesOf([...many, twice]))).toMatchObject({ created: 0, reobserved: 0, unchanged: 401 });
    const critical = {
      rule: {
        field: { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' },
        comparison: 'COMPARISON_EQUALS',
        value: { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' },
      },
    };
    expect((await org.post('observations', { filters: [critical] })).body.totalCount).toBe('1');
    const { actions } = (
      await org.post('observations/actions', { orn: (await org.post('observations', { filters: [critical] })).body.observations[0].orn })
    ).body;
    expect(actions.map((action: { actionType: string }) => action.actionType)).toEqual(['OBSERVATION_ACTION_TYPE_FIRST_SEEN']);
  });

  it('runs one import of an organization at a time', async () => {
    const findings = findingsOn(300);
    const answers = await Promise.all([importFindings(org, findings), importFindings(org, findings), importFindings(org, findings)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 10,
      details: [{ reason: 'IMPORT_IN_PROGRESS' }, { '@type': 'type.googleapis.com/google.rpc.RetryInfo' }, {}],
    });
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect((await listAll()).totalCount).toBe('300');
    expect((await importFindings(org, findings)).body).toMatchObject({ unchanged: 300 });
  });

  it('rejects findings about vendors that are unknown or not monitored, each with its line and reason', async () => {
    const idle = await aVendor(service, org);
    await org.patch(`vendors/${idle.id}`, { isMonitored: false });
    const { body } = await importFindings(org, [
      aFinding('nobody.example.org'),
      aFinding(`a.${idle.domain}`),
      aFinding(`a.${vendor.domain}`),
      { host: `b.${vendor.domain}` },
    ]);
    expect(body).toMatchObject({ created: 1, rejected: 3, total: 4 });
    expect(body.rejections).toEqual([
      { line: 1, reason: expect.stringContaining('SUBJECT_UNKNOWN') },
      { line: 2, reason: `VENDOR_NOT_MONITORED: ${idle.domain} is not monitored` },
      { line: 4, reason: expect.stringContaining('title is required') },
    ]);
    const named = await importFindings(org, [aFinding('nobody.example.org')], { vendorDomain: idle.domain });
    expect([named.status, reasonOf(named)]).toEqual([400, 'VENDOR_NOT_MONITORED']);
    const unknown = await importFindings(org, [aFinding('nobody.example.org')], { vendorDomain: 'unheard-of.com' });
    expect([unknown.status, reasonOf(unknown)]).toEqual([400, 'VENDOR_UNKNOWN']);
  });

  it('lists the first hundred rejections and counts the rest', async () => {
    const bad = Array.from({ length: 130 }, () => ({ title: 'No more than a title' }));
    const { body } = await importFindings(org, [...bad, aFinding(`a.${vendor.domain}`)]);
    expect(body).toMatchObject({ created: 1, rejected: 130, total: 131 });
    expect(body.rejections).toHaveLength(100);
  });

  it('covers the own domains of an organization without vendors', async () => {
    const own = await TestOrganization.create(service, { vrm: false });
    const { body } = await importFindings(own, [aFinding(`www.${own.organization.domain}`), aFinding(`www.${vendor.domain}`)]);
    expect(body).toMatchObject({ created: 1, rejected: 1 });
    expect((await own.post('observations', {})).body.observations).toMatchObject([
      { view: 'OBSERVATION_VIEW_SELF', subjectDomain: `www.${own.organization.domain}` },
    ]);
  });

  describe('from broken files', () => {
    const lines = (count: number) => findingsOn(count).map((one) => JSON.stringify(one));
    const BILLION_LAUGHS = `<?xml version="1.0"?><!DOCTYPE nmaprun [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><nmaprun>&b;</nmaprun>`;

    it.each([
      ['an empty file of a format without lines', 'sarif', ''],
      ['an array cut off', 'nuclei', '[{"template-id":"x","info":{"name":"x","severity":"high"},"host":"a.example.com"},'],
      ['a SARIF log without runs', 'sarif', '{"version":"2.1.0"}'],
      ['XML cut off', 'nmap', '<?xml version="1.0"?><nmaprun scanner="nmap"><host>'],
      ['entities', 'nmap', BILLION_LAUGHS],
      ['another document', 'grype', '{"hello":"world"}'],
      ['text that is not JSON', 'sarif', 'Findings: none'],
      ['a byte order mark of UTF-16', 'jsonl', '\uFFFE'],
    ])('refuses %s and writes nothing', async (_, format, content) => {
      const before = await everything();
      const bytes = content === '\uFFFE' ? Buffer.from([0xff, 0xfe, 0x7b, 0]) : Buffer.from(content);
      await expect(run(Readable.from([bytes]), { format, closeMissing: true })).rejects.toMatchObject({ reason: 'FILE_UNREADABLE' });
      expect(await everything()).toEqual(before);
    });

    it('reports it over HTTP too', async () => {
      const answer = await org.post('observations/import', { format: 'nuclei', content: '[{"template-id":', vendorDomain: vendor.domain });
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'FILE_UNREADABLE']);
      const unknown = await org.post('observations/import', { format: 'csv', content: 'a,b' });
      expect([unknown.status, reasonOf(unknown)]).toEqual([400, 'FORMAT_UNKNOWN']);
      const unrecognized = await org.post('observations/import', { content: 'a,b' });
      expect([unrecognized.status, reasonOf(unrecognized)]).toEqual([400, 'FORMAT_UNKNOWN']);
      const ambiguous = await org.post('observations/import', { content: '{"matches":[],"Results":[]}' });
      expect([ambiguous.status, reasonOf(ambiguous)]).toEqual([400, 'FORMAT_UNKNOWN']);
      expect(ambiguous.body.message).toContain('grype or trivy');
      expect((await listAll()).totalCount).toBe('0');
    });

    it('rolls back a document that is broken at the end', async () => {
      const text = 'x'.repeat(7_900);
      const results = Array.from({ length: 1_200 }, (_, index) => ({
        'template-id': `check-${index}`,
        info: { name: `Check ${index}`, severity: 'low', description: text, remediation: text },
        host: `a.${vendor.domain}`,
        'matched-at': `https://a.${vendor.domain}/${index}`,
      }));
      const content = `[${results.map((one) => JSON.stringify(one)).join(',\n')},\n{"template-id":`;
      await expect(run(Readable.from([Buffer.from(content)]), { format: 'nuclei' })).rejects.toMatchObject({ reason: 'FILE_UNREADABLE' });
      expect(await everything()).toEqual([]);
    });

    it('imports the valid records among hostile ones', async () => {
      const hostile = [
        `{"host":"a.${vendor.domain}","deep":${'['.repeat(5000)}${']'.repeat(5000)}}`,
        'not json',
        '{"title":"cut',
        JSON.stringify({ ...aFinding(`a.${vendor.domain}`), title: 'x'.repeat(9_000_000) }),
        JSON.stringify({ ...aFinding(`nul.${vendor.domain}`), title: 'a\u0000b', description: 'c\ud800d' }),
        JSON.stringify({ ...aFinding(`tab.${vendor.domain}`), title: "it's \\N \t {} \\. \n", tags: ['a"b', 'c\\d', '{e,f}'] }),
      ];
      const result = await run(Readable.from([Buffer.from([...hostile, ...lines(3)].join('\n')), Buffer.from([0x0a, 0xff, 0xfe, 0xfd])]));
      expect(result).toMatchObject({ created: 5, rejected: 5, total: 10 });
      expect(result.rejections.map(({ line }) => line)).toEqual([1, 2, 3, 4, 10]);
      const { observations } = await listAll();
      expect(observations.find((one: { subjectDomain: string }) => one.subjectDomain.startsWith('tab.'))).toMatchObject({
        title: "it's \\N \t {} \\.",
        tags: ['a"b', 'c\\d', '{e,f}'],
      });
      expect(observations.find((one: { subjectDomain: string }) => one.subjectDomain.startsWith('nul.')).title).toBe('a\ufffdb');
    });

    it('fails cleanly when reading the file fails', async () => {
      const broken = async function* () {
        yield await Promise.resolve(Buffer.from(`${lines(5).join('\n')}\n`));
        throw Object.assign(new Error('EIO: read'), { code: 'EIO' });
      };
      await expect(run(broken())).rejects.toThrow('EIO');
      expect((await listAll()).totalCount).toBe('0');
      expect(await run(bytesOf(findingsOn(5)))).toMatchObject({ created: 5 });
    });
  });

  it('gives the same result over HTTP as by the pipeline itself', async () => {
    const content = findingsOn(4)
      .map((one) => JSON.stringify(one))
      .join('\n');
    writeFileSync(join(folder, 'four.jsonl'), content);
    const dry = await run(createReadStream(join(folder, 'four.jsonl')), { dryRun: true });
    expect((await org.post('observations/import', { format: 'jsonl', content })).body).toEqual(dry);
    const scopeless = await org.withScopes('findings.read');
    expect((await scopeless.post('observations/import', { format: 'jsonl', content })).status).toBe(403);
  });
});
