import { connect } from 'node:net';
import { Redis } from 'ioredis';
import { freePort } from '#platform/config/free-port';
import { send } from '../support/http';
import { reasonOf, TestOrganization, type Answer } from '../support/organization';
import { fileDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil, pause } from '../support/wait';
import { RedisServer } from './redis-server';

const LIMIT = 4;

describe('calls in flight, counted in Redis', () => {
  let redis: RedisServer;
  let reader: Redis;
  const database = fileDatabase();
  let admin: TestApp;
  let one: ServiceProcess;
  let two: ServiceProcess;

  beforeAll(async () => {
    redis = new RedisServer(await freePort());
    await redis.start();
    reader = new Redis(redis.url);
    reader.on('error', () => undefined); // one test stops Redis
    admin = await startTestApp({ PUBLIC_BASE_URL: 'http://vendor-risk.test' });
    [one, two] = await Promise.all([start(), start()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([one.kill(), two.kill()]);
    await admin.close();
    reader.disconnect();
    await redis.kill();
  });

  function start(): Promise<ServiceProcess> {
    return ServiceProcess.start({
      REDIS_URL: redis.url,
      CALLS_IN_FLIGHT: String(LIMIT),
      RATE_LIMIT_PER_MINUTE: '1000000', // the tests poll
      PUBLIC_BASE_URL: 'http://vendor-risk.test',
      LOG_LEVEL: 'warn',
    });
  }
  const call = (service: ServiceProcess, org: TestOrganization, path = 'whoami') =>
    send(`${service.url}/public/v1/${path}`, { headers: { authorization: `Bearer ${org.token}` } });
  const refused = (answer: Answer) => reasonOf(answer) === 'CONCURRENCY_LIMIT_EXCEEDED';
  const isFree = (service: ServiceProcess, org: TestOrganization) => async () => (await call(service, org)).status === 200;

  /** Reads the counter directly. A polling call would take a slot, and a call under test would be refused. */
  const allCounted = (org: TestOrganization) =>
    msUntil(async () => (await reader.zcard(`vendor-risk:in-flight:${org.organization.id}`)) === LIMIT);

  it('are limited across all processes', async () => {
    const org = await TestOrganization.create(admin);
    const release = await database.hold('vendor_group');
    const ended: Answer[] = [];
    const calls = Array.from({ length: 12 }, async (_, at) => {
      ended.push(await call(at % 2 === 0 ? one : two, org, 'vendors/groups'));
    });
    await msUntil(() => Promise.resolve(ended.length === 12 - LIMIT));
    expect(ended.every(refused)).toBe(true);
    await release();
    await Promise.all(calls);
    await msUntil(isFree(two, org));
  });

  it('do not stay counted when their process is killed', async () => {
    const org = await TestOrganization.create(admin);
    const release = await database.hold('vendor_group');
    const lost = Array.from({ length: LIMIT }, () => call(one, org, 'vendors/groups').catch(() => undefined));
    await allCounted(org);
    await one.kill();
    await Promise.all(lost);
    expect(refused(await call(two, org))).toBe(true);
    await release();
    await msUntil(isFree(two, org), 40_000);
    one = await start();
  });

  it('stay counted however long they take', async () => {
    const org = await TestOrganization.create(admin);
    // Bodies that do not arrive time out after thirty seconds, twice as long as a lease.
    const { hostname, port } = new URL(one.url);
    const head = `POST /public/v1/vendors/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
    const slow = Array.from({ length: LIMIT }, () =>
      connect(Number(port), hostname)
        .on('error', () => undefined)
        .resume(),
    );
    for (const socket of slow) socket.write(head);
    await allCounted(org);
    const outcomes: boolean[] = [];
    while (slow.every(({ closed }) => !closed)) {
      outcomes.push(refused(await call(two, org)));
      await pause(500);
    }
    // The last calls may have arrived when the first bodies timed out.
    expect(outcomes.slice(0, -2)).not.toContain(false);
    expect(outcomes.length).toBeGreaterThan(10);
  });

  it('are counted per process while Redis is down', async () => {
    const org = await TestOrganization.create(admin);
    await redis.kill();
    const release = await database.hold('vendor_group');
    const ended: Answer[] = [];
    const calls = Array.from({ length: 12 }, async (_, at) => {
      ended.push(await call(at % 2 === 0 ? one : two, org, 'vendors/groups'));
    });
    await msUntil(() => Promise.resolve(ended.length === 12 - 2 * LIMIT));
    expect(ended.every(refused)).toBe(true);
    await release();
    await Promise.all(calls);
    await redis.start();
  });
});
