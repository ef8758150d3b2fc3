import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { fileDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const IN_FLIGHT = 6;

describe('SIGTERM', () => {
  const database = fileDatabase();
  let admin: TestApp;
  let org: TestOrganization;
  let agent: Agent;
  /** Takes ten seconds, so it runs during the other tests. */
  let cutOff: Promise<{ code: number | null; ms: number; call: PromiseSettledResult<never> }>;
  const services: ServiceProcess[] = [];

  beforeAll(async () => {
    admin = await startTestApp();
    org = await TestOrganization.create(admin);
    agent = new Agent({ keepAlive: true });
    cutOff = stopAmidCall(await start());
  });
  afterAll(async () => {
    agent.destroy();
    await Promise.all(services.map((service) => service.kill()));
    await admin.close();
  });

  async function start(settings: Record<string, string> = {}): Promise<{ service: ServiceProcess; token: string }> {
    const service = await ServiceProcess.start({
      LOG_LEVEL: 'warn',
      DATABASE_POOL_SIZE: '20', // all calls below wait in the database at the same time
      ...settings,
    });
    services.push(service);
    return { service, token: await fetchToken(service.url, org.credential) };
  }

  /** A call on a keep-alive connection. */
  function call(
    { service, token }: { service: ServiceProcess; token: string },
    path: string,
  ): Promise<{ status: number; connection: string | undefined }> {
    return new Promise((answered, failed) => {
      const outgoing = request(`${service.url}${path}`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume();
        response.on('end', () => {
          answered({ status: response.statusCode ?? 0, connection: response.headers.connection });
        });
      });
      outgoing.on('error', failed);
      outgoing.end();
    });
  }

  it('completes calls in flight, refuses new ones, and exits with 0', async () => {
    const started = await start();
    const { service, token } = started;
    for (let turn = 0; turn < 3; turn += 1) expect((await call(started, '/public/v1/whoami')).status).toBe(200);
    const release = await database.hold('vendor_group');
    const calls = Array.from({ length: IN_FLIGHT }, () => call(started, '/public/v1/vendors/groups'));
    await database.heldUp(IN_FLIGHT);

    service.signal('SIGTERM');
    await msUntil(async () => (await send(`${service.url}/health/ready`)).status === 503);
    for (const path of ['/public/v1/whoami', '/health/ready', '/v1/oauth/token']) {
      const refused = await send(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      expectError(refused, 503, 'SHUTTING_DOWN');
      expect([refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual(['5', 'close']);
    }
    expect((await send(`${service.url}/health/live`)).status).toBe(200);

    await release();
    expect(await Promise.all(calls)).toEqual(Array.from({ length: IN_FLIGHT }, () => ({ status: 200, connection: 'close' })));
    expect(await service.end()).toBe(0); // 1 when it had to abort a call
    await expect(send(`${service.url}/health/live`)).rejects.toThrow(/ECONNREFUSED/);
    expect(service.output).not.toMatch(/error|Error/);
  });

  it('stops at once when nothing is in flight, even with open or unused connections', async () => {
    const started = await start();
    const { service } = started;
    const unused = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(unused, 'connect');
    expect((await call(started, '/public/v1/whoami')).connection).toBe('keep-alive');
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0); // 1 when it had to wait for the connections
  });

  it('completes calls that arrive before its start is complete', async () => {
    const releaseStart = await database.hold('pgboss.schedule');
    const started = await start();
    const releaseCall = await database.hold('vendor_group');
    const answer = call(started, '/public/v1/vendors/groups');
    await database.heldUp(2);
    started.service.signal('SIGTERM');
    await msUntil(async () => (await send(`${started.service.url}/health/ready`)).status === 503);
    await releaseStart();
    await releaseCall();
    expect((await answer).status).toBe(200);
    expect(await started.service.end()).toBe(0);
  });

  it('keeps serving for SHUTDOWN_DELAY_SECONDS after it reports itself as not ready', async () => {
    const started = await start({ SHUTDOWN_DELAY_SECONDS: '5' });
    const { service } = started;
    const signalled = performance.now();
    service.signal('SIGTERM');
    await msUntil(async () => (await send(`${service.url}/health/ready`)).status === 503);
    expect((await call(started, '/public/v1/whoami')).status).toBe(200);
    expect((await send(`${service.url}/health/live`)).status).toBe(200);
    expect(await service.end()).toBe(0);
    expect(performance.now() - signalled).toBeGreaterThan(5000);
  });

  it('waits ten seconds for calls that do not end, and exits with 1 when it aborts them', async () => {
    const { code, ms, call: unfinished } = await cutOff;
    expect(code).toBe(1);
    expect(ms).toBeGreaterThan(9000);
    expect(unfinished).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
  });

  /** Stops a service with a call whose body never arrives. */
  async function stopAmidCall({ service, token }: { service: ServiceProcess; token: string }): typeof cutOff {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': '100',
      expect: '100-continue',
    };
    const outgoing = request(`${service.url}/public/v1/vendors/groups`, { method: 'POST', headers });
    const failed = new Promise<never>((_, fail) => {
      outgoing.on('error', fail);
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.write('{');
    const signalled = performance.now();
    service.signal('SIGTERM');
    const [unfinished] = await Promise.allSettled([failed]);
    const code = await service.end();
    return { code, ms: performance.now() - signalled, call: unfinished };
  }
});
