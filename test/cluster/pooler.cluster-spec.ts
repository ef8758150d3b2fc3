import { Client } from 'pg';
import { spawnJson } from '../support/cli';
import { TestOrganization } from '../support/organization';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { PgBouncer } from './pgbouncer';

const SERVER_CONNECTIONS = 3;

describe.each(['on', 'off'])('through PgBouncer in transaction mode, with prepared statements %s', (prepared) => {
  const database = fileDatabase();
  let bouncer: PgBouncer;
  let service: TestApp;

  beforeAll(async () => {
    bouncer = await PgBouncer.start(database.serviceUrl, SERVER_CONNECTIONS);
    service = await startTestApp({
      DATABASE_URL: bouncer.url,
      DATABASE_MIGRATION_URL: database.adminUrl,
      DATABASE_PREPARED_STATEMENTS: prepared,
      DATABASE_POOL_SIZE: '20',
    });
  });
  afterAll(async () => {
    await service.close();
    await bouncer.stop();
  });

  it('serves every call, and shows each organization its own data', async () => {
    const orgs = await Promise.all(Array.from({ length: 5 }, () => TestOrganization.create(service)));
    await Promise.all(orgs.map((org) => org.post('vendors/groups', { name: org.organization.domain })));
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, turn) => {
        const org = orgs[turn % orgs.length] as TestOrganization;
        const paths = ['vendors/groups', 'whoami', 'questionnaires'];
        const answer = turn % 2 ? await org.get(paths[turn % 3] as string) : await org.post(turn % 4 ? 'vendors' : 'observations', {});
        const groups = (answer.body.vendorGroups ?? []) as { name: string }[];
        return { status: answer.status, foreign: groups.filter(({ name }) => name !== org.organization.domain).length };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ foreign }) => foreign > 0)).toEqual([]);
  });

  it('writes, imports and repeats', async () => {
    const org = await TestOrganization.create(service);
    const vendor = { domainName: 'pooled.com', isMonitored: true };
    expect((await org.post('vendors/create', vendor, { 'idempotency-key': 'once' })).status).toBe(200);
    expect((await org.post('vendors/create', vendor, { 'idempotency-key': 'once' })).headers.get('idempotency-replayed')).toBe('true');
    const finding = { vendorDomain: 'pooled.com', title: 'A', observationType: 'a', category: 'encryption', severity: 'low' };
    const imported = await org.post('observations/import', {
      format: 'jsonl',
      content: JSON.stringify({ ...finding, asset: { url: { url: 'https://a.pooled.com/' } } }),
    });
    expect([imported.status, imported.body.created]).toEqual([200, 1]);
    expect((await org.post('observations', {})).body.observations).toHaveLength(1);
  });

  it('leaves no state behind on connections that others reuse', async () => {
    const client = new Client({ connectionString: bouncer.url });
    await client.connect();
    try {
      for (let turn = 0; turn < 20; turn += 1) {
        const { rows } = await client.query<{ role: string; organization: string | null }>(
          `SELECT current_user AS role, nullif(current_setting('app.organization_id', true), '') AS organization`,
        );
        expect(rows).toEqual([{ role: 'vendor_risk_app', organization: null }]);
      }
    } finally {
      await client.end();
    }
  });

  it('bypasses it for migrations and commands that need to', async () => {
    const settings = { DATABASE_URL: bouncer.url, DATABASE_MIGRATION_URL: database.adminUrl };
    expect(await spawnJson(settings, 'db', 'status')).toMatchObject({ pending: [] });
    expect(await spawnJson(settings, 'db', 'migrate')).toEqual({ migrated: [] });
    expect(await spawnJson(settings, 'org', 'list')).toEqual(expect.arrayContaining([expect.objectContaining({ vrm: true })]));
  });
});
