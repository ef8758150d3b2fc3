import { KeyRewrap } from '#platform/auth/key-rewrap';
import { Jobs } from '#platform/jobs/jobs';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { fileDatabase, maintenanceUrl, run } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

describe('a failing database', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp({ DATABASE_POOL_SIZE: '3' });
    org = await TestOrganization.create(service);
  });
  afterAll(async () => {
    await service.close();
  });

  const admin = (sql: string) => run(database.adminUrl, sql);
  /** Makes the service reconnect, so that it sees settings of the whole database. */
  const hangUpAll = () =>
    admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  const list = () => org.get('vendors/groups');
  const create = (label: string) => org.post('vendors/groups', { name: `${label} ${Date.now()}` });
  const status = async (path: string) => (await send(`${service.url}${path}`)).status;

  it('that holds a lock too long: 503 after five seconds, with Retry-After', async () => {
    const release = await database.hold('vendor_group');
    const answer = await create('Locked');
    await release();
    expectError(answer, 503, 'LOCK_TIMEOUT');
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await create('Unlocked')).status).toBe(200);
  });

  it('that exceeds the statement timeout: 504', async () => {
    const release = await database.hold('vendor_group');
    const answer = list();
    await database.heldUp(1);
    // What PostgreSQL does itself at the statement timeout.
    await admin(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    expectError(await answer, 504, 'STATEMENT_TIMEOUT');
    await release();
    expect((await list()).status).toBe(200);
  });

  it('whose connections are all in use: 503 after two seconds, and calls that need none are answered', async () => {
    const other = await TestOrganization.create(service); // one organization cannot use them all
    const release = await database.hold('vendor_group');
    const waiting = [create('A'), create('B'), other.post('vendors/groups', { name: 'C' })];
    await database.heldUp(3);
    const refused = await list();
    expectError(refused, 503, 'DATABASE_BUSY');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await org.get('whoami')).status).toBe(200);
    expect(await status('/health/ready')).toBe(200);
    await release();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200, 200]);
  });

  it('that is read-only: reads succeed, writes get 503', async () => {
    await admin(`ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
    await hangUpAll();
    await msUntil(async () => (await list()).status === 200);
    const refused = await create('Read only');
    expectError(refused, 503, 'DATABASE_READ_ONLY');
    expect(refused.headers.get('retry-after')).toBe('5');
    expectError(await org.post('vendors/groups', { name: 'With a key' }, { 'idempotency-key': 'read-only' }), 503, 'DATABASE_READ_ONLY');
    // What a service does at its start.
    await expect(service.app.get(KeyRewrap).warning()).resolves.toBeDefined();
    await expect(service.app.get(Jobs).start()).resolves.toBeUndefined();

    await run(maintenanceUrl(), `ALTER DATABASE ${database.name} RESET default_transaction_read_only`);
    await hangUpAll();
    await msUntil(async () => (await create('Writable')).status === 200);
    expect((await org.post('vendors/groups', { name: 'With a key' }, { 'idempotency-key': 'read-only' })).status).toBe(200);
  });

  it('that is full: 503', async () => {
    await admin(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file "base/1/1": No space left on device' USING ERRCODE = '53100'; END $$`);
    await admin(`CREATE TRIGGER full_disk BEFORE INSERT ON vendor_group FOR EACH ROW EXECUTE FUNCTION full_disk()`);
    const refused = await create('Full');
    expectError(refused, 503, 'DATABASE_FULL');
    expect(JSON.stringify(refused.body)).not.toContain('base/1');
    await admin(`DROP TRIGGER full_disk ON vendor_group`);
    expect((await create('Space again')).status).toBe(200);
  });

  it('that is down: 503, alive but not ready, and recovered within five seconds', async () => {
    const restore = await database.cutOff();
    const answers = [await list(), await create('Gone'), await list()];
    for (const answer of answers) {
      expectError(answer, 503, 'DATABASE_UNAVAILABLE');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await status('/health/live')).toBe(200);
    expect(await status('/health/ready')).toBe(503);
    await restore();
    await msUntil(async () => (await list()).status === 200 && (await create('Back')).status === 200);
    expect(await status('/health/ready')).toBe(200);
  });
});
