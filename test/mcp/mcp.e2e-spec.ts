import { request as httpRequest } from 'node:http';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { exchange } from '../support/http';
import { McpCaller } from '../support/mcp';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const ERAS = ['2026-07-28', '2025-11-25'] as const;

describe('POST /public/v1/mcp', () => {
  let service: TestApp;
  let org: TestOrganization;
  let mcp: McpCaller;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    mcp = new McpCaller(service, org.token);
  });
  afterAll(() => service.close());

  /** fetch does not allow setting the Host header. */
  function status(headers: Record<string, string>): Promise<{ status: number | undefined; body: { error: { code: string } } }> {
    return new Promise((answered, failed) => {
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      const sent = httpRequest(`${service.url}/public/v1/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${org.token}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
      });
      sent.on('error', failed);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          answered({ status: response.statusCode, body: JSON.parse(text) as { error: { code: string } } });
        });
      });
      sent.end(message);
    });
  }

  it.each([
    ['9.0.0', 'VERSION_MAJOR_MISMATCH'],
    ['1.9.0', 'VERSION_UNKNOWN'],
    ['1', 'VERSION_MALFORMED'],
  ])('refuses a call pinned to version %s', async (version, reason) => {
    const { body } = await new McpCaller(service, org.token).call('WhoAmI', {}, { 'service-api-version': version });
    expect(body.result).toMatchObject({ isError: true, structuredContent: { code: 3, details: [{ reason }, {}, {}] } });
  });

  it.each(ERAS)('answers a call of revision %s with the REST body, as structure and as text', async (revision) => {
    const rest = await org.get('whoami');
    const { status: code, headers, body } = await new McpCaller(service, org.token, revision).call('WhoAmI');
    expect(code).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body.result.structuredContent).toEqual(rest.body);
    expect(JSON.parse(body.result.content[0].text)).toEqual(rest.body);
    expect(body.result.isError).toBeFalsy();
  });

  it('describes itself to a client of the current revision', async () => {
    const { body } = await mcp.send('server/discover');
    expect(body.result).toMatchObject({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, instructions: expect.any(String) });
  });

  it('initializes a client of the 2025 revision without a session', async () => {
    const { headers, body } = await new McpCaller(service, org.token, '2025-11-25').send('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1.0.0' },
    });
    expect(body.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'vendor-risk' } });
    expect(headers.get('mcp-session-id')).toBeNull();
  });

  it('points a caller without a token to the metadata of this resource', async () => {
    const { status: code, headers, body } = await new McpCaller(service, undefined).send('tools/list');
    expect(code).toBe(401);
    expect(body.error.code).toBe('UNAUTHENTICATED');
    const [, url] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
    expect(await (await fetch(url as string)).json()).toMatchObject({ resource: `${service.url}/public/v1/mcp` });
  });

  it.each(['GET', 'DELETE'])('answers %s with 405 and names POST', async (method) => {
    const response = await fetch(`${service.url}/public/v1/mcp`, { method, headers: { authorization: `Bearer ${org.token}` } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each([
    ['host', 'evil.example'],
    ['host', 'evil.example:3000'],
    ['origin', 'http://evil.example'],
    ['origin', 'null'],
    ['origin', 'http://localhost:1'],
  ])('refuses a foreign origin or host: %s %s', async (header, value) => {
    const answer = await status({ [header]: value });
    expect(answer).toMatchObject({ status: 403, body: { code: 7, error: { code: 'PERMISSION_DENIED' } } });
  });

  it('accepts its own origin and every localhost name', async () => {
    const { host, port } = new URL(service.url);
    expect((await status({ origin: service.url })).status).toBe(200);
    expect((await status({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).status).toBe(200);
    expect((await status({ host: `[::1]:${port}` })).status).toBe(200);
    expect((await status({ host })).status).toBe(200);
  });

  it('lists the tools the token may call, in a stable order', async () => {
    const all = (await mcp.tools()).map((tool) => tool.name);
    expect(all).toEqual([...all].sort());
    const narrow = await org.withScopes('vendor-directory.read');
    const reader = new McpCaller(service, narrow.token);
    const names = (await reader.tools()).map((tool) => tool.name);
    expect(names).toEqual(expect.arrayContaining(['GetVendorGroups', 'WhoAmI']));
    expect(names).not.toContain('CreateVendorGroup');
    expect(all).toEqual(expect.arrayContaining(names));
  });

  it('marks its tool list as private and short-lived', async () => {
    const { body } = await mcp.send('tools/list');
    expect(body.result).toMatchObject({ cacheScope: 'private', ttlMs: 5000 });
  });

  it.each(ERAS)('refuses a call of %s whose scope the token lacks as REST does, naming every scope it needs', async (revision) => {
    const narrow = await org.withScopes('vendor-directory.read');
    const { status: code, headers, body } = await new McpCaller(service, narrow.token, revision).call('CreateVendorGroup', { name: 'x' });
    expect(code).toBe(403);
    expect(body).toMatchObject({ code: 7, error: { code: 'PERMISSION_DENIED', request_id: headers.get('x-request-id') } });
    const challenge = headers.get('www-authenticate');
    expect(challenge).toContain('error="insufficient_scope", scope="vendor-directory.read vendor-directory.write"');
    expect(challenge).toContain(`resource_metadata="${service.url}/.well-known/oauth-protected-resource/public/v1/mcp"`);
  });

  it.each(ERAS)('returns an error in revision %s as a tool result, with the REST error body', async (revision) => {
    const caller = new McpCaller(service, org.token, revision);
    const { status: code, headers, body } = await caller.call('CreateVendorGroup', { nam: 'x' }, { 'x-request-id': 'my-call' });
    expect(code).toBe(200);
    expect(headers.get('x-request-id')).toBe('my-call');
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { code: 3, error: { code: 'INVALID_ARGUMENT', request_id: 'my-call' } },
    });
    expect(JSON.parse(body.result.content[0].text)).toEqual(body.result.structuredContent);
  });

  it('returns a few fields of each row unless others are named, and the total before the rows', async () => {
    await org.post('vendors/groups', { name: 'Brief' });
    const [brief, chosen, whole] = await Promise.all(
      [undefined, ['createdAt'], ['*']].map(async (fields) => (await mcp.call('GetVendorGroups', { limit: 1, fields })).body.result),
    );
    expect(Object.keys(brief.structuredContent.vendorGroups[0] as object)).toEqual(['id', 'name', 'memberCount']);
    expect(Object.keys(chosen.structuredContent.vendorGroups[0] as object)).toEqual(['id', 'createdAt']);
    expect(whole.structuredContent).toEqual((await org.get('vendors/groups', { limit: 1 })).body);
    expect(whole.content[0].text).toMatch(/^\{"totalCount":\d+,/);
  });

  it.each(ERAS)('offers prompts in revision %s, which name tools that exist', async (revision) => {
    const caller = new McpCaller(service, org.token, revision);
    const names = (await caller.tools()).map(({ name }) => name);
    const { prompts } = (await caller.send('prompts/list')).body.result as { prompts: { name: string; arguments: { name: string }[] }[] };
    expect(prompts.length).toBeGreaterThan(3);
    for (const prompt of prompts) {
      const given = Object.fromEntries(prompt.arguments.map(({ name }) => [name, `my-${name}`]));
      const { messages } = (await caller.send('prompts/get', { name: prompt.name, arguments: given })).body.result;
      const text = messages[0].content.text as string;
      for (const value of Object.values(given)) expect(text).toContain(value);
      expect(names).toEqual(expect.arrayContaining(text.match(/\b(?:Get|Send)[A-Z]\w+/g) ?? ['none']));
      const incomplete = await caller.send('prompts/get', { name: prompt.name });
      if (prompt.arguments.length > 0) expect(incomplete.body.error).toMatchObject({ code: -32602 });
    }
    expect((await caller.send('prompts/get', { name: 'nonesuch' })).body.error).toMatchObject({ code: -32602 });
  });

  it.each(ERAS)('offers the references as resources in revision %s', async (revision) => {
    const caller = new McpCaller(service, org.token, revision);
    const { resources } = (await caller.send('resources/list')).body.result;
    const uris = resources.map(({ uri }: { uri: string }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining(['scoring', 'filters/observations', 'filters/vendors'].map((topic) => `vendor-risk://reference/${topic}`)),
    );
    for (const uri of uris) {
      const { body } = await caller.send('resources/read', { uri }, { 'mcp-name': uri });
      expect(body.result.contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringMatching(/.{100}/s) }]);
    }
    const { resourceTemplates } = (await caller.send('resources/templates/list')).body.result;
    const tool = resourceTemplates[0].uriTemplate.replace('{name}', 'GetVendors');
    const read = await caller.send('resources/read', { uri: tool }, { 'mcp-name': tool });
    expect(JSON.parse(read.body.result.contents[0].text)).toMatchObject({ name: 'GetVendors', inputSchema: { type: 'object' } });
    const unknown = 'vendor-risk://reference/nonesuch';
    expect((await caller.send('resources/read', { uri: unknown }, { 'mcp-name': unknown })).body.error).toMatchObject({ code: -32602 });
  });

  it.each(ERAS)('reports an unknown tool in revision %s', async (revision) => {
    const { body } = await new McpCaller(service, org.token, revision).call('DropEverything');
    expect(body.error).toMatchObject({ code: -32602, data: { code: 5, error: { code: 'NOT_FOUND' } } });
  });

  it('validates arguments like a REST body, including names such as __proto__', async () => {
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"WhoAmI","arguments":{"__proto__":{"a":1}}}}`;
    const { body } = await new McpCaller(service, org.token, '2025-11-25').post(message, { 'mcp-protocol-version': '2025-11-25' });
    expect(body.result.isError).toBe(true);
    expect(body.result.content[0].text).toContain('__proto__');
  });

  it.each([['[]'], ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]'], ['"ping"'], ['{'], ['']])(
    'refuses the body %s with the error body',
    async (text) => {
      const { status: code, body } = await mcp.post(text);
      expect(code).toBe(400);
      expect(body).toMatchObject({ code: 3, error: { code: 'INVALID_ARGUMENT' } });
    },
  );

  it.each(ERAS)('answers a call of %s whatever the Accept header says', async (revision) => {
    for (const accept of ['*/*', 'application/json']) {
      const { status: code, body } = await new McpCaller(service, org.token, revision).call('WhoAmI', {}, { accept });
      expect(code).toBe(200);
      expect(body.result.structuredContent).toHaveProperty('organization');
    }
  });

  it.each(ERAS)('refuses arguments of %s that are not an object, and runs nothing', async (revision) => {
    for (const wrong of [[], 'x', 5]) {
      const { body } = await new McpCaller(service, org.token, revision).call('WhoAmI', wrong);
      expect(body.error.code).toBe(-32602);
    }
  });

  it('runs nothing for a notification', async () => {
    const message = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'CreateVendorGroup', arguments: { name: 'Unasked' } } };
    const sent = await new McpCaller(service, org.token, '2025-11-25').post(message);
    expect(sent).toMatchObject({ status: 202, body: undefined });
    const { body } = await mcp.call('GetVendorGroups', { limit: 200 });
    expect(JSON.stringify(body.result.structuredContent)).not.toContain('Unasked');
  });

  describe('a large message', () => {
    const MIB = 1_048_576;
    const padding = (bytes: number) => ({ padding: 'x'.repeat(bytes) });

    it('is accepted by a tool with a file, up to the limit of its operation', async () => {
      const { bodyLimit = 0 } = service.app.get(OperationRegistry).find('ImportObservations')?.spec ?? {};
      expect(bodyLimit).toBe(12 * MIB);
      const large = await mcp.call('ImportObservations', padding(bodyLimit));
      expect(large.body.result.structuredContent).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } });
      const tooLarge = await mcp.call('ImportObservations', padding(bodyLimit + 100_000));
      expect([tooLarge.status, reasonOf(tooLarge)]).toEqual([413, 'BODY_TOO_LARGE']);
    });

    it('is refused by any other tool, and without a tool call', async () => {
      expect((await mcp.call('WhoAmI', padding(MIB - 1000))).status).toBe(200);
      for (const answer of [await mcp.call('WhoAmI', padding(MIB)), await mcp.send('ping', padding(MIB))]) {
        expect([answer.status, reasonOf(answer), answer.body.details[0].metadata.limit]).toEqual([413, 'BODY_TOO_LARGE', String(MIB)]);
      }
    });

    it('is not read for a caller who may call no tool with a file', async () => {
      const narrow = await org.withScopes('avd.read');
      const head = `POST /public/v1/mcp HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nAuthorization: Bearer ${narrow.token}\r\nContent-Type: application/json\r\nContent-Length: ${2 * MIB}\r\n\r\n`;
      expect(await exchange(service.url, head)).toMatch(/^HTTP\/1\.1 413 /);
    });

    it('has a limited number of values, whatever its size', async () => {
      const answer = await mcp.post(`{"jsonrpc":"2.0","id":1,"method":"ping","x":[${'0,'.repeat(400_000)}0]}`);
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'MALFORMED_JSON']);
    });
  });

  it('opens no stream, because the server pushes nothing', async () => {
    const { status: code, body } = await mcp.send('subscriptions/listen', { notifications: { toolsListChanged: true } });
    expect(code).toBe(404);
    expect(body.error.code).toBe(-32601);
  });

  it('checks the pinned version, and returns the version that served the call', async () => {
    const good = await mcp.call('WhoAmI', {}, { 'service-api-version': '1.0.0' });
    expect(good.headers.get('service-api-version')).toBe('1.0.0');
    const bad = await mcp.call('WhoAmI', {}, { 'service-api-version': '2.0.0' });
    expect(bad.body.result).toMatchObject({
      isError: true,
      structuredContent: { details: [{ reason: 'VERSION_MAJOR_MISMATCH' }, {}, {}] },
    });
  });

  it('runs a write once per Idempotency-Key, across REST and MCP', async () => {
    const key = { 'idempotency-key': 'mcp-once' };
    const first = await mcp.call('CreateVendorGroup', { name: 'Once' }, key);
    const again = await mcp.call('CreateVendorGroup', { name: 'Once' }, key);
    expect(again.body.result.structuredContent).toEqual(first.body.result.structuredContent);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const rest = await org.post('vendors/groups', { name: 'Once' }, key);
    expect(rest.body).toEqual(first.body.result.structuredContent);
    const other = await mcp.call('CreateVendorGroup', { name: 'Twice' }, key);
    expect(other.body.result).toMatchObject({ isError: true, structuredContent: { details: [{ reason: 'IDEMPOTENCY_KEY_REUSED' }, {}] } });
  });

  it('stores no refusal for a key: the call runs again', async () => {
    await mcp.call('CreateVendorGroup', { name: 'Taken' });
    const key = { 'idempotency-key': 'mcp-refused' };
    const first = await mcp.call('CreateVendorGroup', { name: 'Taken' }, key);
    const again = await mcp.call('CreateVendorGroup', { name: 'Taken' }, key);
    expect(first.body.result).toMatchObject({ isError: true, structuredContent: { code: 6 } });
    const { message, details } = first.body.result.structuredContent;
    expect(again.body.result).toMatchObject({
      isError: true,
      structuredContent: {
        code: 6,
        message,
        details: details.slice(0, -1).concat(expect.anything()),
        error: { request_id: again.headers.get('x-request-id') },
      },
    });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  it('shows another organization nothing', async () => {
    const group = (await mcp.call('CreateVendorGroup', { name: 'Private' })).body.result.structuredContent.vendorGroup as { id: string };
    const stranger = new McpCaller(service, (await TestOrganization.create(service)).token);
    const { body } = await stranger.call('GetVendorGroup', { groupId: group.id });
    expect(body.result).toMatchObject({ isError: true, structuredContent: { error: { code: 'NOT_FOUND' } } });
  });

  it('counts tool calls by name and outcome in the metrics', async () => {
    await mcp.call('GetVendorGroup', { groupId: 'none' });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/vendor_risk_calls_total\{operation="GetVendorGroup",surface="mcp",status="40[04]"\} [1-9]/);
    expect(metrics).toMatch(/vendor_risk_calls_total\{operation="tools\/list",surface="mcp",status="200"\} [1-9]/);
  });

  it('compresses a long answer for a client that asks', async () => {
    const { headers } = await mcp.send('tools/list', {}, { 'accept-encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
  });
});

describe('the rate limit of MCP', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp({ RATE_LIMIT_PER_MINUTE: '3' });
  });
  afterAll(() => service.close());

  it('has the same limit as REST and its own counter', async () => {
    const org = await TestOrganization.create(service);
    const mcp = new McpCaller(service, org.token);
    const first = await mcp.call('WhoAmI');
    expect(first.headers.get('ratelimit-policy')).toBe('"mcp";q=3;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"mcp";r=2;t=\d+$/);
    await mcp.send('tools/list');
    await mcp.call('WhoAmI');
    const over = await mcp.call('WhoAmI');
    expect(over.status).toBe(429);
    expect(over.body).toMatchObject({ code: 8, error: { code: 'RESOURCE_EXHAUSTED' } });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const rest = await org.get('whoami');
    expect(rest.status).toBe(200);
    expect(rest.headers.get('ratelimit')).toMatch(/^"rest";r=2;/);
  });
});
