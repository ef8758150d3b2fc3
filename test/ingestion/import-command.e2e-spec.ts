import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { fileDatabase } from '../support/database';
import { runCli, runJson, startCli } from '../support/cli';
import { aFinding, aVendor, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const COUNTS = { created: 0, reobserved: 0, reopened: 0, resolved: 0, unchanged: 0, rejected: 0, skipped: 0, total: 0, rejections: [] };
const MORE_THAN_A_BATCH = 10_500;

describe('import observations', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;
  let folder: string;
  const { settings } = fileDatabase();

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
    folder = mkdtempSync(join(tmpdir(), 'vendor-risk-import-'));
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function file(name: string, content: string | Buffer): string {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  }
  const options = (path: string, ...more: string[]) => [
    'import',
    'observations',
    '--org',
    org.organization.domain,
    '--format',
    'jsonl',
    '--file',
    path,
    ...more,
  ];
  const linesOf = (count: number, prefix = 'host') =>
    Array.from({ length: count }, (_, index) => `${JSON.stringify(aFinding(`${prefix}-${index}.${vendor.domain}`))}\n`);
  const total = async () =>
    (await org.post('observations', { mode: 'OBSERVATION_MODE_ALL', countMode: 'TOTAL_COUNT_MODE_EXACT', limit: 1 })).body.totalCount;

  it('prints only the counts, with and without --dry-run', async () => {
    const all = linesOf(6);
    const path = file('all.jsonl', all.join(''));
    const dry = await runJson(settings, ...options(path, '--dry-run'));
    expect(dry).toEqual({ ...COUNTS, created: 6, total: 6 });
    expect(await total()).toBe('0');
    expect(await runJson(settings, ...options(path))).toEqual(dry);
    expect(await runJson(settings, ...options(path))).toEqual({ ...COUNTS, unchanged: 6, total: 6 });

    const half = file('half.jsonl', all.slice(0, 3).join(''));
    expect(await runJson(settings, ...options(half, '--close-missing'))).toEqual({
      ...COUNTS,
      unchanged: 3,
      resolved: 3,
      total: 3,
      closingSkipped: false,
    });
    expect(await runJson(settings, ...options(path))).toEqual({ ...COUNTS, unchanged: 6, total: 6 }); // last seen before they were resolved
  });

  it.each([
    ['a file in UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'The file is in UTF-16; save it as UTF-8.'],
    ['a gzip-compressed file', Buffer.from([0x1f, 0x8b, 8, 0, 0]), 'The file is compressed; unpack it first.'],
  ])('prints one error document for %s', async (_, content, message) => {
    const { code, stdout, stderr } = await runCli(settings, ...options(file('broken.jsonl', content)), '--json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'INVALID_ARGUMENT', reason: 'FILE_UNREADABLE', message } });
  });

  it('reads standard input; a killed run writes nothing, and the next one imports everything', async () => {
    const before = await total();
    const lines = linesOf(MORE_THAN_A_BATCH, 'killed');
    const child = startCli(settings, ...options('-'));
    child.stdin.on('error', () => undefined);
    child.stdin.write(lines.join(''));
    await aBatchIsWritten();
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await total()).toBe(before);

    const again = await runJson(settings, ...options(file('killed.jsonl', lines.join(''))));
    expect(again).toEqual({ ...COUNTS, created: MORE_THAN_A_BATCH, total: MORE_THAN_A_BATCH });
    expect(await total()).toBe(String(Number(before) + MORE_THAN_A_BATCH));
  });

  /** Waits until the running import has written rows and needs more of its file. */
  async function aBatchIsWritten(): Promise<void> {
    const client = new Client({ connectionString: settings.DATABASE_MIGRATION_URL });
    await client.connect();
    try {
      for (;;) {
        const { rowCount } = await client.query(
          `SELECT 1 FROM pg_stat_activity
            WHERE application_name = 'vendor-risk-import' AND state = 'idle in transaction' AND query LIKE '%INSERT INTO observation (%'`,
        );
        if (rowCount) return;
        await new Promise((wake) => setTimeout(wake, 50));
      }
    } finally {
      await client.end();
    }
  }
});
