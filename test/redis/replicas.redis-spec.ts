import { randomUUID } from 'node:crypto';
import { Follower } from '../support/follower';
import { TestOrganization } from '../support/organization';
import { run } from '../support/database';
import { ReplicatedPostgres } from '../support/replicated-postgres';
import { freePort } from '#platform/config/free-port';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil, pause } from '../support/wait';
import { RedisServer } from './redis-server';

const SETTINGS = ['fsync=off', 'hot_standby_feedback=on'];
/** Replicas are not used for five seconds after a write, a connection to Redis or a start. */
const QUIET_MS = 5500;

describe('read replicas', () => {
  let postgres: ReplicatedPostgres;
  let redis: RedisServer;
  let writer: TestApp;
  let reader: TestApp;

  beforeAll(async () => {
    redis = new RedisServer(await freePort());
    [postgres] = await Promise.all([ReplicatedPostgres.start(SETTINGS), redis.start()]);
    [writer, reader] = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all([writer.close(), reader.close()]);
    await postgres.stop();
    await redis.kill();
  });

  function start(): Promise<TestApp> {
    return startTestApp({
      DATABASE_URL: postgres.primary.serviceUrl,
      DATABASE_REPLICA_URLS: postgres.standby.serviceUrl,
      REDIS_URL: redis.url,
      PUBLIC_BASE_URL: 'http://vendor-risk.test',
    });
  }

  /** The same caller on another process, which shares only Redis and PostgreSQL with the first. */
  function at(service: TestApp, org: TestOrganization): TestOrganization {
    return Object.assign(Object.create(TestOrganization.prototype) as TestOrganization, org, { service });
  }

  async function namesOf(org: TestOrganization): Promise<string[]> {
    const answer = await at(reader, org).get('vendors/groups');
    expect(answer.status).toBe(200);
    return answer.body.vendorGroups.map(({ name }: { name: string }) => name);
  }

  /** Adds a group on the primary without a write mark. */
  async function appear(org: TestOrganization, name: string): Promise<void> {
    await run(
      postgres.primary.adminUrl,
      `INSERT INTO vendor_group (organization_id, id, name, created_at, updated_at) VALUES ($1, $2, $3, now(), now())`,
      [org.organization.id, randomUUID(), name],
    );
  }

  const sees = (org: TestOrganization, name: string) => async () => (await namesOf(org)).includes(name);
  /** Lists of an organization without recent writes come from the replica: rows written while replay is paused are missing. */
  async function readsFromReplica(): Promise<boolean> {
    const org = await TestOrganization.create(writer);
    await namesOf(org);
    await pause(QUIET_MS); // its token was recorded in the audit log, which is a write
    await postgres.pauseReplay();
    try {
      await appear(org, 'unseen');
      return !(await sees(org, 'unseen')());
    } finally {
      await postgres.resumeReplay();
    }
  }

  it('serve lists', async () => {
    await pause(QUIET_MS);
    await msUntil(readsFromReplica, 60_000);
  });

  it('are not used for an organization that has just written, on any process', async () => {
    const org = await TestOrganization.create(writer);
    await postgres.pauseReplay();
    try {
      for (let turn = 0; turn < 20; turn += 1) {
        const name = `group ${turn}`;
        expect((await org.post('vendors/groups', { name })).status).toBe(200);
        expect(await namesOf(org)).toContain(name);
      }
    } finally {
      await postgres.resumeReplay();
    }
  });

  it("show an organization's writes once its mark has expired", async () => {
    const org = await TestOrganization.create(writer);
    await org.post('vendors/groups', { name: 'mine' });
    await pause(QUIET_MS);
    expect(await namesOf(org)).toEqual(['mine']);
  });

  it('are never used to check an entitlement', async () => {
    const org = await TestOrganization.create(writer, { vrm: true });
    const orn = `orn:1:observation:vrm:${randomUUID()}:${org.organization.domain}`;
    await namesOf(org);
    await postgres.pauseReplay();
    try {
      const before = await at(reader, org).get(`observations/${encodeURIComponent(orn)}`);
      expect(before.status).toBe(404);
      await run(postgres.primary.adminUrl, `UPDATE organization SET vrm_enabled = false WHERE id = $1`, [org.organization.id]);
      expect((await at(reader, org).get(`observations/${encodeURIComponent(orn)}`)).status).toBe(403);
    } finally {
      await postgres.resumeReplay();
    }
  });

  it('are not used while they lag, and used again when they have caught up', async () => {
    await msUntil(readsFromReplica, 60_000);
    const org = await TestOrganization.create(writer);
    await pause(QUIET_MS);
    await postgres.pauseReplay();
    await appear(org, 'late');
    expect(await namesOf(org)).toEqual([]);
    const left = await msUntil(sees(org, 'late'), 8000);
    expect(left).toBeGreaterThan(1000);
    await postgres.resumeReplay();
    await msUntil(readsFromReplica, 60_000);
  });

  it('do not interrupt a reader of the feed that is ahead of them', async () => {
    await msUntil(readsFromReplica, 60_000);
    const org = await TestOrganization.create(writer);
    const primary = await startTestApp({ DATABASE_URL: postgres.primary.serviceUrl, PUBLIC_BASE_URL: 'http://vendor-risk.test' });
    const groups = { resourceTypes: ['CHANGE_RESOURCE_TYPE_VENDOR_GROUP'] };
    const names = async (follower: Follower) => (await follower.follow()).map(({ vendorGroup }) => (vendorGroup as { name: string }).name);
    const ahead = new Follower(org.through(primary.url), groups);
    const behind = new Follower(org.through(reader.url), groups);
    const told: string[] = [];
    await pause(QUIET_MS);
    await postgres.pauseReplay();
    try {
      await appear(org, 'first');
      told.push(...(await names(behind)));
      expect(await names(ahead)).toEqual(['first']);
      // The replica still lacks what was read with the cursor, which does not mean that data was lost.
      const going = new Follower(org.through(reader.url), groups);
      going.cursor = ahead.cursor;
      expect(await names(going)).toEqual([]);
      await appear(org, 'second');
      expect(await names(going)).toEqual(['second']);
    } finally {
      await postgres.resumeReplay();
      await primary.close();
    }
    await msUntil(async () => {
      told.push(...(await names(behind)));
      return told.length >= 2;
    });
    expect(told).toEqual(['first', 'second']);
  });

  it('are not used when they die, without a failed call, and used again after recovery', async () => {
    const org = await TestOrganization.create(writer);
    const answers: number[] = [];
    const stop = Date.now() + 6000;
    const calls = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (Date.now() < stop) answers.push((await at(reader, org).get('vendors/groups')).status);
      }),
    );
    await pause(500);
    await postgres.kill('standby');
    await calls;
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(answers.length).toBeGreaterThan(100);

    await postgres.restartStandby(SETTINGS);
    await msUntil(readsFromReplica, 20_000);
  });

  it('are not used while Redis is down, nor right after, as write marks may be missing', async () => {
    await msUntil(readsFromReplica, 60_000);
    await redis.kill();
    const org = await TestOrganization.create(writer);
    await postgres.pauseReplay();
    try {
      await org.post('vendors/groups', { name: 'without Redis' });
      expect(await namesOf(org)).toEqual(['without Redis']);
      await redis.start();
      await pause(1500);
      await org.post('vendors/groups', { name: 'with Redis' });
      expect(await namesOf(org)).toEqual(['with Redis', 'without Redis']);
    } finally {
      await postgres.resumeReplay();
    }
    await pause(QUIET_MS);
    await msUntil(readsFromReplica, 60_000);
  });
});
