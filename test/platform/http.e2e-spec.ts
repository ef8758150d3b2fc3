import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectError } from '../support/error-body';
import { send, type Sent } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { pause } from '../support/wait';

const WHOAMI = '/public/v1/whoami';
const GROUPS = '/public/v1/vendors/groups';

describe('HTTP', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    for (let number = 0; number < 12; number += 1)
      await org.post('vendors/groups', { name: `Group ${number}`, description: 'd'.repeat(200) });
  });
  afterAll(() => service.close());

  function call(path: string, { headers, ...sent }: Sent = {}) {
    return send(`${service.url}${path}`, { ...sent, headers: { authorization: `Bearer ${org.token}`, ...headers } });
  }

  describe('X-Request-Id', () => {
    it.each(['a', 'my-call_1.2:3', '~!@#$%^&*()[]{}<>?', 'x'.repeat(128)])('echoes %s', async (id) => {
      expect((await call(WHOAMI, { headers: { 'x-request-id': id } })).headers.get('x-request-id')).toBe(id);
      const refused = await call('/public/v1/nothing', { headers: { 'x-request-id': id } });
      expectError(refused, 404, 'ROUTE_NOT_FOUND');
      expect(refused.body.error.request_id).toBe(id);
    });

    it.each<[string, string | string[]]>([
      ['too long', 'x'.repeat(129)],
      ['with a space', 'a b'],
      ['with a letter beyond ASCII', 'ü'],
      ['empty', ''],
      ['given twice', ['a', 'b']],
      ['with a tab', 'a\tb'],
    ])('is generated when the one sent is %s', async (_what, id) => {
      expect((await call(WHOAMI, { headers: { 'x-request-id': id } })).headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    });

    it('is different for every call', async () => {
      const ids = await Promise.all(Array.from({ length: 50 }, async () => (await call(WHOAMI)).headers.get('x-request-id')));
      expect(new Set(ids).size).toBe(50);
    });
  });

  describe('headers', () => {
    it.each([WHOAMI, '/public/v1/nothing', '/v1/oauth/token', '/health/live', '/.well-known/jwks.json', '/docs', '/openapi.json'])(
      'of %s are the strict ones',
      async (path) => {
        const { headers } = await call(path);
        expect(headers.has('x-powered-by')).toBe(false);
        expect(headers.has('server')).toBe(false);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
        expect(headers.get('content-security-policy')).toMatch(/default-src '(none|self)'/);
        expect(headers.get('x-frame-options')).toMatch(/DENY|SAMEORIGIN/);
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(headers.get('x-request-id')).toBeTruthy();
        expect(headers.has('set-cookie')).toBe(false);
      },
    );

    it('allow no other origin to read authenticated responses', async () => {
      const { headers } = await call(WHOAMI, { headers: { origin: 'https://elsewhere.example' } });
      expect(headers.has('access-control-allow-origin')).toBe(false);
    });

    it('forbid caching of errors', async () => {
      for (const path of ['/public/v1/nothing', `${GROUPS}?colour=red`, '/docs/assets/nothing.js']) {
        expect((await call(path)).headers.get('cache-control')).toBe('no-store');
      }
    });
  });

  describe('HEAD', () => {
    it.each([WHOAMI, GROUPS, '/health/live', '/openapi.json'])('%s answers like GET, without the body', async (path) => {
      const [head, get] = await Promise.all([call(path, { method: 'HEAD' }), call(path)]);
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    });

    it('is refused like GET', async () => {
      expect((await send(`${service.url}${WHOAMI}`, { method: 'HEAD' })).status).toBe(401);
      expect((await call(`${GROUPS}?colour=red`, { method: 'HEAD' })).status).toBe(400);
      expect((await call('/public/v1/vendors/create', { method: 'HEAD' })).status).toBe(405);
    });
  });

  describe('ETag', () => {
    it('avoids resending an unchanged body', async () => {
      const first = await call(GROUPS);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      for (const sent of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
        const again = await call(GROUPS, { headers: { 'if-none-match': sent } });
        expect([sent, again.status, again.text]).toEqual([sent, 304, '']);
        expect(again.headers.get('etag')).toBe(tag);
        expect(again.headers.has('content-type')).toBe(false);
        expect(again.headers.get('ratelimit')).toBeTruthy();
      }
      expect((await call(GROUPS, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    });

    it('stays the same for a page followed by another', async () => {
      const page = await call(`${GROUPS}?limit=1`);
      expect(page.body).toHaveProperty('nextCursor');
      await pause(5);
      const again = await call(`${GROUPS}?limit=1`, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
    });

    it('changes with the content', async () => {
      const before = (await call(GROUPS)).headers.get('etag') ?? '';
      await org.post('vendors/groups', { name: 'One more' });
      const after = await call(GROUPS, { headers: { 'if-none-match': before } });
      expect(after.status).toBe(200);
      expect(after.headers.get('etag')).not.toBe(before);
    });

    it('is sent for reads only, not for writes or errors', async () => {
      const written = await call(GROUPS, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'if-none-match': '*' },
        body: '{"name":"Written"}',
      });
      expect([written.status, written.headers.has('etag')]).toEqual([200, false]);
      expect((await call('/public/v1/nothing')).headers.has('etag')).toBe(false);
    });
  });

  describe('compression', () => {
    it.each([
      ['gzip', 'gzip', gunzipSync],
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['GZIP', 'gzip', gunzipSync],
      ['br;q=0.5, gzip;q=0.8', 'gzip', gunzipSync],
      ['gzip;q=0.5, br;q=0.5', 'br', brotliDecompressSync],
      ['identity;q=0, gzip;q=0.1', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
    ])('Accept-Encoding %s gets %s', async (accepted, encoding, decompress) => {
      const [plain, packed] = await Promise.all([call(GROUPS), call(GROUPS, { headers: { 'accept-encoding': accepted } })]);
      expect(packed.headers.get('content-encoding')).toBe(encoding);
      expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'));
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
      expect(packed.headers.get('content-length')).toBe(String(packed.bytes.length));
      expect(decompress(packed.bytes).toString('utf8')).toBe(plain.text);
    });

    it.each(['identity', 'identity, gzip;q=0.5', 'gzip;q=0', 'deflate', 'gzip;q=0, br;q=0.0, *;q=0'])(
      'Accept-Encoding %s gets no compression',
      async (accepted) => {
        const answer = await call(GROUPS, { headers: { 'accept-encoding': accepted } });
        expect(answer.headers.has('content-encoding')).toBe(false);
        expect(answer.body.vendorGroups.length).toBeGreaterThan(10);
      },
    );

    it('is not applied to small answers', async () => {
      const answer = await call(WHOAMI, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers.has('content-encoding')).toBe(false);
    });

    it('also applies to long errors', async () => {
      const fields = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`field${at}`, 1]));
      const sent = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
        body: JSON.stringify(fields),
      };
      const answer = await call(GROUPS, sent);
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([400, 'gzip']);
      expect(JSON.parse(gunzipSync(answer.bytes).toString('utf8'))).toMatchObject({ code: 3 });
    });
  });

  describe('Service-API-Version', () => {
    it.each([undefined, '1.0.0'])('%s is served', async (version) => {
      const answer = await call(WHOAMI, version === undefined ? {} : { headers: { 'service-api-version': version } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('service-api-version')).toBe('1.0.0');
    });

    it.each([
      ['2.0.0', 'VERSION_MAJOR_MISMATCH'],
      ['0.9.0', 'VERSION_MAJOR_MISMATCH'],
      ['1.1.0', 'VERSION_UNKNOWN'],
      ['1.0.1', 'VERSION_UNKNOWN'],
      ['1.999999.0', 'VERSION_UNKNOWN'],
      ['1', 'VERSION_MALFORMED'],
      ['1.0', 'VERSION_MALFORMED'],
      ['1.0.0.0', 'VERSION_MALFORMED'],
      ['v1.0.0', 'VERSION_MALFORMED'],
      ['1.0.x', 'VERSION_MALFORMED'],
      ['1.0.0-beta', 'VERSION_MALFORMED'],
      ['01.0.0', 'VERSION_MALFORMED'],
      ['1.0.9999999', 'VERSION_MALFORMED'],
      ['', 'VERSION_MALFORMED'],
      ['latest', 'VERSION_MALFORMED'],
    ])('%j is refused', async (version, reason) => {
      const answer = await call(WHOAMI, { headers: { 'service-api-version': version } });
      expectError(answer, 400, reason);
      expect(answer.headers.get('service-api-version')).toBe('1.0.0');
    });

    it('is in every answer, including refusals', async () => {
      const answers = [
        await send(`${service.url}${WHOAMI}`),
        await call('/public/v1/nothing'),
        await call(`${GROUPS}?colour=red`),
        await call(GROUPS, { method: 'PUT' }),
      ];
      expect(answers.map(({ status, headers }) => [status, headers.get('service-api-version')])).toEqual(
        [401, 404, 400, 405].map((status) => [status, '1.0.0']),
      );
    });
  });

  describe('addresses', () => {
    it('redirect from the root to the Swagger UI', async () => {
      const answer = await send(`${service.url}/`);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, 'docs']);
      expect((await fetch(service.url)).url).toBe(`${service.url}/docs`);
      const posted = await send(`${service.url}/`, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });
  });

  it('answers many calls of one client in a row', async () => {
    const answers: number[] = [];
    for (let number = 0; number < 5; number += 1) answers.push((await org.get('whoami')).status);
    expect(answers).toEqual([200, 200, 200, 200, 200]);
  });

  describe('probes', () => {
    it.each(['/health/live', '/health/ready'])('%s needs no token and is not cached', async (path) => {
      const answer = await send(`${service.url}${path}`);
      expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('counts calls by operation for Prometheus', async () => {
      await call(WHOAMI);
      const { text, headers } = await send(`${service.url}/metrics`);
      expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      expect(text).toMatch(/^vendor_risk_calls_total\{operation="WhoAmI",surface="rest",status="200"\} [1-9]/m);
      expect(text).toMatch(/^vendor_risk_call_duration_seconds_bucket\{le="0\.005",operation="WhoAmI"\} \d/m);
    });
  });
});
