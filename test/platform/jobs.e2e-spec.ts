import { Client } from 'pg';
import { Database, PLATFORM } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const QUEUE = 'trial';
const CRON_QUEUE = 'trial-cron';
const HOURLY_QUEUE = 'trial-hourly';
/** Not while this test runs. */
const HOURLY_MINUTE = (new Date().getUTCMinutes() + 30) % 60;

describe('jobs', () => {
  const own = fileDatabase();
  let services: TestApp[];
  let ran: string[] = [];
  let failures = 0;

  async function asOwner<Row>(sql: string, params: unknown[] = []): Promise<Row[]> {
    const admin = new Client({ connectionString: own.adminUrl });
    await admin.connect();
    try {
      return (await admin.query(sql, params)).rows as Row[];
    } finally {
      await admin.end();
    }
  }

  /** The workers of two processes on one database. */
  beforeAll(async () => {
    for (const queue of [QUEUE, CRON_QUEUE, HOURLY_QUEUE]) {
      await asOwner(`SELECT pgboss.create_queue($1, '{"policy": "short", "retryLimit": 3, "retryDelay": 0, "expireInSeconds": 5}')`, [
        queue,
      ]);
    }
    services = [await startTestApp(), await startTestApp()];
    for (const { app } of services) {
      const jobs = app.get(Jobs);
      const handler = (key: string) => {
        ran.push(key);
        if (key.startsWith('fails') && failures-- > 0) throw new Error('as the test wants it');
        return Promise.resolve();
      };
      jobs.work(QUEUE, { concurrency: 4, handler: async (key) => handler(key) });
      jobs.work(CRON_QUEUE, { concurrency: 1, handler: async () => handler('cron') });
      jobs.schedule(CRON_QUEUE, '* * * * *');
      jobs.hourly(HOURLY_QUEUE, { minute: HOURLY_MINUTE, atStart: true, run: async () => handler('hourly') });
    }
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
  });

  beforeEach(() => {
    ran = ran.filter((key) => key === 'cron' || key === 'hourly');
  });

  const send = (...keys: string[]) => {
    const app = services[0]!.app;
    return app.get(Database).transaction(PLATFORM, async (tx) => {
      for (const key of keys) await app.get(Jobs).send(tx, QUEUE, { key });
    });
  };
  const waiting = async () => {
    const rows = await asOwner<{ jobs: number }>(`SELECT count(*)::int AS jobs FROM pgboss.job WHERE name = $1`, [QUEUE]);
    return rows[0]?.jobs;
  };

  it('wait once per key, and not at all after a rollback', async () => {
    await send('a', 'b');
    await send('a');
    await expect(
      services[0]!.app.get(Database).transaction(PLATFORM, async (tx) => {
        await services[0]!.app.get(Jobs).send(tx, QUEUE, { key: 'c' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await waiting()).toBe(2);
  });

  it('refuse a queue that no migration created', async () => {
    const app = services[0]!.app;
    await expect(app.get(Database).transaction(PLATFORM, (tx) => app.get(Jobs).send(tx, 'unknown', { key: 'a' }))).rejects.toThrow(
      'There is no job queue unknown.',
    );
  });

  it('run once the application serves, each in one of the processes, and leave nothing behind', async () => {
    await Promise.all(services.map(({ app }) => app.get(Jobs).start()));
    await msUntil(async () => (await waiting()) === 0);
    expect(ran.filter((key) => key === 'a' || key === 'b').sort()).toEqual(['a', 'b']);

    const keys = Array.from({ length: 30 }, (_, index) => `key ${String(index).padStart(2, '0')}`);
    await send(...keys);
    await msUntil(async () => (await waiting()) === 0);
    expect(ran.filter((key) => key.startsWith('key')).sort()).toEqual(keys);
  });

  it('of hourly work run once an hour, and once after processes started together', async () => {
    await msUntil(() => Promise.resolve(ran.includes('hourly')));
    const { length } = await asOwner(`SELECT 1 FROM pgboss.job WHERE name = $1 AND state = 'created'`, [HOURLY_QUEUE]);
    expect({ ran: ran.filter((key) => key === 'hourly').length, waiting: length }).toEqual({ ran: 1, waiting: 0 });
    expect(await asOwner(`SELECT cron FROM pgboss.schedule WHERE name = $1`, [HOURLY_QUEUE])).toEqual([
      { cron: `${HOURLY_MINUTE} * * * *` },
    ]);
  });

  it('wait until their delay is over, or until the commit of a transaction that sends them earlier', async () => {
    const app = services[0]!.app;
    await app.get(Database).transaction(PLATFORM, (tx) => app.get(Jobs).send(tx, QUEUE, { key: 'late', delaySeconds: 3600 }));
    const sender = new Client({ connectionString: own.adminUrl });
    await sender.connect();
    await sender.query(`BEGIN; SELECT job_send('${QUEUE}', 'late', now())`);
    await send('now');
    await msUntil(async () => Promise.resolve(ran.includes('now')));
    expect(ran).not.toContain('late');
    await sender.query('COMMIT');
    await sender.end();
    await msUntil(async () => Promise.resolve(ran.includes('late')));
  });

  it('are retried after a failure', async () => {
    failures = 2;
    await send('fails');
    await msUntil(async () => (await waiting()) === 0);
    expect(ran.filter((key) => key === 'fails')).toHaveLength(3);
  });

  it('of a dead process are taken over after a database failure', async () => {
    await asOwner(
      `INSERT INTO pgboss.job (name, singleton_key, state, started_on, expire_in, policy)
       VALUES ($1, 'orphan', 'active', now() - interval '1 minute', interval '5 seconds', 'short')`,
      [QUEUE],
    );
    const letIn = await own.cutOff();
    await letIn();
    await msUntil(async () => Promise.resolve(ran.includes('orphan')));
  });

  it('run by cron', async () => {
    await msUntil(() => Promise.resolve(ran.includes('cron')));
  });

  it('need no privilege to create queues', async () => {
    const rows = await asOwner<{ may: boolean }>(
      `SELECT has_function_privilege('vendor_risk_service', 'pgboss.create_queue(text, json)', 'EXECUTE')
           OR has_table_privilege('vendor_risk_service', 'pgboss.queue', 'INSERT') AS may`,
    );
    expect(rows).toEqual([{ may: false }]);
  });
});
