/**
 * Runs the protocol's own conformance suite and the current inspector against the MCP endpoint. Both need Node.js 22; under
 * an older one, npm installs Node.js 22 into a temporary folder. Needs the npm registry.
 */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startTokenProxy } from './token-proxy.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(join(root, 'package.json'));
const MIN_NODE = 22;
const TOOLS = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', '@modelcontextprotocol/inspector@2.12.0'];
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const PATH = '/public/v1/mcp';
/** The suite calls a tool that fails; here a tool called with an invalid argument stands in. */
const STAND_INS = { test_error_handling: { name: 'GetVendorGroups', arguments: { limit: -1 } } };

async function run(command, parameters, options = {}) {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: `${stdout}${stderr}`, stdout };
}

/** The suite, the inspector and a Node.js that runs them. */
async function fetchTools(folder) {
  const old = Number(process.versions.node.split('.')[0]) < MIN_NODE;
  const wanted = old ? [...TOOLS, `${NODE_PACKAGE}@${MIN_NODE}`] : TOOLS;
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false', ...wanted], {
    cwd: folder,
  });
  if (code !== 0) throw new Error(`The tools could not be installed, so nothing was checked: ${wanted.join(', ')}\n${output}`);
  const installed = join(folder, 'node_modules');
  return {
    node: old ? join(installed, NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node') : process.execPath,
    suite: join(installed, '@modelcontextprotocol/conformance/dist/index.js'),
    inspector: join(installed, '@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
  };
}

/** Starts the built service on its own database, and gets a token. */
async function startService(folder) {
  await mkdir(folder, { mode: 0o755 });
  const { startEmbeddedPostgres, ensureServiceLogin } = require('./dist/src/platform/embedded-postgres/embedded-postgres.js');
  const { migrate } = require('./dist/src/platform/database/migrate.js');
  const { readEnv } = require('./dist/src/platform/config/env.js');
  const { freePort } = require('./dist/src/platform/config/free-port.js');
  const { createApp } = require('./dist/src/server/create-app.js');
  const { Organizations } = require('./dist/src/platform/auth/organizations.js');
  const { CredentialAdmin } = require('./dist/src/platform/auth/credential-admin.js');
  const postgres = await startEmbeddedPostgres(folder, { port: 0, settings: ['fsync=off'] });
  try {
    await migrate(postgres.adminUrl);
    await ensureServiceLogin(postgres);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = {
      DATABASE_URL: postgres.serviceUrl,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_BASE_URL: url,
      ENCRYPTION_KEY: 'none',
    };
    const app = await createApp(readEnv({ ...settings, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '100000', CALLS_IN_FLIGHT: '1000' }));
    await app.listen(port, '127.0.0.1');
    await app.get(Organizations).create({ name: 'Conformance', domain: 'conformance-check.com', vrm: true, slots: 10 });
    const { clientId, clientSecret } = await app.get(CredentialAdmin).create('conformance-check.com', 'Conformance', 'all');
    const answer = await fetch(`${url}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    });
    const { access_token: token } = await answer.json();
    const stop = () => app.close().then(() => postgres.stop());
    return { url, token, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Every check, each with what it takes; it fails by its exit code or by what it prints. */
function checks({ node, suite, inspector }, { url, token }, proxy) {
  const conformance = (revision, ...parameters) => {
    const baseline = join(root, 'test/mcp/conformance', `${revision}.yml`);
    return run(node, [suite, 'server', '--url', `${proxy}${PATH}`, '--expected-failures', baseline, ...parameters], { cwd: tmpdir() });
  };
  const inspect = (...parameters) =>
    run(node, [inspector, '--cli', `${url}${PATH}`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`, ...parameters]);
  return {
    'requirements of 2026-07-28': () => conformance('2026-07-28', '--requirements', '2026-07-28'),
    // Newer than the revision, so its frozen set of requirements does not include it.
    'header validation': () => conformance('2026-07-28', '--scenario', 'http-header-validation', '--spec-version', '2026-07-28'),
    'requirements of 2025-11-25': () => conformance('2025-11-25', '--requirements', '2025-11-25'),
    'the inspector lists the tools': () => inspect('--method', 'tools/list', '--strict'),
    'the inspector calls a tool': () => inspect('--method', 'tools/call', '--tool-name', 'GetVendorGroups', '--tool-arg', 'limit=1'),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'vendor-risk-mcp-'));
// PostgreSQL may run under another account.
await chmod(folder, 0o755);
let failed = false;
let service;
try {
  const built = await run(process.execPath, [join(root, 'scripts/build-if-stale.mjs')]);
  if (built.code !== 0) throw new Error(built.output);
  const tools = await fetchTools(folder);
  service = await startService(join(folder, 'data'));
  const proxy = await startTokenProxy(service.url, service.token, STAND_INS);
  for (const [name, check] of Object.entries(checks(tools, service, proxy.url))) {
    const { code, output } = await check();
    failed ||= code !== 0;
    const [, passed = '', excused = '0'] = /^(?:Total|Passed): (\S+?)(?:\/\d+)?,? (?:passed, )?(\d+) failed/m.exec(output) ?? [];
    const counts = passed === '' ? '' : ` (${passed} checks passed, ${excused} listed as not applicable)`;
    process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${name}${code === 0 ? counts : ''}\n`);
    if (code !== 0 || process.argv.includes('--verbose')) process.stdout.write(output);
  }
  await proxy.close();
} catch (error) {
  failed = true;
  process.stderr.write(`${error.message}\n`);
} finally {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
