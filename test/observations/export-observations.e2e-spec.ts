import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { fileDatabase } from '../support/database';
import { exported, exportOf, exportsAtWork, inOrder, OpenExport, walked } from '../support/exports';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings, importLargeFindings, type TestVendor } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

interface Observation {
  orn: string;
  title: string;
  approvalStatus: string;
  severity: string;
  lastSeen: string;
  cveIds: string[];
  vendor: { id: string; domainName: string };
}

const ALL = { mode: 'OBSERVATION_MODE_ALL' };
const RESOLVED = 'APPROVAL_STATUS_RESOLVED';

describe('ExportObservations', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
    const findings = Array.from({ length: 450 }, (_, index) =>
      aFinding(`host${index}.${vendor.domain}`, {
        title: `Finding ${index} of "quotes", commas und Umlaute: äöü 日本`,
        severity: ['LOW', 'MEDIUM', 'HIGH'][index % 3],
        ...(index % 5 === 0 && { cveIds: ['CVE-2021-44228', 'CVE-2024-3094'], evidence: ['line 1\nline 2', '=1+1'] }),
        lastSeen: `2026-02-01T00:00:00.${String(index).padStart(3, '0')}Z`,
      }),
    );
    expect((await importFindings(org, findings)).body.created).toBe(450);
    await org.post('observations/actions/flag', { filters: [rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })] });
    await org.post('observations/actions/status', {
      filters: [rule('SUBJECT_DOMAIN', 'STARTS_WITH', { stringValue: 'host1' })],
      approvalStatus: RESOLVED,
    });
    const some = [rule('SUBJECT_DOMAIN', 'STARTS_WITH', { stringValue: 'host2' })];
    const assigned = await org.post('observations/actions/assign', {
      filters: some,
      assignee: 'Ada "Lovelace"',
      dueAt: '2026-03-01T00:00:00Z',
    });
    const annotated = await org.post('observations/actions/annotate', {
      filters: some,
      externalReferences: [{ system: 'jira', key: 'SEC-1' }],
    });
    expect([assigned.body.updatedCount, annotated.body.updatedCount]).toEqual([111, 111]);
  });
  afterAll(() => service.close());

  it.each([
    ['open ones', {}],
    ['resolved ones', { mode: 'OBSERVATION_MODE_RESOLVED' }],
    ['all of them', ALL],
    ['those of a filter', { ...ALL, filters: [rule('CVE', 'EQUALS', { stringValue: 'CVE-2021-44228' })] }],
  ])('contains exactly the rows of the list, field by field: %s', async (_, request) => {
    const listed = await walked(org, 'observations', 'observations', request);
    expect(listed.length).toBeGreaterThan(50);
    expect(inOrder(await exported(org, 'observations/export', request))).toEqual(inOrder(listed));
  });

  it('ends with its completeness line even when there is nothing to export', async () => {
    const request = { filters: [rule('SUBJECT_DOMAIN', 'EQUALS', { stringValue: 'nothing.example.com' })] };
    expect((await org.post('observations/export', request)).body).toEqual([{ exportComplete: true, rows: '0' }]);
    const csv = await exportOf(service, org, 'observations/export', { ...request, format: 'EXPORT_FORMAT_CSV' });
    expect(parse(csv.bytes, { columns: true })).toEqual([]);
    expect(csv.trailers).toEqual({ 'x-export-rows': '0' });
    const parquet = await exportOf(service, org, 'observations/export', { ...request, format: 'EXPORT_FORMAT_PARQUET' });
    expect(await readParquet(parquet.bytes)).toEqual([]);
  });

  it('is a named file that must not be cached', async () => {
    const { status, headers, trailers } = await exportOf(service, org, 'observations/export', {});
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': expect.stringMatching(
        new RegExp(`^attachment; filename="${org.organization.domain}-observations-\\d{8}T\\d{6}Z\\.jsonl"$`),
      ),
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
      trailer: 'X-Export-Rows',
    });
    expect(Number(trailers['x-export-rows'])).toBe((await walked(org, 'observations', 'observations')).length);
  });

  it('exports CSV with a column per field, objects flattened and lists as JSON', async () => {
    const { headers, bytes, trailers } = await exportOf(service, org, 'observations/export', { ...ALL, format: 'EXPORT_FORMAT_CSV' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(bytes.toString().split('\r\n').length).toBeGreaterThan(450);
    const rows: Record<string, string>[] = parse(bytes, { columns: true });
    expect(trailers).toEqual({ 'x-export-rows': String(rows.length) });
    const listed = new Map((await walked<Observation>(org, 'observations', 'observations', ALL)).map((row) => [row.orn, row]));
    expect(rows.length).toBe(listed.size);
    for (const row of rows) {
      const { title, severity, lastSeen, vendor: theirs, cveIds, ...rest } = listed.get(row.orn ?? '') as Observation;
      expect(row).toMatchObject({ title, severity, lastSeen, 'vendor.id': theirs.id, 'vendor.domainName': theirs.domainName });
      expect(JSON.parse(row.cveIds ?? '')).toEqual(cveIds);
      expect(row.isFlagged).toBe(String((rest as { isFlagged?: boolean }).isFlagged));
    }
  });

  it('exports Parquet with typed columns', async () => {
    const { headers, bytes, trailers } = await exportOf(service, org, 'observations/export', { ...ALL, format: 'EXPORT_FORMAT_PARQUET' });
    expect(headers['content-type']).toBe('application/vnd.apache.parquet');
    const rows = await readParquet(bytes);
    expect(trailers).toEqual({ 'x-export-rows': String(rows.length) });
    const listed = new Map((await walked<Observation>(org, 'observations', 'observations', ALL)).map((row) => [row.orn, row]));
    expect(rows.length).toBe(listed.size);
    for (const row of rows) {
      const found = listed.get(row.orn as string) as Observation & { isFlagged: boolean; regressionCount: number; resolvedAt?: string };
      expect(row).toMatchObject({
        title: found.title,
        isFlagged: found.isFlagged,
        regressionCount: found.regressionCount,
        lastSeen: new Date(found.lastSeen),
        resolvedAt: found.resolvedAt === undefined ? null : expect.any(Date),
        cveIds: found.cveIds,
        'vendor.domainName': found.vendor.domainName,
        'epss.score': null,
      });
    }
  });

  it('leaves no cell that a spreadsheet takes for a formula', async () => {
    const other = await TestOrganization.create(service);
    const { domain } = await aVendor(service, other);
    const titles = ['=HYPERLINK("http://x","y")', '+1', '-1', '@SUM(A1)', 'plain', "'quoted"];
    await importFindings(
      other,
      titles.map((title, index) => aFinding(`h${index}.${domain}`, { title })),
    );
    const { bytes } = await exportOf(service, other, 'observations/export', { format: 'EXPORT_FORMAT_CSV', fields: ['title'] });
    const rows: { title: string }[] = parse(bytes, { columns: true });
    expect(rows.map(({ title }) => title).sort()).toEqual(
      [`'=HYPERLINK("http://x","y")`, `'+1`, `'-1`, `'@SUM(A1)`, 'plain', "'quoted"].sort(),
    );
  });

  it('returns the requested fields, and always the ORN', async () => {
    const rows = await exported(org, 'observations/export', { fields: ['title', 'vendor'] });
    const listed = await walked<Observation>(org, 'observations', 'observations');
    expect(inOrder(rows)).toEqual(
      inOrder(listed.map(({ orn, title, vendor: theirs }) => ({ orn, vendor: theirs, title })).map(sortedLike(rows[0] ?? {}))),
    );
    const csv = await exportOf(service, org, 'observations/export', { fields: ['vendor'], format: 'EXPORT_FORMAT_CSV' });
    expect(csv.bytes.toString().split('\r\n')[0]).toBe('orn,vendor.id,vendor.domainName,vendor.companyName');
    const refused = await org.post('observations/export', { fields: ['title', 'colour'] });
    expect([refused.status, refused.body.details[1].fieldViolations[0].field]).toEqual([400, 'fields[1]']);
  });

  it('is compressed when the client asks for it', async () => {
    const plain = await exportOf(service, org, 'observations/export', {});
    const { headers, bytes, trailers } = await exportOf(service, org, 'observations/export', {}, { 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(inOrder(gunzipSync(bytes).toString().split('\n'))).toEqual(inOrder(plain.bytes.toString().split('\n')));
    expect(trailers).toEqual(plain.trailers);
    const parquet = { format: 'EXPORT_FORMAT_PARQUET' };
    const compressed = await exportOf(service, org, 'observations/export', parquet, { 'accept-encoding': 'gzip' });
    expect(compressed.headers).not.toHaveProperty('content-encoding');
  });

  it.each([{ format: 'EXPORT_FORMAT_XLSX' }, { limit: 5 }, { filters: [{}] }, { mode: 'OPENED' }, { fields: 'title' }])(
    'refuses %j',
    async (request) => {
      expect((await org.post('observations/export', request)).status).toBe(400);
    },
  );

  it('needs the scope of the list', async () => {
    const narrow = await org.withScopes('vendor-directory.read');
    expect(reasonOf(await narrow.post('observations/export', {}))).toBe('SCOPE_MISSING');
  });

  it('counts as one call', async () => {
    const other = await TestOrganization.create(service);
    const first = await other.post('observations/export', {});
    const second = await other.post('observations/export', {});
    const left = (answer: { headers: Headers }) => Number(answer.headers.get('x-ratelimit-remaining'));
    expect(left(first) - left(second)).toBe(1);
  });

  describe('of more than fits into buffers', () => {
    const COUNT = 400;
    let large: TestOrganization;
    const atWork = () => exportsAtWork(fileDatabase().adminUrl, large);

    beforeAll(async () => {
      large = await TestOrganization.create(service);
      const { domain } = await aVendor(service, large);
      await importLargeFindings(large, domain, COUNT);
    });

    it('is one snapshot during concurrent writes, and the only export of its organization', async () => {
      const open = await OpenExport.start(service, large, 'observations/export', {});
      const changed = await large.post('observations/actions/status', {
        filters: [rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_MEDIUM' })],
        approvalStatus: RESOLVED,
      });
      expect(changed.body.updatedCount).toBe(COUNT);
      expect(await atWork()).toBe(1);

      const refused = await large.post('observations/export', {});
      expect([refused.status, reasonOf(refused)]).toEqual([409, 'EXPORT_IN_PROGRESS']);
      expect(refused.headers.get('retry-after')).not.toBeNull();
      expect((await org.post('observations/export', {})).status).toBe(200);

      const lines = (await open.read()).bytes.toString().trimEnd().split('\n');
      expect(lines.length).toBe(COUNT + 1);
      const statuses = new Set(lines.slice(0, -1).map((line) => (JSON.parse(line) as Observation).approvalStatus));
      expect([...statuses]).toEqual(['APPROVAL_STATUS_BACKLOG']);
      expect(await exported(large, 'observations/export')).toEqual([]);
      expect(await exported(large, 'observations/export', ALL)).toHaveLength(COUNT);
    });

    it.each(['EXPORT_FORMAT_JSONL', 'EXPORT_FORMAT_CSV', 'EXPORT_FORMAT_PARQUET'])(
      'cancels its query when the caller disconnects: %s',
      async (format) => {
        const open = await OpenExport.start(service, large, 'observations/export', { ...ALL, format });
        expect(await atWork()).toBe(1);
        open.abort();
        await msUntil(async () => (await atWork()) === 0);
        expect((await large.post('observations/export', { format: 'EXPORT_FORMAT_JSONL' })).status).toBe(200);
      },
    );

    it('reads back from several row groups', async () => {
      const { bytes } = await exportOf(service, large, 'observations/export', { ...ALL, format: 'EXPORT_FORMAT_PARQUET' });
      const rows = await readParquet(bytes);
      expect(new Set(rows.map(({ orn }) => orn)).size).toBe(COUNT);
    });
  });
});

async function readParquet(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return parquetReadObjects({ file });
}

/** The same object with its keys in the order of another. */
function sortedLike(model: object): (row: Record<string, unknown>) => Record<string, unknown> {
  return (row) => Object.fromEntries(Object.keys(model).map((key) => [key, row[key]]));
}
