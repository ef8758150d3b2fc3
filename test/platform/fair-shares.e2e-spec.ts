import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { McpCaller } from '../support/mcp';
import { reasonOf, TestOrganization, type Answer } from '../support/organization';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const MIB = 1_048_576;
const TOKEN = '/v1/oauth/token';
const IMPORT = '/public/v1/observations/import';
const CSV = '/public/v1/vendors/bulk-upsert-csv';

/** A connection and everything received on it. */
interface Opened {
  socket: Socket;
  answer: string;
}

async function open(url: string, bytes: string): Promise<Opened> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const opened = { socket, answer: '' };
  socket.on('error', () => undefined);
  socket.on('data', (part) => (opened.answer += part.toString('latin1')));
  await once(socket, 'connect');
  socket.write(bytes);
  return opened;
}

function head(path: string, length: number, token?: string): string {
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

describe('calls in flight', () => {
  const LIMIT = 4;
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp({ CALLS_IN_FLIGHT: String(LIMIT) });
    org = await TestOrganization.create(service);
  }, 60_000);
  afterAll(async () => {
    await service.close();
  });

  const bearer = () => ({ authorization: `Bearer ${org.token}` });

  it('of one organization are limited, REST and MCP together, without affecting others', async () => {
    const stranger = await TestOrganization.create(service);
    const release = await database.hold('vendor_group');
    const ended: Answer[] = [];
    const calls = Array.from({ length: 10 }, async () => {
      const answer = await org.get('vendors/groups');
      ended.push(answer);
      return answer;
    });
    await msUntil(() => Promise.resolve(ended.length === 10 - LIMIT));
    await database.heldUp(LIMIT);
    for (const refused of ended) {
      expectError(refused, 429, 'CONCURRENCY_LIMIT_EXCEEDED');
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.headers.get('ratelimit')).toBeTruthy();
      expect(refused.body.details[0].metadata).toEqual({ limit: String(LIMIT) });
      expect(refused.body.details).toContainEqual({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' });
    }
    expectError(await new McpCaller(service, org.token).call('WhoAmI'), 429, 'CONCURRENCY_LIMIT_EXCEEDED');
    expect((await stranger.get('whoami')).status).toBe(200);

    await release();
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    await msUntil(async () => (await org.get('whoami')).status === 200);
  });

  it('stay counted while the service works on them, even after their callers disconnect', async () => {
    const release = await database.hold('vendor_group');
    const waiting = await Promise.all(
      Array.from({ length: LIMIT }, () =>
        open(service.url, `GET /public/v1/vendors/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.token}\r\n\r\n`),
      ),
    );
    await database.heldUp(LIMIT);
    await Promise.all(waiting.map(({ socket }) => once(socket.destroy(), 'close')));
    expect(reasonOf(await send(`${service.url}/public/v1/whoami`, { headers: bearer() }))).toBe('CONCURRENCY_LIMIT_EXCEEDED');
    await release();
    await msUntil(async () => (await org.get('whoami')).status === 200);
  });

  it('are released after refusals and broken bodies', async () => {
    for (let turn = 0; turn < 3 * LIMIT; turn += 1) {
      expect((await org.post('vendors/groups', '{broken')).status).toBe(400);
      const { socket } = await open(service.url, `${head('/public/v1/vendors/groups', 100, org.token)}{`);
      await once(socket.destroy(), 'close');
    }
    await msUntil(async () => (await org.get('whoami')).status === 200);
  });
});

describe('memory for bodies', () => {
  let service: TestApp;
  let org: TestOrganization;
  let other: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    [org, other] = await Promise.all([TestOrganization.create(service), TestOrganization.create(service)]);
  });
  afterAll(() => service.close());

  const csv = () => other.post('vendors/bulk-upsert-csv', { csv: `domain_name,company_name\nacme.com,${'a'.repeat(MIB)}\n`, dryRun: true });

  it('is not reserved by Content-Length alone, with a token or without', async () => {
    const opened = await Promise.all([
      ...Array.from({ length: 64 }, () => open(service.url, `${head(TOKEN, MIB)}{`)),
      ...Array.from({ length: 64 }, () => open(service.url, `${head(TOKEN, 16_000)}{`)),
      ...Array.from({ length: 16 }, () => open(service.url, `${head(IMPORT, 12 * MIB, org.token)}{`)),
    ]);
    await msUntil(() => Promise.resolve(opened.slice(0, 64).every(({ answer }) => answer.startsWith('HTTP/1.1 413 '))));
    expect((await csv()).status).toBe(200);
    for (const { socket } of opened) socket.destroy();
  });

  it('is not used by a second import of the organization, whose body is not read', async () => {
    const noneRuns = async () => reasonOf(await org.post('observations/import', { format: 'none', content: 'x' })) === 'FORMAT_UNKNOWN';
    await msUntil(noneRuns);
    const opened = await Promise.all(Array.from({ length: 2 }, () => open(service.url, `${head(IMPORT, 12 * MIB, org.token)}{`)));
    const refused = () => opened.filter(({ answer }) => answer.startsWith('HTTP/1.1 409 ') && answer.includes('IMPORT_IN_PROGRESS'));
    await msUntil(() => Promise.resolve(refused().length > 0));
    expect(refused()).toHaveLength(1);
    await Promise.all(opened.map(({ socket }) => once(socket.destroy(), 'close')));
    await msUntil(noneRuns);
  });

  it('is not exhausted for others by one organization', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => open(service.url, head(CSV, 12 * MIB, org.token))));
    for (const { socket } of opened) socket.write(' '.repeat(12 * MIB - 1));
    await msUntil(() => Promise.resolve(opened.some(({ answer }) => answer.includes('SERVICE_OVERLOADED'))));
    expect((await csv()).status).toBe(200);
    for (const { socket } of opened) socket.destroy();
  });

  it('of a call without a token is 16 KiB', async () => {
    const fields = { grant_type: 'client_credentials', ...clientOf(org) };
    const sized = (bytes: number) => {
      const body = JSON.stringify(fields);
      return send(`${service.url}${TOKEN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: body.padEnd(bytes, ' '),
      });
    };
    expect((await sized(16_384)).status).toBe(200);
    expect(await sized(16_385)).toMatchObject({ status: 413, body: { error: 'invalid_request' } });
  });
});

function clientOf({ credential }: TestOrganization) {
  return { client_id: credential.clientId, client_secret: credential.clientSecret };
}

describe('the token endpoint', () => {
  const LIMIT = 20;
  const ask = (url: string, clientId: string, headers: Record<string, string> = {}) =>
    send(`${url}${TOKEN}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: `grant_type=client_credentials&client_id=${clientId}&client_secret=wrong`,
    });

  it('limits an address across client ids, before it reads a body', async () => {
    const service = await startTestApp({ TOKEN_REQUESTS_PER_MINUTE: String(LIMIT), TRUST_PROXY: '1' });
    try {
      const from = (address: string, at: number) => ask(service.url, `vrc_${at}`, { 'x-forwarded-for': address });
      const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => from('192.0.2.1', at)));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(LIMIT);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(50 - LIMIT);
      for (const answer of refused) {
        expect(answer.body).toEqual({ error: 'slow_down', error_description: expect.stringMatching(/wait \d+ seconds/) });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
      expect((await from('192.0.2.2', 0)).status).toBe(401);

      const unread = await open(service.url, head(TOKEN, 1000).replace('\r\n\r\n', '\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n'));
      await msUntil(() => Promise.resolve(unread.answer.startsWith('HTTP/1.1 429 ')));
      unread.socket.destroy();
    } finally {
      await service.close();
    }
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const service = await startTestApp({ TOKEN_REQUESTS_PER_MINUTE: '1', TRUST_PROXY: '1' });
    try {
      const statuses: number[] = [];
      for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'])
        statuses.push((await ask(service.url, 'vrc_x', { 'x-forwarded-for': address })).status);
      expect(statuses).toEqual([401, 429, 401]);
    } finally {
      await service.close();
    }
  });
});

describe('connections of one address', () => {
  const HALF = 'GET /health/live HTTP/1.1\r\nHo';
  const live = (url: string) => send(`${url}/health/live`).then(({ status }) => status);

  it('are limited, including those with incomplete headers', async () => {
    const service = await startTestApp({ MAX_CONNECTIONS_PER_ADDRESS: '5' });
    try {
      const opened = await Promise.all(Array.from({ length: 5 }, () => open(service.url, HALF)));
      await expect(live(service.url)).rejects.toThrow(/ECONNRESET|socket hang up/);
      expect(opened.map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false, false]);
      for (const { socket } of opened) socket.destroy();
      await msUntil(async () => (await live(service.url).catch(() => 0)) === 200);
    } finally {
      await service.close();
    }
  });

  it('are not limited behind a proxy, whose address all callers share', async () => {
    const service = await startTestApp({ MAX_CONNECTIONS_PER_ADDRESS: '5', TRUST_PROXY: '1' });
    try {
      const opened = await Promise.all(Array.from({ length: 10 }, () => open(service.url, HALF)));
      expect(await live(service.url)).toBe(200);
      for (const { socket } of opened) socket.destroy();
    } finally {
      await service.close();
    }
  });
});

describe('connections to the database', () => {
  it('stay available to others, however many slow calls one organization makes', async () => {
    const database = fileDatabase();
    const service = await startTestApp({ DATABASE_POOL_SIZE: '4' });
    try {
      const [org, other] = [await TestOrganization.create(service), await TestOrganization.create(service)];
      const release = await database.hold('vendor_group');
      const slow = Array.from({ length: 12 }, () => org.get('vendors/groups'));
      await database.heldUp(3);
      expect((await other.post('observations', {})).status).toBe(200);
      await release();
      await Promise.all(slow);
    } finally {
      await service.close();
    }
  });
});
