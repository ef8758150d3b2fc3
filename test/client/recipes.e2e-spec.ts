import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import ts from 'typescript';
import { projectRoot } from '#platform/config/project-root';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const root = projectRoot();
/** Inside the project, so that the recipes find the client as a package. */
const folder = join(root, '.tmp', `recipes-${process.pid}`);
const RECIPES = [
  ...readFileSync(join(root, 'client/README.md'), 'utf8').matchAll(/^### (\d+)\. (.+)$[^]*?^```ts recipe\n([^]*?)^```$/gm),
].map(([, number, title, code]) => ({ number: String(number), title: String(title), code: String(code) }));

describe('the recipes in client/README.md', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: { domain: string };

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    for (const { number, code } of RECIPES) writeFileSync(join(folder, `${number}.ts`), code);
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
    await importFindings(org, [
      aFinding(`a.${vendor.domain}`, { severity: 'CRITICAL', cveIds: ['CVE-2021-44228'] }),
      aFinding(`b.${vendor.domain}`, { severity: 'LOW' }),
    ]);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  });

  function start(number: number, settings: Record<string, string> = {}): ChildProcess {
    const { outputText } = ts.transpileModule(readFileSync(join(folder, `${number}.ts`), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    const file = join(folder, `${number}.mjs`);
    writeFileSync(file, outputText);
    const { clientId, clientSecret } = org.credential;
    const env = { PATH: process.env.PATH, VENDOR_RISK_URL: service.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ...settings };
    return spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  }

  const linesOf = (child: ChildProcess) => createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();

  /** The output of a recipe. */
  async function run(number: number, settings: Record<string, string> = {}): Promise<string> {
    const child = start(number, settings);
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number];
    expect([number, code]).toEqual([number, 0]);
    return output;
  }

  it('are ten, and compile under --strict', () => {
    expect(RECIPES.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const files = RECIPES.map(({ number }) => join(folder, `${number}.ts`));
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      customConditions: ['source'],
      // As in a project for Node.js, without the types of browsers.
      lib: ['lib.es2023.d.ts'],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleDetection: ts.ModuleDetectionKind.Force,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    });
    const faults = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(faults).toEqual([]);
  });

  it('read findings', async () => {
    expect(await run(1)).toBe(`OBSERVATION_SEVERITY_CRITICAL a.${vendor.domain} TLS 1.0 is accepted\n`);
    expect(await run(2)).toBe('1 of 1\n');
  });

  it('follow changes until they are stopped', async () => {
    const child = start(3, { POSITION_FILE: join(folder, 'position') });
    const lines = linesOf(child);
    for (let changes = 0; changes < 2; changes++) expect((await lines.next()).value).toMatch(/^CHANGE_TYPE_UPSERTED orn:/);
    child.kill();
    expect((await lines.next()).value).toBe('2 rows');
    await once(child, 'close');
  });

  it('write', async () => {
    expect(await run(4)).toBe('SEC-19\n');
    expect(await run(4)).toBe('');
    expect(await run(5)).toMatch(/^\d BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED \n\d BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED .*not a domain/);
    for (let times = 0; times < 2; times++) expect(await run(6, { HOST_NAME: `c.${vendor.domain}` })).toBe('1 created, 0 rejected\n');
    expect(await run(7)).toMatch(/^domainName /);
    expect(await run(8)).toBe('RISK_LEVEL_HIGH\n');
  });

  it('export', async () => {
    const file = join(folder, 'vendors.csv');
    expect(await run(9, { EXPORT_FILE: file })).toBe('3 observations\n');
    expect(readFileSync(file, 'utf8')).toContain(vendor.domain);
  });

  it('receive webhooks', async () => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const child = start(10, { WEBHOOK_SECRET: secret });
    const lines = linesOf(child);
    const { port } = JSON.parse(String((await lines.next()).value).replace('listening ', '')) as { port: number };
    const body = JSON.stringify({ type: 'observation.created', timestamp: '', organization: {}, data: [1, 2] });
    const deliver = (signature: string) =>
      fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        body,
        headers: { 'webhook-id': 'm', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': signature },
      });
    expect((await deliver('v1,AAAA')).status).toBe(400);
    expect((await deliver(new Webhook(secret).sign('m', new Date(), body))).status).toBe(204);
    expect((await lines.next()).value).toBe('observation.created 2');
    child.kill();
    await once(child, 'close');
  });
});
