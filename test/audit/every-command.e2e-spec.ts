import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { projectRoot } from '#platform/config/project-root';
import { runCli, runJson } from '../support/cli';
import { fileDatabase } from '../support/database';

interface Event {
  operation: string;
  surface: string;
  log: string;
}

const FIXTURES = join(projectRoot(), 'test', 'fixtures');
const PLATFORM = '00000000-0000-0000-0000-000000000000';
const ORG = ['--org', 'commands.com'];
const fixture = (name: string) => ['--file', join(FIXTURES, name)];

describe('every admin command that writes leaves one audit event', () => {
  const database = fileDatabase();
  let owner: Client;
  let folder: string;
  let clientId: string;
  let kid: string;

  beforeAll(async () => {
    owner = new Client({ connectionString: database.adminUrl });
    await owner.connect();
    folder = mkdtempSync(join(tmpdir(), 'every-command-'));
    writeFileSync(join(folder, 'vendors.csv'), 'domain_name,is_monitored\nacme.com,true\n');
    writeFileSync(join(folder, 'none.jsonl'), '');
    await runJson(database.settings, 'operation', 'list'); // loads every module: the first start records the templates that it ships
  });
  afterAll(async () => {
    await owner.end();
    rmSync(folder, { recursive: true });
  });

  const file = (name: string) => ['--file', join(folder, name)];

  /** Each writing command with arguments that change something, and the log of its event. Reading commands have no log. */
  const WRITES: [string, () => string[], 'platform' | 'organization'][] = [
    ['org create', () => ['--name', 'Commands', '--domain', 'commands.com', '--vrm', '--slots', '5'], 'organization'],
    ['org add-domain', () => ['commands.com', 'commands.de'], 'organization'],
    ['org entitle', () => ['commands.com', '--vrm', 'on', '--until', '2031-01-31'], 'organization'],
    ['org slots', () => ['commands.com', '--count', '9'], 'organization'],
    ['org limit', () => ['commands.com', '--per-minute', '100'], 'organization'],
    ['org allow', () => ['commands.com', '--cidr', '127.0.0.0/8'], 'organization'],
    ['org suspend', () => ['commands.com'], 'organization'],
    ['org resume', () => ['commands.com'], 'organization'],
    ['credential create', () => [...ORG, '--name', 'Robot', '--scopes', 'findings.read'], 'organization'],
    ['credential rotate', () => [clientId], 'organization'],
    ['credential revoke', () => [clientId], 'organization'],
    ['import vendors', () => [...ORG, ...file('vendors.csv')], 'organization'],
    [
      'import observations',
      () => [...ORG, '--format', 'grype', ...fixture('ingestion/grype.json'), '--vendor', 'acme.com'],
      'organization',
    ],
    ['import dns', () => [...ORG, ...fixture('avd/ten-vendors.dns')], 'organization'],
    ['import events', () => ['--format', 'kev', ...fixture('security-events/kev.json')], 'platform'],
    ['import templates', () => ['--file', join(projectRoot(), 'src/modules/questionnaires/templates/security-baseline.json')], 'platform'],
    ['enrich kev', () => fixture('enrichment/kev.json'), 'platform'],
    ['enrich epss', () => fixture('enrichment/epss.csv'), 'platform'],
    ['enrich capec', () => fixture('enrichment/capec.json'), 'platform'],
    ['operation deprecate', () => ['GetVendorGroups', '--sunset', '2029-06-30', '--replacement', '/public/v2/groups'], 'platform'],
    ['keys rotate', () => [], 'platform'],
    ['keys rotate', () => ['--every', '30d'], 'platform'],
    ['keys revoke', () => [kid], 'platform'],
    ['db restored', () => [], 'platform'],
    ['monitor pause', () => ORG, 'organization'],
    ['monitor resume', () => ORG, 'organization'],
    ['monitor opt-out', () => ['acme.com'], 'platform'],
    ['monitor opt-in', () => ['acme.com'], 'platform'],
    ['seed load', () => [...ORG, '--vendors', '2', '--observations', '10'], 'organization'],
    ['org delete', () => ['commands.com', '--confirm', 'commands.com'], 'platform'],
  ];
  const READS = [
    'org list',
    'operation list',
    'credential list',
    'monitor status',
    'monitor opt-outs',
    'db status',
    'db verify',
    'audit verify',
    'audit export',
    'export observations',
    'export observation-actions',
    'export vendors',
    'export fourth-parties',
    'export security-events',
  ];
  /** Tested elsewhere: they need more than an organization. */
  const ELSEWHERE = ['db migrate', 'db clean', 'keys rewrap', 'monitor check', 'monitor run', 'seed demo', 'seed clear', 'score verify'];

  const events = async () =>
    (
      await owner.query<Event & { id: string }>(
        `SELECT id, operation, surface, organization_id AS log FROM audit_event ORDER BY organization_id, sequence`,
      )
    ).rows;

  it('for each of them', async () => {
    for (const [command, options, log] of WRITES) {
      const known = new Set((await events()).map(({ id }) => id));
      const result = (await runJson(database.settings, ...command.split(' '), ...options())) as Record<string, string>;
      if (command === 'credential create') clientId = result.clientId ?? '';
      if (command === 'keys rotate') kid = result.kid ?? kid;
      const left = (await events()).filter(({ id }) => !known.has(id));
      const here = left.filter((event) => (event.log === PLATFORM) === (log === 'platform'));
      expect({ command, left: here }).toEqual({
        command,
        left: [expect.objectContaining({ operation: command, surface: 'AUDIT_SURFACE_ADMIN' })],
      });
    }
  });

  it('and reading commands leave none', async () => {
    await runJson(database.settings, 'org', 'create', '--name', 'Commands', '--domain', 'commands.com', '--vrm');
    const before = await events();
    for (const command of READS) {
      const needsOrg = command.startsWith('export') || command === 'audit export';
      const output = needsOrg ? [...ORG, ...file('out.jsonl')] : [];
      await runJson(database.settings, ...command.split(' '), ...output);
    }
    expect(await events()).toEqual(before);
  });

  it('and no command is missing in these lists', async () => {
    const listed = new Set([...WRITES.map(([command]) => command), ...READS, ...ELSEWHERE]);
    expect((await allCommands()).filter((command) => !listed.has(command))).toEqual([]);
  });

  /** From the help texts. */
  async function allCommands(): Promise<string[]> {
    const found: string[] = [];
    for (const group of await listedBy()) for (const name of await listedBy(group)) found.push(`${group} ${name}`);
    return found;
  }

  async function listedBy(...group: string[]): Promise<string[]> {
    const { stdout } = await runCli(database.settings, ...group, '--help');
    const [, commands = ''] = stdout.split('Commands:\n');
    return [...commands.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name as string).filter((name) => name !== 'help');
  }
});
