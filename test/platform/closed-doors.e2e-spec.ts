import { OperationRegistry } from '#platform/operations/operation.registry';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const METRICS_TOKEN = 'scrapers-of-this-test';

describe('strict routes, documentation files and metrics', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  describe('an address', () => {
    const call = (method: string, path: string, headers: Record<string, string> = {}) =>
      send(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${org.token}`, ...headers } });

    /** Another spelling of a path, with its parameters filled in. */
    const VARIANTS: [what: string, vary: (path: string) => string][] = [
      ['in capitals', (path) => path.toUpperCase()],
      ['with one capital', (path) => path.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase())],
      ['with a final slash', (path) => `${path}/`],
      ['with two final slashes', (path) => `${path}//`],
      ['with a doubled slash', (path) => `/${path}`],
      ['with an encoded letter', (path) => path.replace(/\/([a-z])/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)],
    ];

    it.each(VARIANTS)('spelled differently, %s, is not found', async (_what, vary) => {
      const routes = service.app.get(OperationRegistry).routes.filter(({ path }) => path !== '/');
      expect(routes.length).toBeGreaterThan(50);
      const found: string[] = [];
      for (const { method, path } of routes) {
        // A parameter accepts any text, so it gets one that no variant changes.
        const varied = vary(path.replace(/\{\w+\}/g, '{0}')).replaceAll('{0}', '00');
        const answer = await call(method === 'ALL' ? 'GET' : method, varied);
        // 405, or the 404 of a resource, would mean that it matched a parameter of another path.
        if (answer.status !== 404 && answer.status !== 405) found.push(`${method} ${varied}: ${answer.status}`);
      }
      expect(found).toEqual([]);
    });

    it('of MCP cannot be reached from another origin through another spelling', async () => {
      for (const path of ['/public/v1/mcp', '/public/v1/MCP', '/Public/v1/mcp', '/public/v1/mcp/'])
        expect([403, 404]).toContain((await call('POST', path, { host: 'evil.example', origin: 'https://evil.example' })).status);
    });
  });

  describe('the documentation page', () => {
    it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nothing.js'])('has no file %s', async (name) => {
      expectError(await send(`${service.url}/docs/assets/${name}`), 404, 'ASSET_NOT_FOUND');
    });

    it('does not store a client secret in the browser', async () => {
      const { text } = await send(`${service.url}/docs/assets/initializer.js`);
      expect(text).toContain('persistAuthorization: false');
    });
  });

  describe('metrics', () => {
    const read = (url: string, headers: Record<string, string> = {}) => send(`${url}/metrics`, { headers });

    it('are readable from this machine only when no token is set', async () => {
      expect((await read(service.url)).text).toContain('vendor_risk_calls_total');
      const forwarded = await read(service.url, { 'x-forwarded-for': '192.0.2.1' });
      expectError(forwarded, 403, 'METRICS_NOT_ALLOWED');
      expect(forwarded.text).not.toContain('vendor_risk_calls_total');
    });

    it('are served with the token, when one is set', async () => {
      const guarded = await startTestApp({ METRICS_TOKEN });
      try {
        const refused = [
          await read(guarded.url),
          await read(guarded.url, { authorization: 'Bearer another-one-of-them' }),
          await read(guarded.url, { authorization: `Bearer ${org.token}` }),
        ];
        for (const answer of refused) {
          expectError(answer, 401, 'METRICS_TOKEN_REQUIRED');
          expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
        }
        const answer = await read(guarded.url, { authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '192.0.2.1' });
        expect([answer.status, answer.text.includes('vendor_risk_calls_total')]).toEqual([200, true]);
      } finally {
        await guarded.close();
      }
    });
  });

  it('marks the response to a POST as not cacheable', async () => {
    for (const [path, body] of [
      ['vendors', {}],
      ['observations', {}],
      ['vendors/groups', { name: 'Not cached' }],
    ] as const) {
      const answer = await org.post(path, body);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    }
    expect((await org.get('vendors/groups')).headers.get('cache-control')).toBe('private, no-cache');
  });
});
