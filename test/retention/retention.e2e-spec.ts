import { Client } from 'pg';
import { AuditLog } from '#modules/audit/audit-log';
import { Retention } from '#modules/retention/retention';
import { Organizations } from '#platform/auth/organizations';
import { Jobs } from '#platform/jobs/jobs';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { runJson } from '../support/cli';
import { TestOrganization } from '../support/organization';
import { fileDatabase } from '../support/database';
import { asOrganization } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const TABLES = ['idempotency_key', 'observation_action', 'security_event_impact_change', 'party_score_day', 'portfolio_day'] as const;

describe('expired rows', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let admin: Client;

  beforeAll(async () => {
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    service = await startTestApp({ HISTORY_RETENTION_DAYS: '365' });
  });
  afterAll(async () => {
    await service.close();
    await admin.end();
  });
  beforeEach(async () => {
    org = await TestOrganization.create(service);
  });

  const sql = <Row>(text: string, ...params: unknown[]) => asOrganization<Row>(service, org, text, [org.organization.id, ...params]);
  const cleanUp = () => service.app.get(Retention).cleanUp();

  /** Adds rows to every table with expiry: a number per day, from today back, six hours away from the limit while the tests run. */
  async function fill(days: number, rowsADay: number): Promise<void> {
    const series = `generate_series(0, $2 - 1) AS day, generate_series(1, $3) AS n`;
    await sql(
      `INSERT INTO idempotency_key (organization_id, client_id, operation, key, fingerprint, started_at)
       SELECT $1, 'c', 'o', day || '-' || n, '', now() - day * interval '1 day' + interval '6 hours' FROM ${series}`,
      days,
      rowsADay,
    );
    await sql(
      `INSERT INTO observation_action (organization_id, observation_id, id, action_type, occurred_at, actor_type, actor_name)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 1, now() - day * interval '1 day' + interval '6 hours', 1, 'x' FROM ${series}`,
      days,
      rowsADay,
    );
    await sql(
      `INSERT INTO security_event_impact_change (organization_id, view, party_domain, event_id, id, occurred_at)
       SELECT $1, 1, 'd', 'e', gen_random_uuid(), now() - day * interval '1 day' + interval '6 hours' FROM ${series}`,
      days,
      rowsADay,
    );
    await sql(
      `INSERT INTO party_score_day (organization_id, view, party_domain, day, overall_score)
       SELECT $1, 1, 'party' || n, (now() AT TIME ZONE 'UTC')::date - day, 50 FROM ${series}`,
      days,
      rowsADay,
    );
    await sql(
      `INSERT INTO portfolio_day (organization_id, day, grade_a, grade_b, grade_c, grade_d, grade_f)
       SELECT $1, (now() AT TIME ZONE 'UTC')::date - day, 1, 0, 0, 0, 0 FROM generate_series(0, $2 - 1) AS day`,
      days,
    );
  }

  async function counts(): Promise<number[]> {
    const columns = TABLES.map((table) => `(SELECT count(*)::int FROM ${table} WHERE organization_id = $1) AS ${table}`);
    const [row] = await sql<Record<string, number>>(`SELECT ${columns.join(', ')}`);
    return TABLES.map((table) => row?.[table] ?? Number.NaN);
  }

  it('are deleted in batches; newer rows stay', async () => {
    await fill(400, 6);
    expect(await counts()).toEqual([2400, 2400, 2400, 2400, 400]);
    expect(await cleanUp()).toEqual({
      idempotencyKeys: 398 * 6,
      observationActions: 34 * 6,
      impactChanges: 34 * 6,
      scoreDays: 34 * 6,
      portfolioDays: 34,
    });
    expect(await counts()).toEqual([12, 366 * 6, 366 * 6, 366 * 6, 366]);
    expect(await cleanUp()).toEqual({});
  });

  it('are deleted in as many batches as necessary', async () => {
    await fill(2, 1300);
    await sql(`UPDATE idempotency_key SET started_at = started_at - interval '2 days' WHERE organization_id = $1`);
    expect(await cleanUp()).toEqual({ idempotencyKeys: 2600 });
  });

  it('do not include the last score before the limit and the current state', async () => {
    const vendor = await aVendor(service, org);
    await importFindings(org, [aFinding(`www.${vendor.domain}`)]);
    const [{ orn }] = (await org.post('observations', {})).body.observations;
    expect((await org.post('observations/actions/flag', { observationOrns: [orn] })).body.flaggedCount).toBe(1);
    await sql(`UPDATE party_score_day SET day = day - 1000 WHERE organization_id = $1`);
    await sql(`UPDATE observation_flag SET flagged_at = flagged_at - interval '1000 days' WHERE organization_id = $1`);
    await cleanUp();
    expect(await sql(`SELECT 1 FROM party_score_day WHERE organization_id = $1`)).toHaveLength(1);
    expect(await sql(`SELECT 1 FROM observation_flag WHERE organization_id = $1`)).toHaveLength(1);
    expect((await org.post('observations', {})).body.observations).toHaveLength(1);
  });

  it('are deleted once when several processes run at the same time', async () => {
    await fill(400, 1);
    const results = await Promise.all([cleanUp(), cleanUp(), cleanUp(), cleanUp()]);
    const total = results.reduce((sum, { observationActions = 0 }) => sum + observationActions, 0);
    expect(total).toBe(34);
    expect((await counts())[1]).toBe(366);
  });

  it('are deleted by an hourly job, in one of several processes', async () => {
    const serving = await Promise.all([1, 2, 3].map(() => startTestApp({ HISTORY_RETENTION_DAYS: '365' })));
    try {
      await fill(400, 1);
      await admin.query(`SELECT job_send('retention', '', now())`);
      await Promise.all(serving.map(({ app }) => app.get(Jobs).start()));
      await msUntil(async () => (await admin.query(`SELECT 1 FROM pgboss.job WHERE name = 'retention'`)).rowCount === 0);
      expect((await counts())[1]).toBe(366);
      const deletions = await sql(
        `SELECT 1 FROM audit_event WHERE organization_id = $1 AND operation = 'retention' AND targets::text LIKE '%observation_action%'`,
      );
      expect(deletions).toHaveLength(1);
      const { rows } = await admin.query(`SELECT cron, timezone FROM pgboss.schedule WHERE name = 'retention'`);
      expect(rows).toEqual([{ cron: '7 * * * *', timezone: 'UTC' }]);
    } finally {
      await Promise.all(serving.map((each) => each.close()));
    }
  });

  it('are kept forever when retention is disabled', async () => {
    const patient = await startTestApp({ HISTORY_RETENTION_DAYS: '0' });
    try {
      await fill(900, 1);
      expect(await patient.app.get(Retention).cleanUp()).toEqual({ idempotencyKeys: 898 });
    } finally {
      await patient.close();
    }
  });

  it('are whole months of the audit log, deleted as the owner and recorded', async () => {
    const keeping = await startTestApp({ ...database.settings, AUDIT_RETENTION_MONTHS: '2' });
    try {
      const { id } = org.organization;
      const events = () => sql<{ operation: string }>(`SELECT operation FROM audit_event WHERE organization_id = $1 ORDER BY sequence`);
      const before = await events();
      const retention = keeping.app.get(Retention);
      expect((await retention.cleanUp()).auditEvents).toBeUndefined();
      const inThreeMonths = new Date();
      inThreeMonths.setUTCMonth(inThreeMonths.getUTCMonth() + 3, 15);
      expect((await retention.cleanUp(inThreeMonths.getTime())).auditEvents).toBeGreaterThanOrEqual(before.length);
      expect(await events()).toEqual([{ operation: 'retention' }]);
      expect(await keeping.app.get(AuditLog).verify(id)).toMatchObject({ events: 1, faults: [] });
    } finally {
      await keeping.close();
    }
  });

  it('are also deleted by the command', async () => {
    await fill(800, 1);
    const result = await runJson(database.settings, 'db', 'clean'); // the default is 730 days; the previous test left some rows too
    expect(result).toMatchObject({ idempotencyKeys: 798, scoreDays: expect.any(Number) });
    expect((await counts())[1]).toBe(731);
  });

  // Last, because every later clean-up would visit all these organizations.
  it('are found in every organization', async () => {
    await cleanUp(); // rows that earlier tests left
    const organizations = service.app.get(Organizations);
    for (let at = 0; at < 150; at += 1)
      await organizations.create({ name: `Quiet ${at}`, domain: `quiet-${at}.com`, vrm: false, slots: 0 });
    org = await TestOrganization.create(service);
    await fill(3, 1);
    expect(await cleanUp()).toEqual({ idempotencyKeys: 1 });
  });
});
