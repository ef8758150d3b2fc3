import { randomUUID } from 'node:crypto';
import { Organizations } from '#platform/auth/organizations';
import { Counters } from '#platform/rate-limit/counters';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { McpCaller } from '../support/mcp';
import { TestOrganization, type Answer } from '../support/organization';
import { burst, readRateLimit, statuses } from '../support/rate-limit';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil, pause } from '../support/wait';

const LIMIT = 100;
const SETTINGS = { RATE_LIMIT_PER_MINUTE: String(LIMIT), PUBLIC_BASE_URL: 'http://vendor-risk.test' };

describe('rate limits', () => {
  let service: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    [service, other] = await Promise.all([startTestApp(SETTINGS), startTestApp(SETTINGS)]);
  });
  afterAll(() => Promise.all([service.close(), other.close()]));

  const bearer = (org: TestOrganization) => ({ authorization: `Bearer ${org.token}` });

  it('allow exactly the limit of 500 simultaneous calls, and count down one by one', async () => {
    const org = await TestOrganization.create(service);
    const answers = await burst([service.url], org.token, 500);
    expect(statuses(answers)).toEqual({ 200: LIMIT, 429: 400 });

    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.map((answer) => readRateLimit(answer).remaining).sort((a, b) => a - b)).toEqual(
      Array.from({ length: LIMIT }, (_, at) => at),
    );
    for (const answer of answers) {
      const { policy, limit, reset, remaining } = readRateLimit(answer);
      expect(policy).toBe('"rest";q=100;w=60');
      expect(limit).toBe(LIMIT);
      expect(reset).toBeGreaterThanOrEqual(1);
      expect(reset).toBeLessThanOrEqual(60);
      if (answer.status === 429) expect(remaining).toBe(0);
    }
  });

  it('return Retry-After', async () => {
    const org = await TestOrganization.create(service);
    await service.app.get(Organizations).limit(org.organization.domain, 1);
    expect((await org.get('whoami')).body.rateLimit).toEqual({ limit: 1, windowSeconds: 60 });
    const answer = await org.get('whoami');
    expectError(answer, 429, 'RATE_LIMIT_EXCEEDED');
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(readRateLimit(answer).reset);
    expect(answer.body.details).toContainEqual({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${wait}s` });
    expect(answer.body.details[0].metadata).toEqual({ limit: '1', windowSeconds: '60', surface: 'rest' });
    expect(answer.headers.get('service-api-version')).toBe('1.0.0');
  });

  it('apply per organization, not per credential', async () => {
    const [org, stranger] = await Promise.all([TestOrganization.create(service), TestOrganization.create(service)]);
    const colleague = await org.withScopes('findings.read');
    expect(readRateLimit(await org.get('whoami')).remaining).toBe(99);
    expect(readRateLimit(await colleague.get('whoami')).remaining).toBe(98);
    expect(readRateLimit(await stranger.get('whoami')).remaining).toBe(99);
  });

  it('count REST and MCP separately, with the same limit', async () => {
    const org = await TestOrganization.create(service);
    await service.app.get(Organizations).limit(org.organization.domain, 2);
    await org.get('whoami');
    await org.get('whoami');
    expect((await org.get('whoami')).status).toBe(429);

    const mcp = new McpCaller(service, org.token);
    const first = await mcp.call('WhoAmI');
    expect([first.status, readRateLimit(first)]).toEqual([
      200,
      expect.objectContaining({ policy: '"mcp";q=2;w=60', surface: 'mcp', remaining: 1 }),
    ]);
    await mcp.call('WhoAmI');
    const refused = await mcp.call('WhoAmI');
    expect(refused.headers.get('retry-after')).toBeTruthy();
    expect(readRateLimit(refused).remaining).toBe(0);
  });

  it("apply an operator's change on every process", async () => {
    const org = await TestOrganization.create(service);
    const there = async () => readRateLimit(await send(`${other.url}/public/v1/whoami`, { headers: bearer(org) })).limit;
    expect(await there()).toBe(LIMIT);
    await service.app.get(Organizations).limit(org.organization.domain, 7);
    expect(readRateLimit(await org.get('whoami')).limit).toBe(7);
    await msUntil(async () => (await there()) === 7);
  });

  it('count every authenticated call, whatever its result', async () => {
    const org = await TestOrganization.create(service);
    const narrow = await org.withScopes('avd.read');
    const calls = [
      () => org.get('vendors/groups', { colour: 'red' }),
      () => org.post('vendors/groups', '{broken'),
      () => org.post('vendors/groups', '{}', { 'content-type': 'text/plain' }),
      () => org.get('vendors/groups/x'),
      () => narrow.get('vendors/groups'),
      () => org.get('whoami', {}, { 'service-api-version': '9.0.0' }),
      () => org.get('nowhere'),
      () => org.post('whoami', {}),
      () => org.get('vendors/create'),
    ];
    const seen: [number, number][] = [];
    for (const call of calls) {
      const answer = await call();
      seen.push([answer.status, readRateLimit(answer).remaining]);
    }
    expect(seen).toEqual([400, 400, 415, 404, 403, 400, 404, 405, 405].map((status, at) => [status, 99 - at]));
  });

  it('count an unsupported method on the MCP path as an MCP call', async () => {
    const org = await TestOrganization.create(service);
    const answer = await org.get('mcp');
    expectError(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(readRateLimit(answer)).toMatchObject({ surface: 'mcp', remaining: 99 });
    expect(readRateLimit(await org.get('whoami')).remaining).toBe(99);
  });

  it('also apply to unknown paths', async () => {
    const org = await TestOrganization.create(service);
    await service.app.get(Organizations).limit(org.organization.domain, 1);
    expectError(await org.get('nowhere'), 404, 'ROUTE_NOT_FOUND');
    const answer = await org.get('nowhere');
    expectError(answer, 429, 'RATE_LIMIT_EXCEEDED');
    expect(readRateLimit(answer).remaining).toBe(0);
  });

  it('send no limit headers without a valid token', async () => {
    const org = await TestOrganization.create(service);
    for (const token of ['', `${org.token}x`]) {
      const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
      const answer = await send(`${service.url}/public/v1/nowhere`, { headers });
      expectError(answer, 404, 'ROUTE_NOT_FOUND');
      expect(answer.headers.has('ratelimit')).toBe(false);
    }
    expect(readRateLimit(await org.get('whoami')).remaining).toBe(99);
  });

  it('do not count calls without a valid token', async () => {
    const org = await TestOrganization.create(service);
    for (let turn = 0; turn < 5; turn += 1)
      await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${org.token}x` } });
    expect(readRateLimit(await org.get('whoami')).remaining).toBe(99);
  });

  it('start over in the next window', async () => {
    const counters = service.app.get(Counters);
    const key = randomUUID();
    const spend = () => counters.spend('test', key, 2, 1);
    expect([(await spend()).allowed, (await spend()).allowed, (await spend()).allowed]).toEqual([true, true, false]);
    await pause(1100);
    expect(await spend()).toEqual({ allowed: true, remaining: 1, resetSeconds: 1 });
  });

  describe('of the token endpoint', () => {
    const ask = (clientId: string, headers: Record<string, string> = {}, url = service.url) =>
      send(`${url}/v1/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: `grant_type=client_credentials&client_id=${clientId}&client_secret=wrong`,
      });

    it('slow down guessing the secret of a client', async () => {
      const id = `vrc_${randomUUID()}`;
      // Fewer at once than load shedding refuses, however slow the machine is.
      const answers: Answer[] = [];
      while (answers.length < 150) answers.push(...(await Promise.all(Array.from({ length: 30 }, () => ask(id)))));
      const slowed = answers.filter(({ status }) => status === 429);
      expect(statuses(answers)).toEqual({ 401: 120, 429: 30 });
      for (const answer of slowed) {
        expect(answer.body).toEqual({ error: 'slow_down', error_description: expect.stringMatching(/wait \d+ seconds/) });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
      expect((await ask(`vrc_${randomUUID()}`)).status).toBe(401);
    });

    // Guessing from elsewhere does not lock a client out, and a forged address header does not evade the limit.
    it.each([
      ['by the address that a trusted proxy reports', '1', 401],
      ['not by an address that callers claim', '0', 429],
    ])('count %s', async (_what, TRUST_PROXY, other) => {
      const behind = await startTestApp({ TRUST_PROXY });
      const id = `vrc_${randomUUID()}`;
      const from = (address: string) => ask(id, { 'x-forwarded-for': address }, behind.url);
      await Promise.all(Array.from({ length: 120 }, () => from('192.0.2.1')));
      expect((await from('192.0.2.1')).status).toBe(429);
      expect((await from('192.0.2.2')).status).toBe(other);
      await behind.close();
    });
  });
});
