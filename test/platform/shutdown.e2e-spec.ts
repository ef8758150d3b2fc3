import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const IN_FLIGHT = 6;

describe('SIGTERM', () => {
  let database: OwnDatabase;
  let admin: TestApp;
  let org: TestOrganization;
  let service: ServiceProcess;
  let token: string;
  let agent: Agent;

  beforeAll(async () => {
    database = await createOwnDatabase();
    admin = await startTestApp({ DATABASE_URL: database.serviceUrl });
    org = await TestOrganization.create(admin);
  });
  afterAll(async () => {
    await admin.close();
    await database.drop();
  });

  beforeEach(async () => {
    service = await ServiceProcess.start({
      DATABASE_URL: database.serviceUrl,
      DATABASE_MIGRATION_URL: database.adminUrl,
      LOG_LEVEL: 'warn',
      DATABASE_POOL_SIZE: '20', // all of the calls below wait inside the database at once
    });
    token = await fetchToken(service.url, org.credential);
    agent = new Agent({ keepAlive: true });
  });
  afterEach(async () => {
    agent.destroy();
    await service.kill();
  });

  /** A call over a connection that the client would keep. */
  function call(path: string): Promise<{ status: number; connection: string | undefined }> {
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

  it('lets calls in flight finish, sends new ones elsewhere, and ends with 0', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect((await call('/public/v1/whoami')).status).toBe(200);
    const release = await database.hold('vendor_group');
    const calls = Array.from({ length: IN_FLIGHT }, () => call('/public/v1/vendors/groups'));
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
    expect(await service.end()).toBe(0); // 1 when it had to cut something off
    await expect(send(`${service.url}/health/live`)).rejects.toThrow(/ECONNREFUSED/);
    expect(service.output).not.toMatch(/error|Error/);
  });

  it('ends at once when nothing is in flight, whatever connections are kept', async () => {
    expect((await call('/public/v1/whoami')).connection).toBe('keep-alive');
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0); // 1 when it had to wait for the connections
  });

  it('goes on serving for SHUTDOWN_DELAY_SECONDS after it has said that it is no longer ready', async () => {
    await service.kill();
    service = await ServiceProcess.start({
      DATABASE_URL: database.serviceUrl,
      DATABASE_MIGRATION_URL: database.adminUrl,
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY_SECONDS: '2',
    });
    token = await fetchToken(service.url, org.credential);
    const started = performance.now();
    service.signal('SIGTERM');
    await msUntil(async () => (await send(`${service.url}/health/ready`)).status === 503);
    expect((await call('/public/v1/whoami')).status).toBe(200);
    expect((await send(`${service.url}/health/live`)).status).toBe(200);
    expect(await service.end()).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(2000);
  });

  it('waits ten seconds for calls that do not end, and says by its exit code that it cut them off', async () => {
    const { cutOff } = await callWithoutEnd();
    service.signal('SIGTERM');
    const started = performance.now();
    expect(await service.end()).toBe(1);
    expect(performance.now() - started).toBeGreaterThan(9000);
    await expect(cutOff).rejects.toThrow();
  });

  /** A call that has arrived and whose body never comes; the result fails when the connection does. */
  async function callWithoutEnd(): Promise<{ cutOff: Promise<never> }> {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': '100',
      expect: '100-continue',
    };
    const outgoing = request(`${service.url}/public/v1/vendors/groups`, { method: 'POST', headers });
    const cutOff = new Promise<never>((_, failed) => {
      outgoing.on('error', failed);
    });
    cutOff.catch(() => undefined);
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.write('{');
    return { cutOff };
  }
});
