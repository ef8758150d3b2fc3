import { gzipSync } from 'node:zlib';
import { expectError, violatedFields } from '../support/error-body';
import { exchange, send, type Sent } from '../support/http';
import { TestOrganization, type Answer } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const GROUPS = '/public/v1/vendors/groups';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a malformed request', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  function call(path: string, { headers, ...sent }: Sent = {}) {
    return send(`${service.url}${path}`, { ...sent, headers: { authorization: `Bearer ${org.token}`, ...headers } });
  }
  const post = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, path = GROUPS) =>
    call(path, { method: 'POST', headers, body });

  describe('with invalid JSON', () => {
    it.each([
      ['cut off', '{"name":'],
      ['not JSON', 'hello'],
      ['two documents', '{}{}'],
      ['a trailing comma', '{"name":"a",}'],
      ['single quotes', "{'name':'a'}"],
      ['a comment', '{"name":"a"/* */}'],
      ['NaN', '{"name":NaN}'],
      ['a raw control character in a text', '{"name":"a\u0001b"}'],
      ['a byte order mark and nothing else', '\ufeff'],
      ['white space', '   '],
      ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
      ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le')],
      ['a hundred thousand levels of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
      ['a hundred thousand levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
      ['too many levels inside a field', `{"name":${'['.repeat(70)}${']'.repeat(70)}}`],
    ])('%s', async (_what, body) => {
      expectError(await post(body), 400, 'MALFORMED_JSON');
    });

    it.each([
      ['null', 'null'],
      ['a list', '[{"name":"a"}]'],
      ['a text', '"name"'],
      ['a number', '7'],
      ['true', 'true'],
    ])('%s is not an object', async (_what, body) => {
      expectError(await post(body), 400, 'INVALID_REQUEST');
    });

    it('deeply nested JSON is refused also with an Idempotency-Key', async () => {
      const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expectError(await post(deep, { ...JSON_TYPE, 'idempotency-key': 'deep' }), 400, 'MALFORMED_JSON');
    });
  });

  describe('without the body it needs', () => {
    it.each<[string, Sent]>([
      ['no body', { headers: JSON_TYPE }],
      ['no body and no type', {}],
      ['a length of zero', { headers: { ...JSON_TYPE, 'content-length': '0' } }],
    ])('%s', async (_what, sent) => {
      expectError(await call(GROUPS, { method: 'POST', ...sent }), 400, 'BODY_MISSING');
    });

    it('an empty chunked one', async () => {
      expectError(await call(GROUPS, { method: 'POST', headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' } }), 400, 'MALFORMED_JSON');
    });
  });

  it.each([
    ['none', undefined],
    ['text', 'text/plain'],
    ['a form, which only the token endpoint accepts', 'application/x-www-form-urlencoded'],
    ['several parts', 'multipart/form-data; boundary=x'],
    ['JSON in another character set', 'application/json; charset=iso-8859-1'],
    ['another JSON media type', 'application/vnd.api+json'],
    ['nonsense', ';;;'],
  ])('with the content type %s', async (_what, type) => {
    expectError(await post('{"name":"x"}', type === undefined ? {} : { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json ; charset=utf8'])(
    'is accepted with the content type %s',
    async (type) => {
      expect((await post(JSON.stringify({ name: `Group ${type}` }), { 'content-type': type })).status).toBe(200);
    },
  );

  it.each(['gzip', 'br', 'deflate', 'gzip, identity'])('with a body compressed as %s', async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    expectError(await post(bomb, { ...JSON_TYPE, 'content-encoding': encoding }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  describe('with an oversized body', () => {
    const padded = (size: number) => `{"name":"Sized ${size}"${' '.repeat(size)}`.slice(0, size - 1) + '}';

    it('accepts a body of exactly the maximum size', async () => {
      expect((await post(padded(1_048_576))).status).toBe(200);
    });

    it('refuses one byte more, declared or in chunks', async () => {
      const large = padded(1_048_577);
      const declared = await post(large);
      expectError(declared, 413, 'BODY_TOO_LARGE');
      expect(declared.body.details[0].metadata).toEqual({ limit: '1048576' });
      const chunks = [large.slice(0, 500_000), large.slice(500_000)];
      expectError(await call(GROUPS, { method: 'POST', headers: JSON_TYPE, chunks }), 413, 'BODY_TOO_LARGE');
    });

    it('is refused before the announced body is read', async () => {
      const head = `POST ${GROUPS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.token}\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`;
      expect(await exchange(service.url, head)).toMatch(/^HTTP\/1\.1 413 /);
    });

    it('is answered while the client is still sending', async () => {
      const body = 'x'.repeat(20_000_000);
      const answers = await Promise.all(Array.from({ length: 5 }, () => org.post('vendors/groups', body)));
      for (const answer of answers) expectError(answer, 413, 'BODY_TOO_LARGE');
    });
  });

  it('is not affected by a chunked body', async () => {
    const text = JSON.stringify({ name: 'In chunks, ünïcödé' });
    const bytes = Buffer.from(text);
    const chunks = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    const answer = await call(GROUPS, { method: 'POST', headers: JSON_TYPE, chunks });
    expect([answer.status, answer.body.vendorGroup.name]).toEqual([200, 'In chunks, ünïcödé']);
  });

  describe('with invalid fields', () => {
    it.each([
      ['an unknown one', '{"name":"x","colour":"red"}', 'colour'],
      ['__proto__', '{"name":"x","__proto__":{"description":"y"}}', '__proto__'],
      ['constructor', '{"name":"x","constructor":{"prototype":{}}}', 'constructor'],
      ['toString', '{"name":"x","toString":"y"}', 'toString'],
      ['an empty name', '{"name":"x","":1}', '""'],
      ['an oversized name', `{"name":"x","${'n'.repeat(5000)}":1}`, 'n'.repeat(200)],
      ['half a character in its name', '{"name":"x","\\ud800":1}', '\ud800'],
      ['another organization', '{"name":"x","organizationId":"y"}', 'organizationId'],
    ])('%s', async (_what, body, field) => {
      const answer = await post(body);
      expectError(answer, 400, 'INVALID_REQUEST');
      expect(violatedFields(answer)).toEqual([field]);
      expect(({} as { description?: string }).description).toBeUndefined();
    });

    it.each([
      ['NUL', '{"name":"a\\u0000b"}'],
      ['half a character', '{"name":"\\ud83d"}'],
      ['a number', '{"name":7}'],
      ['a list', '{"name":["x"]}'],
      ['an object', '{"name":{"toString":"x"}}'],
      ['too many characters', JSON.stringify({ name: 'n'.repeat(256) })],
      ['a number', '{"name":null}'],
    ])('a name of %s', async (_what, body) => {
      const answer = await post(body);
      expectError(answer, 400, 'INVALID_REQUEST');
      expect(violatedFields(answer)).toEqual(['name']);
    });

    it('uses the last of duplicate JSON keys', async () => {
      expect((await post('{"name":"First","name":"Last"}')).body.vendorGroup.name).toBe('Last');
    });

    it('lists every one of them, up to a hundred', async () => {
      const answer = await post(JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field${at}`, 1]))));
      expectError(answer, 400, 'INVALID_REQUEST');
      expect(violatedFields(answer)).toHaveLength(100);
      expect(answer.body.message).toBe('field0: is not a field of this request (and 300 more)');
    });

    it('the path parameter repeated in the body', async () => {
      const { body } = await post('{"name":"Doubled"}');
      const answer = await call(`${GROUPS}/${body.vendorGroup.id}`, {
        method: 'PATCH',
        headers: JSON_TYPE,
        body: JSON.stringify({ groupId: body.vendorGroup.id, name: 'y' }),
      });
      expectError(answer, 400, 'INVALID_REQUEST');
      expect(violatedFields(answer)).toEqual(['groupId']);
    });

    it('query parameters where a body is called for', async () => {
      const answer = await post('{"name":"x"}', JSON_TYPE, `${GROUPS}?name=y&=z`);
      expectError(answer, 400, 'INVALID_REQUEST');
      expect(violatedFields(answer)).toEqual(['name', '""']);
    });
  });

  describe('with an invalid query', () => {
    it.each([
      ['unknown', 'colour=red', ['colour']],
      ['given twice', 'limit=1&limit=2', ['limit']],
      ['given as a list', 'limit[]=1', ['limit[]']],
      ['given as an object', 'limit[a]=1', ['limit[a]']],
      ['__proto__', '__proto__=1', ['__proto__']],
      ['not a number', 'limit=ten', ['limit']],
      ['a number of another kind', 'limit=1e2', ['limit']],
      ['hexadecimal', 'limit=0x10', ['limit']],
      ['empty', 'limit=', ['limit']],
      ['negative', 'limit=-1&offset=-1', ['limit', 'offset']],
      ['half', 'limit=1.5', ['limit']],
      ['beyond 32 bits', 'limit=2147483648', ['limit']],
      ['out of range', `offset=${'9'.repeat(400)}`, ['offset']],
      ['a name without value', 'nonsense', ['nonsense']],
    ])('%s', async (_what, query, fields) => {
      const answer = await call(`${GROUPS}?${query}`);
      expectError(answer, 400, 'INVALID_REQUEST');
      expect(violatedFields(answer)).toEqual(fields);
    });

    it('the path parameter repeated', async () => {
      const answer = await call(`${GROUPS}/0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10?groupId=x`);
      expectError(answer, 400, 'INVALID_REQUEST');
      expect(violatedFields(answer)).toEqual(['groupId']);
    });

    it('is accepted with a limit above the maximum', async () => {
      expect((await call(`${GROUPS}?limit=2147483647&offset=2147483647`)).body).toMatchObject({ vendorGroups: [] });
      expect((await post('{"name":1e400}')).status).toBe(400);
    });
  });

  describe('with an invalid URL', () => {
    it.each([
      ['broken percent-encoding', `${GROUPS}/%zz`],
      ['a lone percent sign', `${GROUPS}?cursor=%`],
      ['bytes that are not UTF-8', `${GROUPS}/%ff%fe`],
      ['an encoded half character', `${GROUPS}/%ed%a0%80`],
      ['NUL in the path', `${GROUPS}/a%00b`],
      ['NUL in the query', `${GROUPS}?cursor=a%00b`],
      ['NUL in the name of a parameter', `${GROUPS}?a%00=1`],
      ['a line break', `${GROUPS}/a%0d%0aSet-Cookie:x`],
      ['a delete character', `${GROUPS}/%7f`],
    ])('%s', async (_what, path) => {
      expectError(await call(path), 400, 'MALFORMED_URL');
    });
  });

  describe('for an unknown path', () => {
    it.each([
      '/public',
      '/public/v1',
      '/public/v1/nothing',
      '/public/v2/whoami',
      '/v1/whoami',
      `${GROUPS}/a/b/c`,
      '/public/v1//whoami',
      '/.env',
      '/admin',
      '/*',
    ])('says 404 at %s', async (path) => {
      expectError(await call(path), 404, 'ROUTE_NOT_FOUND');
      expectError(await send(`${service.url}${path}`, { method: 'POST', body: '{broken' }), 404, 'ROUTE_NOT_FOUND');
    });

    it.each(['../../etc/passwd', '..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/', 'package.json', 'swagger-initializer.js'])(
      'serves no file %s',
      async (file) => {
        const answer = await send(`${service.url}/docs/assets/${file}`);
        expect(answer.status).toBe(404);
      },
    );

    it('keeps the message short for a long path', async () => {
      const answer = await call(`/public/v1/${'x'.repeat(8000)}`);
      expectError(answer, 404, 'ROUTE_NOT_FOUND');
      expect(answer.text.length).toBeLessThan(1000);
    });
  });

  describe('with an unsupported method', () => {
    it.each([
      ['PUT', GROUPS, 'GET, HEAD, POST'],
      ['DELETE', GROUPS, 'GET, HEAD, POST'],
      ['POST', '/public/v1/whoami', 'GET, HEAD'],
      ['PUT', `${GROUPS}/x`, 'DELETE, GET, HEAD, PATCH'],
      ['GET', '/v1/oauth/token', 'POST'],
      ['DELETE', '/openapi.json', 'GET, HEAD'],
      ['TRACE', '/public/v1/whoami', 'GET, HEAD'],
      ['OPTIONS', '/public/v1/whoami', 'GET, HEAD'],
      ['OPTIONS', `${GROUPS}/x`, 'DELETE, GET, HEAD, PATCH'],
      ['PROPFIND', GROUPS, 'GET, HEAD, POST'],
      ['GET', '/public/v1/mcp', 'POST'],
    ])('%s %s', async (method, path, allow) => {
      const answer = await call(path, { method });
      expectError(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')).toBe(allow);
      expect(answer.body.details[0].metadata).toEqual({ allow });
    });

    it('echoes nothing to TRACE', async () => {
      const answer = await call('/public/v1/whoami', { method: 'TRACE', headers: { 'x-marker': 'echo-me' } });
      expect(answer.text).not.toContain('echo-me');
    });
  });

  describe('with invalid HTTP', () => {
    async function raw(bytes: string): Promise<Answer> {
      const [head = '', text = ''] = (await exchange(service.url, bytes)).split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
      return { status: Number(first.split(' ')[1]), headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    }

    it.each([
      ['nonsense', 'hello\r\n\r\n'],
      ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['no host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
      ['a space in a header name', 'GET / HTTP/1.1\r\nHost: x\r\nBad Name: y\r\n\r\n'],
      ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
      ['a length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
      ['a length that is not a number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
      ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\u0000c\r\n\r\n'],
      ['TLS on a plain port', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc'],
    ])('%s', async (_what, bytes) => {
      expectError(await raw(bytes), 400, 'MALFORMED_REQUEST');
    });

    it('oversized headers', async () => {
      expectError(await raw(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`), 431, 'HEADERS_TOO_LARGE');
    });

    it('ignores an unknown Expect header', async () => {
      expect((await call('/public/v1/whoami', { headers: { expect: 'a miracle' } })).status).toBe(200);
    });

    it('survives a connection that closes in the middle of a body', async () => {
      const head = `POST ${GROUPS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na`;
      expect(await exchange(service.url, head, 100)).toBe('');
      expect((await call('/public/v1/whoami')).status).toBe(200);
    });
  });
});
