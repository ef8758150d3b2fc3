import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { builtProgram } from '../support/child';
import { spawnCli, spawnJson } from '../support/cli';
import { send } from '../support/http';
import { fetchToken } from '../support/organization';
import { freePort } from '#platform/config/free-port';
import { msUntil } from '../support/wait';

/** Whether the creation of the demo has reached the vendors. */
async function hasVendors(folder: string): Promise<boolean> {
  try {
    const { admin: password } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as { admin: string };
    const client = new Client({ host: join(folder, 'postgres'), user: 'postgres', password, database: 'vendor_risk' });
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM vendor LIMIT 1').finally(() => client.end());
    return rowCount === 1;
  } catch {
    return false;
  }
}

/** An address of this machine that is not its loopback; undefined where it has none. */
function otherAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}

/** Whether the port of a URL accepts connections on another address of this machine. */
function isOpenOn(address: string | undefined, url: string): Promise<boolean> {
  if (address === undefined) return Promise.resolve(false);
  return new Promise((known) => {
    const socket = connect(Number(new URL(url).port), address);
    socket.once('connect', () => {
      known(true);
      socket.destroy();
    });
    socket.once('error', () => {
      known(false);
    });
  });
}

/** All tests use one data folder, in this order, as on a machine where someone tries the service. */
describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-start-'));
  const pidFile = join(folder, 'postgres', 'postmaster.pid');
  const running = new Set<ChildProcess>();
  let credential: { clientId: string; clientSecret: string };

  beforeAll(() => {
    chmodSync(folder, 0o755); // where root runs the tests, another account runs PostgreSQL
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    // The last one to use the database stops it, unless a test failed.
    if (existsSync(pidFile)) await spawnCli({ DATA_DIR: folder }, 'db', 'status');
    rmSync(folder, { recursive: true, force: true });
  });

  function launch(settings: Record<string, string>): { child: ChildProcess; output: () => string } {
    const child = spawn(process.execPath, builtProgram('main'), {
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    return { child, output: () => text };
  }

  async function start(settings: Record<string, string> = {}) {
    const port = await freePort();
    const { child, output } = launch({ PORT: String(port), ...settings });
    while (!output().includes('/docs\n')) {
      if (child.exitCode !== null) throw new Error(`it did not start: ${output()}`);
      await new Promise((wake) => setTimeout(wake, 50));
    }
    return { child, output, url: `http://localhost:${port}` };
  }

  async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }

  it('can be stopped in the middle of its first start', async () => {
    const { child, output } = launch({ PORT: String(await freePort()) });
    await msUntil(() => hasVendors(folder), 120_000);
    expect(await stop(child, 'SIGINT')).toBe(0);
    expect(output()).toMatch(/^Creating the database…\n/);
    expect(output()).toMatch(/^Loading demo data…\n/m);
    expect(output()).toMatch(/\nStopped\.\n$/);
  });

  it('completes the demo at the next start and shows a working credential', async () => {
    const { child, output, url } = await start();
    expect(output()).toContain(`Vendor-Risk API     ${url}\nSwagger UI          ${url}/docs\n`);
    expect(output()).toMatch(/^Reachable from +this machine only; .*HOST=0\.0\.0\.0 open/m);
    expect(await isOpenOn(otherAddress(), url)).toBe(false);
    const [, clientId, clientSecret] = /Demo client id +(vrc_\w+)\nDemo client secret +(vrs_\S+) /.exec(output()) ?? [];
    credential = { clientId: String(clientId), clientSecret: String(clientSecret) };
    const token = await fetchToken(url, credential);
    const headers = { authorization: `Bearer ${token}` };
    expect((await send(`${url}/public/v1/whoami`, { headers })).body).toMatchObject({
      clientId,
      organization: { name: 'Northwind Insurance' },
    });
    expect((await send(`${url}/public/v1/questionnaires`, { headers })).body.totalCount).toBe(5);

    const beside = await spawnJson({ DATA_DIR: folder }, 'org', 'list');
    expect(beside).toContainEqual(expect.objectContaining({ name: 'Northwind Insurance', vrm: true }));

    expect(await stop(child, 'SIGINT')).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
    expect(output()).toMatch(/^Database +PostgreSQL \d+\.\d+, /m);
    const lines = output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['call', 'call', 'call']);
    expect(output()).not.toContain(token);
  });

  it('keeps the data and shows the credential without its secret', async () => {
    const { child, output, url } = await start();
    expect(output()).toContain(`vendor-risk credential rotate ${credential.clientId}`);
    expect(output()).not.toContain(credential.clientSecret);
    await fetchToken(url, credential);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(pidFile)).toBe(true);
  });

  it('reuses the database that a killed server left running, refuses a second server, and serves from several workers', async () => {
    const { child, url } = await start({ WORKERS: '2' });
    expect(await isOpenOn(otherAddress(), url)).toBe(false);
    await fetchToken(url, credential);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const second = launch({ PORT: String(await freePort()) });
    expect(await once(second.child, 'exit')).toEqual([1, null]);
    const reason = `Another server (process ${child.pid}) uses the database in ${folder}; stop it, or set DATA_DIR to another folder.\n`;
    // Before that, it may say that it waits.
    expect(second.output().replace(/^Starting the database…[^\n]*\n/, '')).toBe(reason);
    expect(await stop(child, 'SIGTERM')).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });

  it('lets commands work without a server, and stops the database after them', async () => {
    const [first, second] = await Promise.all([
      spawnJson({ DATA_DIR: folder }, 'org', 'list'),
      spawnJson({ DATA_DIR: folder }, 'credential', 'list'),
    ]);
    expect(first).toContainEqual(expect.objectContaining({ name: 'Northwind Insurance' }));
    expect(second).toContainEqual(expect.objectContaining({ clientId: credential.clientId }));
    expect(existsSync(pidFile)).toBe(false);
  });

  it('reports in one line that the port is in use, before it opens a database', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { child, output } = launch({ PORT: String(port), DATA_DIR: join(folder, 'untouched') });
    expect(await once(child, 'exit')).toEqual([1, null]);
    taken.close();
    expect(output()).toBe(`Port ${port} on 127.0.0.1 is in use by another program; set PORT or HOST to another one.\n`);
    expect(existsSync(join(folder, 'untouched'))).toBe(false);
  });

  it('reports in one line why the data folder cannot be used', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '', { mode: 0o755 });
    for (const [path, reason] of [
      [file, 'ENOTDIR'],
      [join(file, 'data', 'deeper'), 'ENOTDIR'],
      ['/proc/data', 'ENOENT'], // Node's recursive mkdir never returns here
    ] as const) {
      const { child, output } = launch({ PORT: '0', DATA_DIR: path });
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(output()).toMatch(new RegExp(`^(Starting[^\\n]+\\n)*DATA_DIR ${path} cannot be used: ${reason}: [^\\n]+\\n$`));
    }
  });

  it.each([
    ['read-only', 'ro,size=1m', /^DATA_DIR \S+ cannot be used: EROFS: [^\n]+$/],
    ['full when the database is created', 'size=20m', /^The database cannot be created in \S+: [^\n]*No space left on device\.$/],
    ['full when the demo is loaded', 'size=64m', /^The database (?:has no space left|cannot be reached)[^\n]*$/],
  ])('ends with one line on a disk that is %s, and leaves nothing running', async (_, options, reason) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `mode=755,${options}`, 'tmpfs', disk]);
    if (mounted.status !== 0) {
      process.stderr.write('Full and read-only disks are not tested: nothing can be mounted here.\n');
      return;
    }
    try {
      const { child, output } = launch({ PORT: '0', DATA_DIR: join(disk, 'data') });
      expect(await once(child, 'close')).toEqual([1, null]);
      const told = output().trim().split('\n');
      expect(told.pop()).toMatch(reason);
      expect(told.filter((line) => !line.includes('…'))).toEqual([]);
    } finally {
      expect(spawnSync('umount', [disk], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' }); // refused while a program uses it
    }
  });

  it('reports in one line what is wrong with the key file, before it opens a database', async () => {
    const file = join(folder, 'keys');
    for (const [content, fault] of [
      [undefined, ` ${file} cannot be read: ENOENT: no such file or directory, open `],
      ['', ` ${file} is empty`],
      ['short', ' must be keys of 32 bytes in base64 or hex, one per line, or none'],
    ] as const) {
      if (content !== undefined) writeFileSync(file, content);
      const settings = { ENCRYPTION_KEY_FILE: file, DATA_DIR: join(folder, 'untouched') };
      const { child, output } = launch({ PORT: String(await freePort()), ...settings });
      expect(await once(child, 'close')).toEqual([1, null]);
      const command = await spawnCli(settings, 'org', 'list');
      expect(command).toEqual({ code: 3, stdout: '', stderr: `error: ${output()}` });
      expect(output()).toMatch(/^[^\n]+\n$/);
      expect(output()).toContain(`Invalid configuration: ENCRYPTION_KEY_FILE${fault}`);
    }
    expect(existsSync(join(folder, 'untouched'))).toBe(false);
  });

  it('asks for an encryption key where the database is not embedded', async () => {
    const { child, output } = launch({ PORT: String(await freePort()), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output()).toMatch(/^ENCRYPTION_KEY is not set: [^\n]+ENCRYPTION_KEY=none[^\n]+\n$/);
  });
});
