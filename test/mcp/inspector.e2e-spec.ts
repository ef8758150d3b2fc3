import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runNode } from '../support/child';
import type { ListedTool } from '../support/mcp';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const INSPECTOR = require.resolve('@modelcontextprotocol/inspector/cli/build/cli.js');
const PROXY = join(__dirname, '../../scripts/token-proxy.mjs');

describe("the inspector's command line", () => {
  let service: TestApp;
  let org: TestOrganization;
  let proxy: ChildProcess;
  let address: string;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    // This inspector cannot send a header.
    proxy = spawn(process.execPath, [PROXY], {
      env: { ...process.env, TARGET: service.url, TOKEN: org.token },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(proxy.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    address = `${line.toString().trim()}/public/v1/mcp`;
  });
  afterAll(async () => {
    proxy.kill();
    await service.close();
  });

  async function inspect(...parameters: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await runNode([INSPECTOR, '--cli', address, '--transport', 'http', ...parameters]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  it('lists the tools', async () => {
    const { tools } = (await inspect('--method', 'tools/list')) as { tools: ListedTool[] };
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['GetVendorGroups', 'WhoAmI']));
  });

  it('calls a tool', async () => {
    const created = await inspect('--method', 'tools/call', '--tool-name', 'CreateVendorGroup', '--tool-arg', 'name=Carriers');
    expect(created).toMatchObject({ structuredContent: { vendorGroup: { name: 'Carriers' } } });
    const listed = await inspect('--method', 'tools/call', '--tool-name', 'GetVendorGroups', '--tool-arg', 'limit=1');
    expect(listed).toMatchObject({ structuredContent: { totalCount: 1 } });
  });
});
