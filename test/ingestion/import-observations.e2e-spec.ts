import { Database } from '#platform/database/database';
import { tryLockImport } from '#platform/database/locks';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { pause } from '../support/wait';
import { importedOnce } from '../observations/imported-once';

jest.setTimeout(120_000);

describe('POST /public/v1/observations/import', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
  });

  const list = async (mode = 'OPEN') =>
    (await org.post('observations', { mode: `OBSERVATION_MODE_${mode}`, limit: 200 })).body.observations as Record<string, unknown>[];
  const openHosts = async () => (await list()).map((one) => String(one['subjectDomain']).split('.')[0]).sort();
  const host = (name: string) => `${name}.${vendor.domain}`;
  const now = () => new Date().toISOString();
  const historyOf = async (orn: unknown) =>
    ((await org.post('observations/actions', { orn })).body.actions as { actionType: string; comment?: string }[]).map(
      ({ actionType, comment }) => [actionType.replace('OBSERVATION_ACTION_TYPE_', ''), comment],
    );
  const send = (format: string, content: unknown, options: object = {}) =>
    org.post('observations/import', { format, content: JSON.stringify(content), vendorDomain: vendor.domain, ...options });

  it('imports valid records and rejects the others by line', async () => {
    const { imported } = await importedOnce(service);
    expect(imported.status).toBe(200);
    expect(imported.body).toMatchObject({
      created: 1,
      rejected: 1,
      total: 2,
      rejections: [{ line: 2, reason: expect.stringContaining('SUBJECT_UNKNOWN') }],
    });
  });

  describe('with closeMissing', () => {
    const three = () => ['a', 'b', 'c'].map((name) => aFinding(host(name)));

    it('keeps a finding open that a rejected record names', async () => {
      await importFindings(org, three());
      const misspelt = aFinding(host('b'), { severity: 'SEVERE' });
      const { body } = await importFindings(org, [aFinding(host('a')), misspelt], { closeMissing: true });
      expect(body).toMatchObject({ unchanged: 1, rejected: 1, resolved: 1, total: 2, closingSkipped: false });
      expect(body).not.toHaveProperty('closingSkippedReason');
      expect(await openHosts()).toEqual(['a', 'b']);
    });

    it('closes nothing of the source of a rejected record that identifies no finding, and reports it', async () => {
      await importFindings(org, [
        ...three(),
        aFinding(host('d'), { source: { name: 'other' } }),
        aFinding(host('e'), { source: { name: 'other' } }),
      ]);
      const records = [aFinding(host('a')), aFinding(host('x'), { title: undefined }), aFinding(host('d'), { source: { name: 'other' } })];
      const { body } = await importFindings(org, records, { closeMissing: true });
      expect(body).toMatchObject({ unchanged: 2, rejected: 1, resolved: 1, total: 3, closingSkipped: true });
      expect(body.closingSkippedReason).toBe(
        'The record in line 2 does not identify a finding of "scanner", so nothing of that source was closed.',
      );
      expect(await openHosts()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('closes nothing when not even the source of a rejected record is known', async () => {
      await importFindings(org, three());
      const content = `${JSON.stringify(aFinding(host('a')))}\n{"title": cut off`;
      const { body } = await org.post('observations/import', { format: 'jsonl', content, closeMissing: true });
      expect(body).toMatchObject({ unchanged: 1, rejected: 1, resolved: 0, closingSkipped: true });
      expect(body.closingSkippedReason).toBe('The record in line 2 identifies neither a finding nor a source, so nothing was closed.');
      expect(await openHosts()).toEqual(['a', 'b', 'c']);
    });

    it('keeps findings about a whole vendor open while records of their source name no vendor', async () => {
      await importFindings(org, [aFinding(host('a')), aFinding(host('b'))]);
      await importFindings(org, [aFinding('203.0.113.7')], { vendorDomain: vendor.domain });
      const { body } = await importFindings(org, [aFinding(host('a')), aFinding('203.0.113.7')], { closeMissing: true });
      expect(body).toMatchObject({ unchanged: 1, rejected: 1, resolved: 1, closingSkipped: true });
      expect(body.closingSkippedReason).toContain('1 open observations');
      expect((await list()).map((one) => one['subjectDomain']).sort()).toEqual([host('a'), vendor.domain].sort());
    });

    it('has no closing result without closeMissing', async () => {
      expect((await importFindings(org, three())).body).not.toHaveProperty('closingSkipped');
    });

    it('scores an examined vendor without open findings', async () => {
      const filters = [rule('VENDOR', 'EQUALS', { stringValue: vendor.domain })];
      const scores = async () => (await org.post('observations/vendor-scores', { filters })).body.vendorScores;
      const clean = { format: 'nmap', content: '<?xml version="1.0"?><nmaprun/>', vendorDomain: vendor.domain };
      await org.post('observations/import', clean);
      expect(await scores()).toEqual([]);
      expect((await org.post('observations/import', { ...clean, closeMissing: true })).body).toMatchObject({
        total: 0,
        closingSkipped: false,
      });
      expect(await scores()).toMatchObject([{ vendorDomain: vendor.domain, overallScore: 100 }]);
      expect((await org.get(`vendors/${vendor.id}`)).body.vendor).toMatchObject({ score: 100, openObservationCount: '0' });
    });
  });

  it('reopens a resolved finding only when it was seen after its resolution', async () => {
    await importFindings(org, [aFinding(host('a'))]);
    const [{ orn } = {}] = await list();
    await org.post('observations/actions/status', { observationOrns: [orn], approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    const before = await org.get(`observations/${String(orn)}`);

    const older = aFinding(host('a'), { severity: 'CRITICAL', firstSeen: '2020-01-01T00:00:00Z', lastSeen: '2026-03-01T00:00:00Z' });
    expect((await importFindings(org, [older])).body).toMatchObject({ reopened: 0, reobserved: 0, unchanged: 1 });
    expect((await org.get(`observations/${String(orn)}`)).body).toEqual(before.body);

    expect((await importFindings(org, [{ ...older, lastSeen: now() }])).body).toMatchObject({ reopened: 1, unchanged: 0 });
    expect(await list()).toMatchObject([{ orn, severity: 'OBSERVATION_SEVERITY_CRITICAL', regressionCount: 1 }]);
  });

  it('uses the last record of a finding, and writes no history of the others', async () => {
    const levels = (...severities: string[]) => severities.map((severity) => aFinding(host('a'), { severity }));
    expect((await importFindings(org, levels('LOW', 'HIGH'))).body).toMatchObject({ created: 1, unchanged: 1, total: 2 });
    expect(await list()).toMatchObject([{ severity: 'OBSERVATION_SEVERITY_HIGH' }]);
    expect((await importFindings(org, levels('LOW', 'CRITICAL', 'HIGH'))).body).toMatchObject({ reobserved: 0, unchanged: 3 });
    expect((await importFindings(org, levels('LOW', 'MEDIUM'))).body).toMatchObject({ reobserved: 1, unchanged: 1 });
    const [{ orn, severity } = {}] = await list();
    expect(severity).toBe('OBSERVATION_SEVERITY_MEDIUM');
    expect(await historyOf(orn)).toEqual([
      ['SEVERITY_CHANGED', 'Severity HIGH became MEDIUM'],
      ['FIRST_SEEN', undefined],
    ]);
  });

  it('recognizes an IPv6 address in any notation', async () => {
    const at = (address: string) => aFinding(host('a'), { asset: { ipPort: { address, port: 443, protocol: 'TCP' } } });
    await importFindings(org, [at('2001:db8:0:0:0:0:0:1')]);
    expect((await importFindings(org, [at('2001:DB8::1')])).body).toMatchObject({ created: 0, unchanged: 1 });
    expect(await list()).toMatchObject([{ asset: { ipPort: { address: '2001:db8::1' } } }]);
  });

  it('accepts a record with an invalid reference, and refuses an asset that is not a web address', async () => {
    const { body } = await importFindings(org, [
      aFinding(host('a'), { references: ['javascript:alert(1)', 'https://example.com/x'] }),
      aFinding(host('b'), { asset: { url: { url: `javascript://${vendor.domain}/%0aalert(1)` } } }),
    ]);
    expect(body).toMatchObject({
      created: 1,
      rejected: 1,
      rejections: [{ line: 2, reason: expect.stringContaining('not an http or https URL') }],
    });
    expect(await list()).toMatchObject([{ references: ['https://example.com/x'] }]);
  });

  describe('of findings that their source reports as gone', () => {
    const finding = (id: string, more: object = {}) => ({
      Id: id,
      Title: `Finding ${id}`,
      ProductName: 'hub',
      UpdatedAt: '2026-02-01T00:00:00Z',
      Severity: { Label: 'HIGH' },
      Compliance: { Status: 'FAILED', SecurityControlId: 'S3.1' },
      ...more,
    });

    it.each([
      ['Compliance.Status PASSED', { Compliance: { Status: 'PASSED', SecurityControlId: 'S3.1' } }],
      ['RecordState ARCHIVED', { RecordState: 'ARCHIVED' }],
      ['Workflow.Status RESOLVED', { Workflow: { Status: 'RESOLVED' } }],
    ])('resolves what ASFF reports with %s, with that reason', async (words, over) => {
      expect((await send('asff', [finding('one'), finding('two')])).body).toMatchObject({ created: 2, total: 2 });
      const file = [
        finding('one', over),
        finding('two'),
        finding('unknown', over),
        finding('three', { Workflow: { Status: 'SUPPRESSED' } }),
      ];
      expect((await send('asff', file)).body).toMatchObject({ created: 0, resolved: 1, unchanged: 1, skipped: 2, rejected: 0, total: 4 });
      const [resolved, ...others] = await list('RESOLVED');
      expect([resolved?.['title'], others]).toEqual(['Finding one', []]);
      expect((await historyOf(resolved?.['orn']))[0]).toEqual(['RESOLVED', expect.stringContaining(words)]);
      expect((await send('asff', file)).body).toMatchObject({ resolved: 0, unchanged: 1, skipped: 3, total: 4 });
    });

    it('resolves what SARIF reports as absent', async () => {
      const log = (...results: object[]) => ({ version: '2.1.0', runs: [{ tool: { driver: { name: 'lint' } }, results }] });
      const result = { ruleId: 'x', message: { text: 'm' }, fingerprints: { id: '1' } };
      expect((await send('sarif', log(result))).body).toMatchObject({ created: 1 });
      const absent = log({ ...result, baselineState: 'absent' }, { ...result, ruleId: 'y', kind: 'pass' });
      expect((await send('sarif', absent)).body).toMatchObject({ resolved: 1, skipped: 1, total: 2 });
      const [resolved] = await list('RESOLVED');
      expect((await historyOf(resolved?.['orn']))[0]).toEqual(['RESOLVED', "Gone since its source's baseline (baselineState absent)"]);
    });

    it('lets the last record decide', async () => {
      const passed = finding('one', { RecordState: 'ARCHIVED' });
      expect((await send('asff', [passed, finding('one')])).body).toMatchObject({ created: 1, skipped: 1, resolved: 0 });
      expect((await send('asff', [finding('one'), passed])).body).toMatchObject({ unchanged: 1, resolved: 1, total: 2 });
      expect(await list()).toEqual([]);
    });

    it('counts the findings that closeMissing resolves separately from the records', async () => {
      await send('asff', [finding('one'), finding('two'), finding('three')]);
      const { body } = await send('asff', [finding('one'), finding('two', { RecordState: 'ARCHIVED' })], { closeMissing: true });
      expect(body).toMatchObject({ unchanged: 1, skipped: 0, resolved: 2, total: 2, closingSkipped: false });
    });
  });

  it('answers other calls while it parses a slow file', async () => {
    const cves = Array.from({ length: 1000 }, (_, index) => `<table><elem key="id">CVE-2020-${10_000 + index}</elem></table>`).join('');
    const port = (id: number) =>
      `<port protocol="tcp" portid="${id}"><state state="open"/><service name="http" product="${'p'.repeat(300_000)}"/>` +
      `<script id="vulners" output=""><table key="cpe">${cves}</table></script></port>`;
    const ports = Array.from({ length: 3 }, (_, index) => port(index + 1)).join('');
    const content = `<?xml version="1.0"?><nmaprun><host><status state="up"/><address addr="203.0.113.9" addrtype="ipv4"/><ports>${ports}</ports></host></nmaprun>`;
    const progress = { isDone: false };
    const importing = org.post('observations/import', { format: 'nmap', content, vendorDomain: vendor.domain }).finally(() => {
      progress.isDone = true;
    });
    let answered = 0;
    for (; !progress.isDone; answered += 1) {
      expect((await org.get('whoami')).status).toBe(200);
      await pause(20);
    }
    expect((await importing).body).toMatchObject({ created: 3_003, total: 3_003 });
    expect(answered).toBeGreaterThan(5);
  });

  it('refuses an import while another process runs one', async () => {
    const { id } = org.organization;
    const other = new Promise<void>((locked, failed) => {
      void service.app
        .get(Database)
        .transaction(id, async (tx) => {
          if (!(await tryLockImport(tx, id))) failed(new Error('The lock is not free.'));
          locked();
          await released;
        })
        .catch(failed);
    });
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await other;
    const refused = await importFindings(org, [aFinding(host('a'))]);
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'IMPORT_IN_PROGRESS']);
    const stranger = await TestOrganization.create(service);
    const theirs = await aVendor(service, stranger);
    expect((await importFindings(stranger, [aFinding(`a.${theirs.domain}`)])).body).toMatchObject({ created: 1 });
    release();
  });
});
