import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from '#platform/database/connected';
import { binaries } from '#platform/embedded-postgres/binaries';
import { startEmbeddedPostgres, type RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { runCli } from '../support/cli';
import { postmasterOf } from '../../bench/postmaster';
import { msUntil } from '../support/wait';

const PASSWORD = 'not-for-strangers';
/** The folder of PostgreSQL programs that Debian installs. */
const INSTALLED = '/usr/lib/postgresql';

/** A message of the PostgreSQL protocol. */
function message(kind: string, ...parts: (number | string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? int32(part) : Buffer.from(part as never))));
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const WELCOME = Buffer.concat([message('R', 0), message('Z', 'I')]);

/** What a server that does not know the password can answer. */
const LIARS: Record<string, (socket: Socket, heard: Buffer, turn: number) => void> = {
  'asks for it in clear': (socket) => socket.write(message('R', 3)),
  'asks for its MD5 hash': (socket) => socket.write(message('R', 5, 'salt')),
  'asks for none': (socket) => socket.write(WELCOME),
  'pretends to know it': (socket, heard, turn) => {
    const nonce = /r=([^,]+)/.exec(heard.toString('latin1'))?.[1] ?? '';
    if (turn === 0) socket.write(message('R', 10, 'SCRAM-SHA-256\0\0'));
    if (turn === 1) socket.write(message('R', 11, `r=${nonce}more,s=${Buffer.from('salt').toString('base64')},i=4096`));
    if (turn === 2) socket.write(Buffer.concat([message('R', 12, `v=${Buffer.alloc(32).toString('base64')}`), WELCOME]));
  },
  'asks for a proof and then for none': (socket, _, turn) =>
    socket.write(turn === 0 ? message('R', 10, 'SCRAM-SHA-256\0\0') : Buffer.concat([message('R', 12, 'v=x'), WELCOME])),
};

describe('the embedded PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-embedded-'));
  let fake: Server;
  let heard: Buffer;
  let connections: number;
  let answer: (socket: Socket, heard: Buffer, turn: number) => void;
  let running: RunningPostgres | undefined;

  beforeAll(async () => {
    chmodSync(folder, 0o755); // where root runs the tests, another account runs PostgreSQL
    fake = createServer((socket) => {
      connections += 1;
      let turn = 0;
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        heard = Buffer.concat([heard, bytes]);
        answer(socket, bytes, turn);
        turn += 1;
      });
    }).listen(0, '127.0.0.1');
    await once(fake, 'listening');
  });
  beforeEach(() => {
    [heard, connections] = [Buffer.alloc(0), 0];
  });
  afterAll(async () => {
    await running?.stop();
    fake.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const fakePort = () => (fake.address() as AddressInfo).port;
  const pidFile = () => join(folder, 'postgres', 'postmaster.pid');

  it.each(Object.entries(LIARS))('gets no password or statement if it %s', async (_, liar) => {
    answer = liar;
    const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${fakePort()}/postgres?require_auth=scram-sha-256`;
    await expect(connected(url, (client) => client.query('SELECT $1::text', ['a secret']))).rejects.toThrow();
    expect(connections).toBe(1);
    for (const secret of [PASSWORD, 'a secret', 'SELECT']) expect(heard.toString('latin1')).not.toContain(secret);
    expect(heard.includes('md5')).toBe(false);
  });

  it('listens on a socket that only its account can reach', async () => {
    running = await startEmbeddedPostgres(folder);
    const { host } = new URL(running.serviceUrl);
    const place = decodeURIComponent(host.replace(/:\d+$/, ''));
    expect(place).toBe(join(folder, 'postgres'));
    expect(lstatSync(place).mode & 0o777).toBe(0o700);
    const settings = await connected(running.adminUrl, (client) =>
      client.query(`SELECT current_setting('listen_addresses') AS addresses, inet_server_addr() AS address`),
    );
    expect(settings.rows).toEqual([{ addresses: '', address: null }]);
    expect(running.version).toMatch(/^\d+\.\d+$/);
  });

  it('is not mistaken for whoever listens on the port of a stale pid file', async () => {
    const pid = await postmasterOf(running as RunningPostgres);
    const lines = readFileSync(pidFile(), 'utf8').split('\n');
    process.kill(pid, 'SIGKILL');
    await msUntil(() => Promise.resolve(!existsSync(`/proc/${pid}`)), 10_000);
    answer = LIARS['asks for it in clear']!;
    // As an earlier version left it behind, which listened on a port; the pid is used again.
    writeFileSync(pidFile(), [process.pid, ...lines.slice(1, 3), fakePort(), '', '127.0.0.1', ...lines.slice(6)].join('\n'));
    running = await startEmbeddedPostgres(folder);
    expect([connections, heard.length]).toEqual([0, 0]);
    expect(running.serviceUrl).not.toContain('127.0.0.1');
  });

  it('uses the programs of POSTGRES_BIN, and says when they cannot open the database', async () => {
    const [major] = existsSync(INSTALLED) ? readdirSync(INSTALLED).filter((version) => Number(version) >= 15) : [];
    const POSTGRES_BIN = major === undefined ? await binaries(undefined, folder) : join(INSTALLED, major, 'bin');
    const DATA_DIR = join(folder, 'installed');
    mkdirSync(DATA_DIR);
    expect(await runCli({ DATA_DIR, POSTGRES_BIN }, 'db', 'migrate')).toMatchObject({ code: 0 });
    const version = join(DATA_DIR, 'postgres', 'PG_VERSION');
    if (major !== undefined) expect(readFileSync(version, 'utf8').trim()).toBe(major);
    writeFileSync(version, '14\n');
    expect(await runCli({ DATA_DIR, POSTGRES_BIN }, 'db', 'status')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^error: The database in .* was created by PostgreSQL 14, and these programs are version [^\n]+\n$/),
    });
    expect(await runCli({ DATA_DIR, POSTGRES_BIN: folder }, 'db', 'status')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^error: PostgreSQL cannot be run from [^\n]+\n$/),
    });
  });
});
