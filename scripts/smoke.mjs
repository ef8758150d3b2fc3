/**
 * Starts the service as `npm start` does, on an empty data folder, makes one call of each kind, uses the client, and stops it.
 * `npm run smoke` uses the current Node.js; `npm run smoke -- 22 24` uses those releases, installed by npm into a temporary folder.
 * `npm run smoke -- deno` runs the client under Deno, which npm has too.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const TIMEOUT_MS = 300_000;
const windows = process.platform === 'win32';
const exe = windows ? '.exe' : '';
const nodePackage = `node-${windows ? 'win' : process.platform}-${process.arch}`;
const denoPackage = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`;
/** Only network access to the service, no downloads; the client comes from node_modules. */
const DENO_FLAGS = ['run', '--no-remote', '--node-modules-dir=manual', '--allow-net=127.0.0.1', '--allow-env', '--allow-read'];

/** Installs a package that contains a program, without running its scripts. */
function install(name, version, folder) {
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--loglevel=error'];
  execFileSync(windows ? 'npm.cmd' : 'npm', ['install', ...options, `${name}@${version}`], { cwd: folder, shell: windows });
  return join(folder, 'node_modules', name);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts the service with the flags of `npm start` and waits until it prints its addresses. */
async function startService(node, folder, signal) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, ...parameters] = scripts.start.split(' && ').at(-1).split(' ');
  const port = await freePort();
  const env = { PATH: process.env.PATH, DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port) };
  const child = spawn(node, parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
  const exited = once(child, 'exit');
  let output = '';
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (output.includes('/docs\n')) resolve();
      });
    }
    exited.then(() => reject(new Error(`The service did not start:\n${output}`)), reject);
  });
  return { child, exited, url: `http://127.0.0.1:${port}`, output: () => output };
}

async function json(response) {
  assert.equal(response.status, 200, `${response.url} answers ${response.status}: ${await response.clone().text()}`);
  return response.json();
}

function credentialIn(output) {
  const [, id, secret] =
    /Demo client id +(\S+)\nDemo client secret +(\S+)/.exec(output) ?? assert.fail(`No demo credential in:\n${output}`);
  return { id, secret };
}

async function useClient([program, ...flags], url, { id, secret }) {
  const env = { PATH: process.env.PATH, NO_COLOR: '1', VENDOR_RISK_URL: url, CLIENT_ID: id, CLIENT_SECRET: secret };
  const { stdout } = await promisify(execFile)(program, [...flags, join(root, 'scripts/client-smoke.mjs')], { cwd: root, env });
  return stdout.trim();
}

async function callService(url, { id, secret }) {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const { access_token: token } = await json(await fetch(`${url}/v1/oauth/token`, { method: 'POST', body: form }));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (path, body) => fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

  const { observations } = await json(await post('/public/v1/observations', { limit: 5 }));
  assert.equal(observations.length, 5);

  const committed = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  const { paths } = await json(await fetch(`${url}/openapi.json`));
  assert.deepEqual(Object.keys(paths), Object.keys(committed.paths));

  const { result } = await json(await post('/public/v1/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }));
  const operations = Object.entries(committed.paths).flatMap(([path, item]) => (path.startsWith('/public/') ? Object.values(item) : []));
  // Exports and credentials are not tools.
  const tools = operations.filter(({ operationId, tags }) => !operationId.startsWith('Export') && !tags.includes('Credentials'));
  assert.deepEqual(result.tools.map(({ name }) => name).sort(), tools.map(({ operationId }) => operationId).sort());
}

async function smoke(runtime) {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-smoke-'));
  chmodSync(folder, 0o755); // under root, PostgreSQL runs as another user
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let service;
  try {
    const isNode = runtime !== undefined && runtime !== 'deno';
    const node = isNode ? join(install(nodePackage, runtime, folder), `bin/node${exe}`) : process.execPath;
    const caller = runtime === 'deno' ? [join(install(denoPackage, 'latest', folder), `deno${exe}`), ...DENO_FLAGS] : [node];
    const versionOf = (program) => execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n', 1)[0].trim();
    service = await startService(node, join(folder, 'data'), timeout);
    const credential = credentialIn(service.output());
    await callService(service.url, credential);
    const used = await useClient(caller, service.url, credential);
    service.child.kill('SIGTERM');
    assert.deepEqual(await service.exited, [0, null], service.output());
    assert.ok(!existsSync(join(folder, 'data/postgres/postmaster.pid')), 'PostgreSQL is still running after the service has stopped.');
    process.stdout.write(
      `passed  Node.js ${versionOf(node)}: start, token, observations, OpenAPI, MCP tools, stop; client under ${versionOf(caller[0])}: ${used}\n`,
    );
  } finally {
    service?.child.kill('SIGTERM'); // stops PostgreSQL too
    await service?.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

execFileSync(process.execPath, [join(root, 'scripts/build-if-stale.mjs')], { stdio: 'inherit' });
const runtimes = process.argv.slice(2);
for (const runtime of runtimes.length === 0 ? [undefined] : runtimes) await smoke(runtime);
