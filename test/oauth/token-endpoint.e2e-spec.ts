import { decodeJwt, decodeProtectedHeader } from 'jose';
import { ALL_SCOPES } from '#platform/identity/scope';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const FORM = 'application/x-www-form-urlencoded';

describe('POST /v1/oauth/token', () => {
  let service: TestApp;
  let org: TestOrganization;
  let id: string;
  let secret: string;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    ({ clientId: id, clientSecret: secret } = org.credential);
  });
  afterAll(() => service.close());

  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  /** Percent-encodes every character that is not a letter or a digit, as the strictest clients do. */
  const strict = (text: string) => text.replace(/[^A-Za-z0-9]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

  function post(fields: Record<string, string>, headers: Record<string, string> = {}, query = '') {
    return send(`${service.url}/v1/oauth/token${query}`, {
      method: 'POST',
      headers: { 'content-type': FORM, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  function postJson(body: unknown, headers: Record<string, string> = {}) {
    return send(`${service.url}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  const grant = { grant_type: 'client_credentials' };
  const inBody = () => ({ ...grant, client_id: id, client_secret: secret });

  describe('gives a token to a client', () => {
    it.each([
      ['with its secret in the form', () => post(inBody())],
      ['with HTTP Basic as it is', () => post(grant, { authorization: basic(id, secret) })],
      ['with HTTP Basic, form-encoded', () => post(grant, { authorization: basic(strict(id), strict(secret)) })],
      ['with HTTP Basic and its id in the form', () => post({ ...grant, client_id: id }, { authorization: basic(id, secret) })],
      ['with basic in lower case', () => post(grant, { authorization: basic(id, secret).replace('Basic', 'basic') })],
      ['with its secret in JSON', () => postJson(inBody())],
      ['with HTTP Basic and JSON', () => postJson(grant, { authorization: basic(id, secret) })],
      ['with a charset on the form', () => post(inBody(), { 'content-type': `${FORM}; charset=UTF-8` })],
      ['that names this service as resource', () => post({ ...inBody(), resource: service.url })],
      ['that names the REST interface as resource', () => post({ ...inBody(), resource: `${service.url}/public/v1` })],
      ['that names the MCP endpoint as resource', () => post({ ...inBody(), resource: `${service.url}/public/v1/mcp` })],
      ['that sends unknown parameters', () => post({ ...inBody(), audience: 'x', client_assertion: '' })],
    ])('%s', async (_how, call) => {
      const answer = await call();
      expect(answer.body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: ALL_SCOPES.join(' '),
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('pragma')).toBe('no-cache');
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);

      const whoami = await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${answer.body.access_token}` } });
      expect(whoami.status).toBe(200);
      expect(whoami.body.clientId).toBe(id);
    });
  });

  it('issues an RFC 9068 token with the organization', async () => {
    const { body } = await post(inBody());
    const now = Math.floor(Date.now() / 1000);
    expect(decodeProtectedHeader(body.access_token as string)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    const claims = decodeJwt(body.access_token as string);
    expect(claims).toMatchObject({
      iss: service.url,
      aud: service.url,
      sub: id,
      client_id: id,
      org: org.organization.id,
      scope: ALL_SCOPES.join(' '),
    });
    expect(claims.jti).toEqual(expect.any(String));
    expect(Math.abs((claims.iat ?? 0) - now)).toBeLessThan(5);
    expect(claims.exp).toBe((claims.iat ?? 0) + 3600);
  });

  it('returns the lifetime that the operator configured', async () => {
    const brief = await startTestApp({ TOKEN_TTL_SECONDS: '90' });
    try {
      const { body } = await send(`${brief.url}/v1/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': FORM },
        body: new URLSearchParams(inBody()).toString(),
      });
      const { exp = 0, iat = 0 } = decodeJwt(body.access_token as string);
      expect([body.expires_in, exp - iat]).toEqual([90, 90]);
    } finally {
      await brief.close();
    }
  });

  describe('narrows the scopes', () => {
    const held = ['findings.read', 'vendor-directory.read'];
    let narrow: { client_id: string; client_secret: string };

    beforeAll(async () => {
      const { credential } = await org.withScopes(held.join(','));
      narrow = { client_id: credential.clientId, client_secret: credential.clientSecret };
    });

    it.each([
      ['nothing asked', undefined, held],
      ['an empty list', '', held],
      ['one of them', 'vendor-directory.read', ['vendor-directory.read']],
      ['them in another order', 'vendor-directory.read findings.read', held],
      ['one held, one not', 'findings.read findings.flag', ['findings.read']],
      ['one held, one unknown', 'findings.read openid', ['findings.read']],
      ['all scopes', ALL_SCOPES.join(' '), held],
      ['one twice', 'findings.read findings.read', ['findings.read']],
    ])('%s', async (_what, scope, granted) => {
      const { status, body } = await post({ ...grant, ...narrow, ...(scope !== undefined && { scope }) });
      expect(status).toBe(200);
      expect(body.scope).toBe(granted.join(' '));
      const whoami = await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${body.access_token}` } });
      expect(whoami.body.scopes).toEqual([...granted].sort());
    });

    it.each(['findings.flag', 'openid', 'FINDINGS.READ', 'findings.read,vendor-directory.read', 'findings'])(
      'refuses %s, because no scope remains',
      async (scope) => {
        const answer = await post({ ...grant, ...narrow, scope });
        expectOAuthError(answer, 400, 'invalid_scope');
      },
    );
  });

  describe('refuses', () => {
    it.each<[string, number, string, () => ReturnType<typeof send>]>([
      ['a wrong secret', 401, 'invalid_client', () => post({ ...inBody(), client_secret: `${secret}x` })],
      ['an unknown client', 401, 'invalid_client', () => post({ ...inBody(), client_id: 'vrc_nobody' })],
      [
        'the secret of another client',
        401,
        'invalid_client',
        async () => post({ ...inBody(), client_secret: (await org.withScopes('avd.read')).credential.clientSecret }),
      ],
      ['no credentials', 401, 'invalid_client', () => post(grant)],
      ['no secret', 401, 'invalid_client', () => post({ ...grant, client_id: id })],
      ['an empty secret', 401, 'invalid_client', () => post({ ...inBody(), client_secret: '' })],
      ['NUL in the id', 401, 'invalid_client', () => post({ ...inBody(), client_id: `${id}\u0000` })],
      ['NUL in the secret', 401, 'invalid_client', () => post({ ...inBody(), client_secret: `${secret}\u0000` })],
      [
        'half a character in the id',
        401,
        'invalid_client',
        () => postJson(`{"grant_type":"client_credentials","client_id":"\\ud800","client_secret":"x"}`),
      ],
      ['no grant_type', 400, 'invalid_request', () => post({ client_id: id, client_secret: secret })],
      ['an empty grant_type', 400, 'invalid_request', () => post({ ...inBody(), grant_type: '' })],
      [
        'the password grant',
        400,
        'unsupported_grant_type',
        () => post({ ...inBody(), grant_type: 'password', username: 'u', password: 'p' }),
      ],
      [
        'the authorization code grant',
        400,
        'unsupported_grant_type',
        () => post({ ...inBody(), grant_type: 'authorization_code', code: 'c' }),
      ],
      ['a foreign resource', 400, 'invalid_target', () => post({ ...inBody(), resource: 'https://other.example' })],
      ['Basic and a secret in the body', 400, 'invalid_request', () => post(inBody(), { authorization: basic(id, secret) })],
      [
        'Basic and another client id in the body',
        400,
        'invalid_request',
        () => post({ ...grant, client_id: 'vrc_other' }, { authorization: basic(id, secret) }),
      ],
      ['credentials in the address', 400, 'invalid_request', () => post(grant, {}, `?client_id=${id}&client_secret=${secret}`)],
      ['the whole request in the address', 400, 'invalid_request', () => post({}, {}, `?${new URLSearchParams(inBody()).toString()}`)],
      ['a parameter given twice', 400, 'invalid_request', () => postForm(`${new URLSearchParams(inBody()).toString()}&client_id=${id}`)],
      ['a parameter that is not text', 400, 'invalid_request', () => postJson({ ...inBody(), scope: ['findings.read'] })],
      ['a number for a secret', 400, 'invalid_request', () => postJson({ ...inBody(), client_secret: 7 })],
      ['a list', 400, 'invalid_request', () => postJson([inBody()])],
      ['null', 400, 'invalid_request', () => postJson('null')],
      ['broken JSON', 400, 'invalid_request', () => postJson('{"grant_type":')],
      ['no body', 400, 'invalid_request', () => send(`${service.url}/v1/oauth/token`, { method: 'POST' })],
      ['text', 415, 'invalid_request', () => post(inBody(), { 'content-type': 'text/plain' })],
      ['a compressed body', 415, 'invalid_request', () => post(inBody(), { 'content-encoding': 'gzip' })],
      ['an oversized body', 413, 'invalid_request', () => post({ ...inBody(), filler: 'x'.repeat(1_100_000) })],
      ['an oversized parameter', 400, 'invalid_request', () => post({ ...inBody(), scope: 'x'.repeat(5000) })],
    ])('%s', async (_what, status, error, call) => {
      const answer = await call();
      expectOAuthError(answer, status, error);
      expect(answer.headers.has('www-authenticate')).toBe(false);
    });

    it.each([
      ['a wrong secret', () => basic(id, 'vrs_wrong')],
      ['more after the secret', () => basic(id, `${secret}:junk`)],
      ['an unknown client', () => basic('vrc_nobody', secret)],
      ['no colon', () => `Basic ${Buffer.from(id).toString('base64')}`],
      ['an empty id', () => basic('', secret)],
      ['broken percent-encoding', () => basic('%zz', '%zz')],
      ['another scheme', () => `Bearer ${secret}`],
      ['nothing behind the scheme', () => 'Basic'],
      ['what is not base64', () => 'Basic !!!'],
    ])('an Authorization header with %s, and challenges', async (_what, header) => {
      const answer = await post(grant, { authorization: header() });
      expectOAuthError(answer, 401, 'invalid_client');
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="vendor-risk"');
    });

    function postForm(body: string) {
      return send(`${service.url}/v1/oauth/token`, { method: 'POST', headers: { 'content-type': FORM }, body });
    }
  });

  it('answers an unknown client exactly like a wrong secret', async () => {
    const [unknown, wrong] = await Promise.all([
      post({ ...inBody(), client_id: 'vrc_nobody' }),
      post({ ...inBody(), client_secret: 'vrs_wrong' }),
    ]);
    expect(unknown.body).toEqual(wrong.body);
    const bare = (headers: Headers) => [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
    expect(bare(unknown.headers)).toEqual(bare(wrong.headers));
  });

  it('accepts only POST', async () => {
    const answer = await send(`${service.url}/v1/oauth/token?${new URLSearchParams(inBody()).toString()}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('has no authorization endpoint', async () => {
    const answer = await send(`${service.url}/v1/oauth/authorize?response_type=code&client_id=${id}`);
    expectOAuthError(answer, 400, 'unsupported_response_type');
  });

  function expectOAuthError(answer: Awaited<ReturnType<typeof send>>, status: number, error: string): void {
    expect([answer.status, answer.body]).toEqual([status, { error, error_description: expect.any(String) }]);
    expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(answer.text).not.toContain(secret);
  }
});
