import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileDatabase } from '../support/database';
import { runCli, runJson } from '../support/cli';
import { TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { startTestApp, type TestApp } from '../support/test-app';

describe('import dns', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-dns-'));
  const { settings } = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    await new Portfolio(service, org).add({ domain: 'acme.com' });
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('detects with the shipped signatures and those of a folder, and reports the counts', async () => {
    const records = file('records.jsonl', '{"host":"acme.com","mx":["aspmx.l.google.com","a.mx.house-mail.net"]}\nnonsense\n');
    const products = [{ name: 'House Mail', connectionType: 'EMAIL', signals: [{ kind: 'mx', match: { suffix: 'mx.house-mail.net' } }] }];
    file('own.json', JSON.stringify([{ company: 'House Mail', domain: 'house-mail.com', products }]));
    const result = await runJson(settings, 'import', 'dns', '--org', org.organization.domain, '--file', records, '--catalogue', folder);
    expect(result).toEqual({
      vendors: 1,
      relationships: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      deactivated: 0,
      records: 2,
      assigned: 2,
      notFollowed: 0,
      rejected: 1,
      rejections: [{ line: 2, reason: expect.any(String) }],
    });
    const { body } = await org.post('avd/fourth-parties', {});
    expect(body.fourthParties.map((row: { fourthParty: { domain: string } }) => row.fourthParty.domain)).toEqual([
      'google.com',
      'house-mail.com',
    ]);
  });

  it('reports every error of a catalogue and the missing file', async () => {
    const broken = mkdtempSync(join(folder, 'broken-'));
    writeFileSync(join(broken, 'own.json'), '[{"company":"X"}]');
    const records = file('empty.jsonl', '');
    const faulty = await runCli(settings, 'import', 'dns', '--org', org.organization.domain, '--file', records, '--catalogue', broken);
    expect(faulty).toMatchObject({ code: 1, stdout: '' });
    expect(faulty.stderr).toContain('own.json, entry 1');
    const missing = await runCli(settings, 'import', 'dns', '--org', org.organization.domain, '--file', join(folder, 'none.jsonl'));
    expect(missing).toEqual({ code: 1, stdout: '', stderr: `error: There is no file ${join(folder, 'none.jsonl')}.\n` });
  });
});
