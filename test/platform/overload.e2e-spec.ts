import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Organizations } from '#platform/auth/organizations';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { reasonOf, TestOrganization } from '../support/organization';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil, pause } from '../support/wait';

const GROUPS = '/public/v1/vendors/groups';
/** Bodies of vendor files are read concurrently, unlike those of imports. */
const CSV = '/public/v1/vendors/bulk-upsert-csv';
const LARGEST = 12_582_912;
/** Memory limit for the large bodies of one organization. */
const SHARE = 33_554_432;
/** One round of the single connection, and a burst. */
const AT_ONCE = 4 + 128;

describe('an overloaded service', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let server: Server;

  beforeAll(async () => {
    service = await startTestApp({ DATABASE_POOL_SIZE: '1' });
    org = await TestOrganization.create(service);
    server = service.app.getHttpServer();
  });
  afterAll(async () => {
    await service.close();
  });

  async function open(bytes: string): Promise<Socket> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  }
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const connections = () => new Promise<number>((counted) => server.getConnections((_, count) => counted(count)));
  const list = () => send(`${service.url}${GROUPS}`, { headers: { authorization: `Bearer ${org.token}` } });

  // First: for a second after an overload, calls are refused on arrival, before their limit is known.
  it('answers 429 before 503', async () => {
    const limited = await TestOrganization.create(service);
    await service.app.get(Organizations).limit(limited.organization.domain, 50);
    const release = await database.hold('vendor_group');
    const headers = { authorization: `Bearer ${limited.token}` };
    const seen: string[] = [];
    const calls = Array.from({ length: 200 }, async () => {
      const answer = await send(`${service.url}${GROUPS}`, { headers });
      seen.push(answer.status === 200 ? 'OK' : String(reasonOf(answer)));
    });
    const refused = () => seen.filter((outcome) => outcome === 'RATE_LIMIT_EXCEEDED').length;
    await msUntil(() => Promise.resolve(refused() === 150)); // the others wait for the table lock
    await release();
    await Promise.all(calls);
    expect(refused()).toBe(150);
    // Under load, some waited for the only connection until their timeout.
    expect(['OK', 'RATE_LIMIT_EXCEEDED', 'DATABASE_BUSY']).toEqual(expect.arrayContaining([...new Set(seen)]));
  });

  it('absorbs a burst, refuses further calls with Retry-After, stays alive, and accepts calls again when the backlog is gone', async () => {
    const release = await database.hold('vendor_group');
    const waiting = Array.from({ length: AT_ONCE }, list);
    await msUntil(async () => (await connections()) >= AT_ONCE);
    const refused = await list();
    expectError(refused, 503, 'SERVICE_OVERLOADED');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await send(`${service.url}/health/live`)).status).toBe(200);
    expect((await send(`${service.url}/metrics`)).text).toMatch(/vendor_risk_calls_turned_away_total [1-9]/);
    await release();

    const answers = await Promise.all(waiting);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer.status).toBe(503);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await list()).status).toBe(200);
  });

  it('does not count calls whose body is still arriving', async () => {
    const slow = await Promise.all(Array.from({ length: AT_ONCE + 10 }, () => open(`${head(GROUPS, 100)}{`)));
    await pause(400);
    expect((await list()).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('limits the memory for large bodies', async () => {
    const received: Socket[] = [];
    const note = (socket: Socket) => received.push(socket);
    server.on('connection', note);
    const sizes = [LARGEST - 1, LARGEST - 1, SHARE - 2 * LARGEST - 1000];
    const slow = await Promise.all(sizes.map((bytes) => open(head(CSV, LARGEST) + ' '.repeat(bytes))));
    const arrived = () => received.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    await msUntil(() => Promise.resolve(arrived() > SHARE - 2000));
    server.off('connection', note);
    const chunk = `{"csv":"${' '.repeat(100_000)}"}`;
    const large = { method: 'POST', headers: { authorization: `Bearer ${org.token}`, 'content-type': 'application/json' } };
    expectError(await send(`${service.url}${CSV}`, { ...large, body: chunk }), 503, 'SERVICE_OVERLOADED');
    expectError(
      await send(`${service.url}${CSV}`, { ...large, chunks: [chunk.slice(0, 70_000), chunk.slice(70_000)] }),
      503,
      'SERVICE_OVERLOADED',
    );
    expect((await send(`${service.url}${GROUPS}`, { ...large, body: '{"name":"Small"}' })).status).toBe(200);

    for (const socket of slow) socket.destroy();
    await msUntil(async () => (await send(`${service.url}${CSV}`, { ...large, body: ' '.repeat(LARGEST) })).status === 400);
  });

  it('closes connections whose headers or bodies do not arrive', async () => {
    const { headersTimeout, requestTimeout } = server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000]);
    Object.assign(server, { headersTimeout: 300, requestTimeout: 600 });
    try {
      for (const bytes of ['GET /health/live HTTP/1.1\r\nHo', `${head(GROUPS, 100)}{`]) {
        const socket = await open(bytes);
        let answer = '';
        socket.on('data', (part) => (answer += part.toString('latin1')));
        await once(socket, 'close'); // closed by the server: the test itself would wait forever
        expect(answer).toMatch(/^HTTP\/1\.1 408 .*REQUEST_TIMEOUT/s);
      }
    } finally {
      Object.assign(server, { headersTimeout, requestTimeout });
    }
  });

  it('closes idle connections to make room for new ones at the limit', async () => {
    const { maxConnections } = server;
    expect(maxConnections).toBe(2000);
    server.closeIdleConnections();
    server.maxConnections = 10;
    try {
      const idle = await Promise.all(Array.from({ length: 10 }, () => open('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')));
      await Promise.all(idle.map((socket) => once(socket, 'data')));
      await expect(list()).rejects.toThrow(/ECONNRESET|socket hang up/);
      await msUntil(async () => (await list().catch(() => undefined))?.status === 200);
    } finally {
      server.maxConnections = maxConnections;
    }
  });
});
