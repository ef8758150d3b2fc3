import { Organizations } from '#platform/auth/organizations';
import { send } from '../support/http';
import { TestOrganization, type Answer } from '../support/organization';
import { burst, readRateLimit, statuses } from '../support/rate-limit';
import { ServiceProcess } from '../support/service-process';
import { freePort } from '#platform/config/free-port';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil, pause } from '../support/wait';
import { RedisServer } from './redis-server';

const LIMIT = 100;

describe('counters in Redis', () => {
  let redis: RedisServer;
  let admin: TestApp;
  let one: ServiceProcess;
  let two: ServiceProcess;

  beforeAll(async () => {
    redis = new RedisServer(await freePort());
    await redis.start();
    admin = await startTestApp({ PUBLIC_BASE_URL: 'http://vendor-risk.test' });
    [one, two] = await Promise.all([startProcess(), startProcess()]);
  });
  afterAll(async () => {
    await Promise.all([one.kill(), two.kill()]);
    await admin.close();
    await redis.kill();
  });

  function startProcess(limit = LIMIT): Promise<ServiceProcess> {
    return ServiceProcess.start({
      REDIS_URL: redis.url,
      RATE_LIMIT_PER_MINUTE: String(limit),
      PUBLIC_BASE_URL: 'http://vendor-risk.test',
      LOG_LEVEL: 'warn',
    });
  }

  const passed = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
  const whoami = (service: ServiceProcess, org: TestOrganization) =>
    send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${org.token}` } });

  /** Waits until a process counts in Redis again. */
  async function shared(): Promise<void> {
    await msUntil(async () => {
      const org = await TestOrganization.create(admin);
      await Promise.all([whoami(one, org), whoami(two, org)]);
      return readRateLimit(await whoami(one, org)).remaining === LIMIT - 3;
    });
  }

  it('allow exactly 100 of 500 simultaneous calls on two processes', async () => {
    const org = await TestOrganization.create(admin);
    const answers = await burst([one.url, two.url], org.token, 500);
    expect(statuses(answers)).toEqual({ 200: LIMIT, 429: 400 });
    const counts = answers.filter(({ status }) => status === 200).map((answer) => readRateLimit(answer).remaining);
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_, at) => at));
  });

  it('count the very first call of a new process', async () => {
    const org = await TestOrganization.create(admin);
    expect(readRateLimit(await whoami(one, org)).remaining).toBe(LIMIT - 1);
    const late = await startProcess();
    try {
      expect(readRateLimit(await whoami(late, org)).remaining).toBe(LIMIT - 2);
    } finally {
      await late.kill();
    }
  });

  it('keep their counts when the limit changes', async () => {
    const org = await TestOrganization.create(admin);
    for (let turn = 0; turn < 5; turn += 1) await whoami(one, org);
    await admin.app.get(Organizations).limit(org.organization.domain, 20);
    await msUntil(async () => readRateLimit(await whoami(two, org)).limit === 20);
    expect(readRateLimit(await whoami(two, org)).remaining).toBeLessThan(15);
  });

  it('survive the loss of Redis during a burst: no call fails, and each process enforces the limit', async () => {
    const org = await TestOrganization.create(admin);
    const before = await burst([one.url, two.url], org.token, 60);
    expect(passed(before)).toBe(60);

    const during = burst([one.url, two.url], org.token, 300);
    await pause(50);
    await redis.kill();
    const after = [...(await during), ...(await burst([one.url, two.url], org.token, 300))];

    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const answer of after) expect(readRateLimit(answer).limit).toBe(LIMIT);
    // 40 calls were left in Redis; without it, each of the two processes counts for itself.
    expect(passed(after)).toBeGreaterThanOrEqual(2 * LIMIT);
    expect(passed(after)).toBeLessThanOrEqual(2 * LIMIT + 40);
    expect((await whoami(one, org)).status).toBe(429);
    expect((await send(`${one.url}/health/ready`)).status).toBe(200);
  });

  it('are exact again once Redis is back', async () => {
    await redis.start();
    await shared();
    const org = await TestOrganization.create(admin);
    expect(statuses(await burst([one.url, two.url], org.token, 300))).toEqual({ 200: LIMIT, 429: 200 });
  });

  it('tolerate an unresponsive Redis, with a short delay', async () => {
    const org = await TestOrganization.create(admin);
    redis.freeze();
    try {
      const started = performance.now();
      const answers = await burst([one.url, two.url], org.token, 50);
      expect(passed(answers)).toBe(50);
      expect(performance.now() - started).toBeLessThan(5000);
    } finally {
      redis.thaw();
    }
    await shared();
  });

  it('let a process start while Redis is down', async () => {
    await redis.kill();
    const late = await startProcess(5);
    try {
      const org = await TestOrganization.create(admin);
      expect(passed(await burst([late.url], org.token, 20))).toBe(5);
      late.signal('SIGTERM');
      expect(await late.end()).toBe(0);
    } finally {
      await late.kill();
      await redis.start();
    }
  });
});
