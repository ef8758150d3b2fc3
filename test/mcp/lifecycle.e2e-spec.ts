import { McpCaller } from '../support/mcp';
import { TestOrganization } from '../support/organization';
import { fileDatabase, run } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

describe('deprecated and retired tools', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;
  let mcp: McpCaller;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    mcp = new McpCaller(service, org.token);
  });
  afterAll(async () => {
    await service.close();
  });

  async function deprecate(operation: string, deprecatedAt: string, sunsetAt: string): Promise<void> {
    await run(database.adminUrl, 'INSERT INTO operation_lifecycle VALUES ($1, $2, $3, $4)', [
      operation,
      deprecatedAt,
      sunsetAt,
      'https://vendor-risk.example/next',
    ]);
  }

  it('shows sunset and replacement in a deprecated tool and its answers', async () => {
    expect((await mcp.tools()).find(({ name }) => name === 'GetVendorGroups')?.description).not.toContain('DEPRECATED');
    await deprecate('GetVendorGroups', '2026-01-01', '2031-02-03');
    await msUntil(async () => (await org.get('vendors/groups')).headers.has('deprecation'));
    const tool = (await mcp.tools()).find(({ name }) => name === 'GetVendorGroups');
    expect(tool?.description).toMatch(/^DEPRECATED since 2026-01-01, removed on 2031-02-03; use https:\/\/vendor-risk\.example\/next/);
    const { headers, body } = await mcp.call('GetVendorGroups');
    expect(body.result.isError).toBeFalsy();
    expect(headers.get('deprecation')).toBe('true');
    expect(headers.get('sunset')).toBe('Mon, 03 Feb 2031 00:00:00 GMT');
    expect(headers.get('link')).toBe('<https://vendor-risk.example/next>; rel=successor-version');
  });

  it('removes a retired tool from the list, and answers calls of it like REST', async () => {
    await deprecate('GetVendorGroup', '2020-01-01', '2021-01-01');
    await msUntil(async () => (await org.get('vendors/groups/x')).status === 410);
    const names = (await mcp.tools()).map(({ name }) => name);
    expect(names).not.toContain('GetVendorGroup');
    expect(names).toContain('WhoAmI');

    const rest = await org.get('vendors/groups/x', {}, { 'x-request-id': 'same' });
    const { body } = await mcp.call('GetVendorGroup', { groupId: 'x' }, { 'x-request-id': 'same' });
    expect(rest.status).toBe(410);
    expect(body.result).toMatchObject({ isError: true, structuredContent: { error: { code: 'GONE' } } });
    expect(body.result.structuredContent).toEqual(rest.body);
  });

  it('answers 410 even to a token without its scopes', async () => {
    const narrow = await org.withScopes('avd.read');
    const { status, body } = await new McpCaller(service, narrow.token).call('GetVendorGroup', { groupId: 'x' });
    expect(status).toBe(200);
    expect(body.result.structuredContent.error.code).toBe('GONE');
  });
});
