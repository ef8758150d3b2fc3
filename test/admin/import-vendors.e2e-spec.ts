import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runJson } from '../support/cli';
import { fileDatabase } from '../support/database';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('import vendors', () => {
  let service: TestApp;
  let org: TestOrganization;
  let folder: string;
  const { settings } = fileDatabase();

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    folder = mkdtempSync(join(tmpdir(), 'vendor-risk-vendors-'));
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads more rows than a call takes, and lists only refused ones', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `vendor-${index}.example.com,"Company\nnumber ${index}"`);
    rows[10_999] = 'not a domain,X';
    const file = join(folder, 'vendors.csv');
    writeFileSync(file, ['domain_name,company_name', ...rows].join('\n'));
    const run = () => runJson(settings, 'import', 'vendors', '--org', org.organization.domain, '--file', file);
    const rejections = [{ row: '11000', code: 'INVALID_DOMAIN', message: expect.any(String) }];
    expect(await run()).toEqual({ total: 12_000, accepted: 11_999, rejected: 1, skipped: 0, rejections });
    expect(await run()).toEqual({ total: 12_000, accepted: 0, rejected: 1, skipped: 11_999, rejections });
  });
});
