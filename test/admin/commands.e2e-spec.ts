import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { Client } from 'pg';
import { fetchToken } from '../support/organization';
import { runCli, runJson, spawnJson } from '../support/cli';
import { send } from '../support/http';
import { fileDatabase, run } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

/** Neither questionnaire templates nor a key set. */
const OTHER_FILE = join(projectRoot(), 'package.json');

interface Credential {
  clientId: string;
  clientSecret: string;
}

describe('admin commands while the server runs', () => {
  const database = fileDatabase();
  let service: TestApp;
  let settings: Record<string, string>;
  let credential: Credential;

  beforeAll(async () => {
    service = await startTestApp();
    settings = database.settings;
  });
  afterAll(async () => {
    await service.close();
  });

  const call = (path: string, token: string) => send(`${service.url}/public/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });

  const refuses = (token: string) => msUntil(async () => (await call('whoami', token)).status === 401);

  it('create an organization and a credential that works', async () => {
    const organization = await runJson(
      settings,
      'org',
      'create',
      '--name',
      'Northwind',
      '--domain',
      'northwind.com',
      '--vrm',
      '--slots',
      '7',
    );
    expect(organization).toEqual({
      id: expect.any(String),
      name: 'Northwind',
      domain: 'northwind.com',
      domains: ['northwind.com'],
      vrm: true,
      monitoringSlots: 7,
    });

    const options = ['--org', 'northwind.com', '--name', 'Export', '--scopes', 'vendor-directory.read,avd.read'];
    credential = (await runJson(settings, 'credential', 'create', ...options)) as Credential;
    expect(credential).toEqual({
      clientId: expect.stringMatching(/^vrc_/),
      clientSecret: expect.stringMatching(/^vrs_[\w~.-]{43,}$/),
      name: 'Export',
      scopes: ['vendor-directory.read', 'avd.read'],
      organization: 'northwind.com',
    });
    const answer = await call('whoami', await fetchToken(service.url, credential));
    expect(answer.body).toMatchObject({ clientId: credential.clientId, organization: { domain: 'northwind.com' } });
  });

  it('change an organization', async () => {
    expect(await runJson(settings, 'org', 'add-domain', 'northwind.com', 'WWW.Northwind.de')).toMatchObject({
      domains: ['northwind.com', 'northwind.de'],
    });
    expect(await runJson(settings, 'org', 'entitle', 'northwind.de', '--vrm', 'on', '--until', '2031-01-31')).toMatchObject({
      vrm: true,
      vrmUntil: '2031-01-31T00:00:00.000Z',
    });
    expect(await runJson(settings, 'org', 'limit', 'northwind.com', '--per-minute', '42000')).toMatchObject({ rateLimitPerMinute: 42000 });
    const token = await fetchToken(service.url, credential);
    await msUntil(async () => (await call('whoami', token)).headers.get('x-ratelimit-limit') === '42000');
    expect(await runJson(settings, 'org', 'list')).toEqual([expect.objectContaining({ domain: 'northwind.com', vrm: true })]);
  });

  it('rotate a credential: the old secret and its tokens end, the new one works', async () => {
    const token = await fetchToken(service.url, credential);
    const rotated = (await spawnJson(settings, 'credential', 'rotate', credential.clientId)) as Credential;
    expect(rotated.clientSecret).not.toBe(credential.clientSecret);
    await refuses(token);
    expect((await call('whoami', token)).body).toMatchObject({ details: [{ reason: 'CREDENTIAL_REVOKED' }, {}] });
    await expect(fetchToken(service.url, credential)).rejects.toThrow('invalid_client');
    credential = rotated;
    expect((await call('whoami', await fetchToken(service.url, credential))).status).toBe(200);
  });

  it('rotate the signing key without breaking tokens', async () => {
    const token = await fetchToken(service.url, credential);
    const { kid } = (await runJson(settings, 'keys', 'rotate')) as { kid: string };
    await msUntil(async () => {
      const jwks = (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
      return jwks.keys.some((key) => key.kid === kid);
    });
    expect((await call('whoami', token)).status).toBe(200);
  });

  it('deprecate an operation, and its responses announce it', async () => {
    const sunset = `${new Date().getUTCFullYear() + 3}-02-03`;
    const replacement = 'https://docs.example.com/next';
    const result = await runJson(settings, 'operation', 'deprecate', 'GetVendorGroups', '--sunset', sunset, '--replacement', replacement);
    expect(result).toMatchObject({ name: 'GetVendorGroups', sunsetAt: `${sunset}T00:00:00.000Z`, replacement });
    const token = await fetchToken(service.url, credential);
    await msUntil(async () => (await call('vendors/groups', token)).headers.has('deprecation'));
    const { headers } = await call('vendors/groups', token);
    expect(headers.get('deprecation')).toBe('true');
    expect(headers.get('sunset')).toBe(new Date(sunset).toUTCString());
    expect(headers.get('link')).toBe(`<${replacement}>; rel=successor-version`);

    const listed = (await runJson(settings, 'operation', 'list')) as { name: string; stage: string }[];
    expect(listed.find(({ name }) => name === 'GetVendorGroups')).toMatchObject({ stage: 'deprecated', replacement });
    expect(listed.find(({ name }) => name === 'WhoAmI')).not.toHaveProperty('sunsetAt');
  });

  it('never bring a retired operation back', async () => {
    const past = ['GetVendorGroup', '2020-01-01', '2021-01-01', 'https://docs.example.com/next'];
    await run(database.adminUrl, 'INSERT INTO operation_lifecycle VALUES ($1, $2, $3, $4)', past);
    const options = ['--sunset', '2040-01-01', '--replacement', '/public/v2/groups'];
    const outcome = await runCli(settings, 'operation', 'deprecate', 'GetVendorGroup', ...options);
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: GetVendorGroup was retired on 2021-01-01.*cannot be undone\.\n$/),
    });
    const token = await fetchToken(service.url, credential);
    await msUntil(async () => (await call('vendors/groups/x', token)).status === 410);
  });

  it('list applied migrations and apply none twice', async () => {
    const status = (await runJson(settings, 'db', 'status')) as { applied: string[]; pending: string[] };
    expect(status.pending).toEqual([]);
    expect(status.applied[0]).toMatch(/^Baseline\d+$/);
    expect(await runJson(settings, 'db', 'migrate')).toEqual({ migrated: [] });
  });

  it('revoke a credential and suspend an organization', async () => {
    const token = await fetchToken(service.url, credential);
    const revoked = await runJson(settings, 'credential', 'revoke', credential.clientId);
    expect(revoked).toMatchObject({ clientId: credential.clientId, revokedAt: expect.any(String) });
    expect(revoked).not.toHaveProperty('clientSecret');
    // The last use is recorded a little later, to the minute.
    const withoutUse = (shown: unknown) => ({ ...(shown as object), lastUsedAt: undefined, lastUsedAddress: undefined });
    const listed = (await runJson(settings, 'credential', 'list')) as unknown[];
    expect(listed.map(withoutUse)).toEqual([withoutUse(revoked)]);
    expect((await runCli(settings, 'credential', 'revoke', credential.clientId)).stderr).toMatch(/was revoked on .*cannot be undone\.\n$/);
    expect(await runJson(settings, 'org', 'suspend', 'northwind.com')).toMatchObject({ suspendedAt: expect.any(String) });
    await refuses(token);
  });

  it('resume an organization and give it other slots', async () => {
    expect(await runJson(settings, 'org', 'resume', 'northwind.com')).not.toHaveProperty('suspendedAt');
    expect(await runJson(settings, 'org', 'slots', 'northwind.com', '--count', '9')).toMatchObject({ monitoringSlots: 9 });
    const scopes = ['--org', 'northwind.com', '--name', 'Again', '--scopes', 'all'];
    credential = (await runJson(settings, 'credential', 'create', ...scopes)) as Credential;
    expect((await call('whoami', await fetchToken(service.url, credential))).status).toBe(200);
  });

  it('delete an organization with all its data, and nothing else', async () => {
    await runJson(settings, 'org', 'create', '--name', 'Neighbour', '--domain', 'neighbour.com', '--vrm', '--slots', '1000');
    for (const domain of ['northwind.com', 'neighbour.com']) {
      await runJson(settings, 'org', 'slots', domain, '--count', '1000');
      await runJson(settings, 'seed', 'load', '--org', domain, '--vendors', '20', '--observations', '300');
    }
    const token = await fetchToken(service.url, credential);
    const before = await rowsByOrganization();
    const wrong = await runCli(settings, 'org', 'delete', 'northwind.com', '--confirm', 'northwind.de');
    expect(wrong).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: --confirm must be northwind.com, the primary domain of the organization.\n',
    });

    const deleted = (await runJson(settings, 'org', 'delete', 'northwind.de', '--confirm', 'northwind.com')) as { id: string };
    await refuses(token);
    expect(await runJson(settings, 'org', 'list')).toEqual([expect.objectContaining({ domain: 'neighbour.com' })]);
    expect(before.filter(([, owner]) => owner === deleted.id).length).toBeGreaterThan(10);
    expect(await rowsByOrganization()).toEqual(before.filter(([, owner]) => owner !== deleted.id));
  });

  /** Number of rows by organization and table. The audit log outlives the organization. */
  async function rowsByOrganization(): Promise<(readonly [string, string, number])[]> {
    const client = new Client({ connectionString: database.adminUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'organization_id' AND table_name NOT LIKE 'audit%' ORDER BY 1`,
    );
    const counts: (readonly [string, string, number])[] = [];
    for (const { name } of rows) {
      const sql = `SELECT organization_id::text AS owner, count(*)::int AS rows FROM ${name} GROUP BY 1 ORDER BY 1`;
      const found = await client.query<{ owner: string; rows: number }>(sql);
      counts.push(...found.rows.map(({ owner, rows: many }) => [name, owner, many] as const));
    }
    await client.end();
    return counts;
  }

  it.each<[string[], number, string, string]>([
    [['org', 'suspend', 'nobody.com'], 1, 'ORGANIZATION_NOT_FOUND', 'There is no organization "nobody.com".'],
    [
      ['credential', 'create', '--org', 'neighbour.com', '--name', 'x', '--scopes', 'findings.reed'],
      2,
      'SCOPE_UNKNOWN',
      'There is no scope findings.reed',
    ],
    [['credential', 'list', '--org', 'nobody.com'], 1, 'ORGANIZATION_NOT_FOUND', 'There is no organization "nobody.com".'],
    [
      ['operation', 'deprecate', 'Nothing', '--sunset', '2040-01-01', '--replacement', '/x'],
      1,
      'OPERATION_NOT_FOUND',
      'There is no operation "Nothing".',
    ],
    [['import', 'templates', '--file', OTHER_FILE], 1, 'INVALID_TEMPLATE_FILE', 'The file cannot be imported'],
    [
      ['credential', 'create', '--org', 'neighbour.com', '--name', 'x', '--scopes', 'all', '--jwks', OTHER_FILE],
      1,
      'INVALID_KEY_SET',
      'The key set must be',
    ],
    [['org', 'limit', 'northwind.com', '--per-minute', 'many'], 2, 'INVALID_REQUEST', '--per-minute must be a whole number'],
    [['org', 'limit', 'northwind.com'], 2, 'WRONG_ARGUMENTS', "required option '--per-minute"],
    [['org', 'entitle', 'neighbour.com', '--vrm', 'off', '--until', '2040-01-01'], 2, 'INVALID_REQUEST', '--until needs --vrm on'],
    [['org', 'nonsense'], 2, 'WRONG_ARGUMENTS', "unknown command 'nonsense'"],
    [['nonsense'], 2, 'WRONG_ARGUMENTS', "unknown command 'nonsense'"],
    [['org'], 2, 'WRONG_ARGUMENTS', ''],
  ])('report the error of %j as one JSON document, or as one line', async (args, code, reason, message) => {
    const asJson = await runCli(settings, ...args, '--json');
    expect({ code: asJson.code, stdout: asJson.stdout }).toEqual({ code, stdout: '' });
    expect(JSON.parse(asJson.stderr)).toEqual({ error: { code: expect.any(String), reason, message: expect.stringContaining(message) } });
    const plain = await runCli(settings, ...args);
    expect(plain).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('print names that could steer a terminal escaped', async () => {
    const name = 'Evil\u001b[2J\u202e\u0085';
    await runJson(settings, 'org', 'create', '--name', 'Escaped', '--domain', 'escaped.com');
    // Names like this are refused today, but earlier versions stored them.
    const { clientId } = (await runJson(
      settings,
      'credential',
      'create',
      '--org',
      'escaped.com',
      '--name',
      'x',
      '--scopes',
      'avd.read',
    )) as {
      clientId: string;
    };
    await run(fileDatabase().adminUrl, `UPDATE oauth_client SET name = $1 WHERE client_id = $2`, [name, clientId]);
    const { stdout } = await runCli(settings, 'credential', 'list', '--org', 'escaped.com');
    expect(stdout).toContain('Evil\\u001b[2J\\u202e\\u0085');
    expect(stdout).toMatch(/^[\x20-\x7e\n]+$/);
    expect(await runJson(settings, 'credential', 'list', '--org', 'escaped.com')).toEqual([expect.objectContaining({ name })]);
  });

  it('list the credentials of one organization', async () => {
    for (const domain of ['listed.com', 'listed-too.com']) {
      await runJson(settings, 'org', 'create', '--name', 'Listed', '--domain', domain);
      await runJson(settings, 'credential', 'create', '--org', domain, '--name', 'Listed', '--scopes', 'findings.read');
    }
    const all = (await runJson(settings, 'credential', 'list')) as { organization: string }[];
    const own = (await runJson(settings, 'credential', 'list', '--org', 'listed.com')) as { organization: string }[];
    expect(own).toEqual(all.filter(({ organization }) => organization === 'listed.com'));
    expect(own).toHaveLength(1);
    expect(own.length).toBeLessThan(all.length);
  });
});

describe('the command line', () => {
  const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };

  it('explains a command without a database', async () => {
    const text = expect.stringMatching(/^Usage: vendor-risk org create [^]*Examples:\n {2}vendor-risk org create /);
    expect(await runCli(nowhere, 'org', 'create', '--help')).toEqual({ code: 0, stdout: text, stderr: '' });
  });

  it.each<[string[], number, string]>([
    [['nonsense'], 2, "unknown command 'nonsense'"],
    [['org', 'nonsense'], 2, "unknown command 'nonsense'"],
    [['org', 'list', '--nonsense'], 2, "unknown option '--nonsense'"],
    [['org', 'list', 'nonsense'], 2, "too many arguments for 'list'"],
    [['org', 'list'], 3, 'The database of DATABASE_URL cannot be reached'],
  ])('refuses %j', async (args, code, message) => {
    expect(await runCli(nowhere, ...args)).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('prints the version of the service', async () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string };
    expect(await runCli(nowhere, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(await runCli(nowhere, '--version', '--json')).toEqual({ code: 0, stdout: `${JSON.stringify({ version })}\n`, stderr: '' });
  });

  it('reports invalid settings in one line', async () => {
    const { code, stdout, stderr } = await runCli({ PORT: 'many', LOG_LEVEL: 'loud' }, 'org', 'list');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^error: Invalid configuration: PORT .*LOG_LEVEL .*\n$/);
  });
});
