import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { fileDatabase } from '../support/database';
import { runCli, runJson } from '../support/cli';
import { exported, inOrder, OpenExport } from '../support/exports';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings, importLargeFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('export by command', () => {
  let service: TestApp;
  let org: TestOrganization;
  let folder: string;
  const { settings } = fileDatabase();

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    const { domain } = await aVendor(service, org);
    await importFindings(
      org,
      Array.from({ length: 30 }, (_, index) => aFinding(`h${index}.${domain}`, { severity: index < 10 ? 'HIGH' : 'LOW' })),
    );
    folder = mkdtempSync(join(tmpdir(), 'vendor-risk-export-'));
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const options = (what: string, file: string, ...more: string[]) => [
    'export',
    what,
    '--org',
    org.organization.domain,
    '--file',
    join(folder, file),
    ...more,
  ];

  it('writes the same rows as the API, and replaces an existing file', async () => {
    const file = join(folder, 'all.jsonl');
    writeFileSync(file, 'old');
    const result = await runJson(settings, ...options('observations', 'all.jsonl'));
    const text = readFileSync(file, 'utf8');
    expect(result).toEqual({ file, format: 'EXPORT_FORMAT_JSONL', rows: 30, bytes: Buffer.byteLength(text) });
    const lines = text.trimEnd().split('\n');
    expect(lines.pop()).toBe('{"exportComplete":true,"rows":"30"}');
    expect(inOrder(lines.map((line) => JSON.parse(line) as unknown))).toEqual(inOrder(await exported(org, 'observations/export')));
  });

  it('takes a format, fields, filters and a mode', async () => {
    const filters = JSON.stringify([rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_HIGH' })]);
    await runJson(settings, ...options('observations', 'high.csv', '--format', 'csv', '--fields', 'severity, title', '--filters', filters));
    const rows: Record<string, string>[] = parse(readFileSync(join(folder, 'high.csv')), { columns: true });
    expect(rows).toHaveLength(10);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['orn', 'severity', 'title']);
    expect(await runJson(settings, ...options('observations', 'none.jsonl', '--mode', 'resolved'))).toMatchObject({ rows: 0 });
  });

  it.each([
    ['observation-actions', 30],
    ['vendors', 1],
    ['fourth-parties', 0],
    ['security-events', 0],
  ])('writes %s', async (what, rows) => {
    expect(await runJson(settings, ...options(what, `${what}.parquet`, '--format', 'parquet'))).toMatchObject({ rows });
    const bytes = readFileSync(join(folder, `${what}.parquet`));
    expect(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).toHaveLength(rows);
  });

  it.each([
    [['--format', 'xlsx'], '--format takes jsonl, csv or parquet'],
    [['--filters', '{'], '--filters takes JSON'],
    [['--fields', 'colour'], 'fields'],
    [['--mode', 'every'], '--mode takes one of open, resolved, all'],
  ])('refuses %j and writes nothing', async (more, message) => {
    const { code, stderr } = await runCli(settings, ...options('observations', 'refused.jsonl', ...more));
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(folder, 'refused.jsonl'))).toBe(false);
  });

  it('leaves no partial file behind when it fails', async () => {
    const large = await TestOrganization.create(service);
    const { domain } = await aVendor(service, large);
    await importLargeFindings(large, domain, 400);
    const open = await OpenExport.start(service, large, 'observations/export', {});
    const file = join(folder, 'busy.jsonl');
    const refused = await runCli(settings, 'export', 'observations', '--org', large.organization.domain, '--file', file, '--json');
    open.abort();
    expect([refused.code, JSON.parse(refused.stderr)]).toMatchObject([1, { error: { reason: 'EXPORT_IN_PROGRESS' } }]);
    const nowhere = await runCli(settings, ...options('observations', 'no-folder/x.jsonl'));
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('cannot be written')]);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });
});
