import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import { SigningKeys } from '#platform/auth/signing-keys';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const SKEW_SECONDS = 5;

const MESSAGES: Record<string, RegExp> = {
  TOKEN_MISSING: /access token is missing/,
  TOKEN_MALFORMED: /malformed or was not issued by this service/,
  TOKEN_EXPIRED: /has expired/,
  CREDENTIAL_REVOKED: /deleted or rotated, or its organization is suspended/,
  ORG_CLAIM_MISSING: /has no organization claim/,
};

describe('a call without a usable token', () => {
  let service: TestApp;
  let org: TestOrganization;
  let kid: string;
  let key: KeyObject;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    ({ kid, key } = await service.app.get(SigningKeys).signing());
  });
  afterAll(() => service.close());

  const call = (headers: Record<string, string>, path = '/public/v1/whoami') => send(`${service.url}${path}`, { headers });
  const bearer = (token: string) => call({ authorization: `Bearer ${token}` });
  const now = () => Math.floor(Date.now() / 1000);

  interface Changes {
    header?: Record<string, unknown>;
    claims?: JWTPayload;
    without?: string;
    signWith?: KeyObject | Uint8Array;
  }

  /** A token as the service issues it, signed with its own key, except for the claims that a test changes. */
  async function forge({ header = {}, claims = {}, without, signWith = key }: Changes = {}): Promise<string> {
    const payload: JWTPayload = {
      iss: service.url,
      aud: service.url,
      sub: org.credential.clientId,
      client_id: org.credential.clientId,
      org: org.organization.id,
      scope: 'findings.read',
      ver: 1,
      iat: now(),
      exp: now() + 600,
      jti: 'forged',
      ...claims,
    };
    const kept = Object.fromEntries(Object.entries(payload).filter(([name]) => name !== without));
    return new SignJWT(kept).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(signWith);
  }

  it('is distinguished from one with a similar token', async () => {
    const answer = await bearer(await forge());
    expect([answer.status, answer.body.scopes]).toEqual([200, ['findings.read']]);
  });

  function expectRefusal(answer: Awaited<ReturnType<typeof send>>, reason: string): void {
    expectError(answer, 401, reason);
    expect(answer.body.message).toMatch(MESSAGES[reason] as RegExp);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const challenge = /^Bearer realm="vendor-risk", error="([a-z_]+)", error_description="([^"]+)", resource_metadata="([^"]+)"$/.exec(
      answer.headers.get('www-authenticate') ?? '',
    );
    expect(challenge?.[1]).toBe(reason === 'TOKEN_MISSING' ? 'invalid_request' : 'invalid_token');
    expect(challenge?.[2]).toMatch(MESSAGES[reason] as RegExp);
    expect(challenge?.[3]).toBe(`${service.url}/.well-known/oauth-protected-resource`);
    expect(answer.headers.has('ratelimit')).toBe(false);
  }

  it.each<[string, string, () => Promise<Record<string, string>> | Record<string, string>]>([
    ['no Authorization header', 'TOKEN_MISSING', () => ({})],
    ['an empty one', 'TOKEN_MISSING', () => ({ authorization: '' })],
    ['the scheme alone', 'TOKEN_MALFORMED', () => ({ authorization: 'Bearer' })],
    ['the token alone', 'TOKEN_MALFORMED', () => ({ authorization: org.token })],
    ['two spaces', 'TOKEN_MALFORMED', () => ({ authorization: `Bearer  ${org.token}` })],
    ['a tab', 'TOKEN_MALFORMED', () => ({ authorization: `Bearer\t${org.token}` })],
    ['a space inside the token', 'TOKEN_MALFORMED', () => ({ authorization: `Bearer ${org.token.replace('.', '. ')}` })],
    ['two tokens', 'TOKEN_MALFORMED', () => ({ authorization: `Bearer ${org.token}, Bearer ${org.token}` })],
    ['quotes around the token', 'TOKEN_MALFORMED', () => ({ authorization: `Bearer "${org.token}"` })],
    [
      'HTTP Basic',
      'TOKEN_MALFORMED',
      () => ({ authorization: `Basic ${Buffer.from(`${org.credential.clientId}:${org.credential.clientSecret}`).toString('base64')}` }),
    ],
    ['the client secret as token', 'TOKEN_MALFORMED', () => ({ authorization: `Bearer ${org.credential.clientSecret}` })],
    ['the client id as token', 'TOKEN_MALFORMED', () => ({ authorization: `Bearer ${org.credential.clientId}` })],
    ['the token in another header', 'TOKEN_MISSING', () => ({ 'x-access-token': org.token })],
  ])('%s', async (_what, reason, headers) => {
    expectRefusal(await call(await headers()), reason);
  });

  it('ignores a token in the query string', async () => {
    expectRefusal(await call({}, `/public/v1/whoami?access_token=${org.token}`), 'TOKEN_MISSING');
  });

  it('accepts the scheme in any case', async () => {
    expect((await call({ authorization: `bearer ${org.token}` })).status).toBe(200);
  });

  it.each<[string, string, () => Promise<string> | string]>([
    ['not JSON inside', 'TOKEN_MALFORMED', () => 'aaaa.bbbb.cccc'],
    ['two parts', 'TOKEN_MALFORMED', () => org.token.split('.').slice(0, 2).join('.')],
    ['four parts', 'TOKEN_MALFORMED', () => `${org.token}.x`],
    ['no signature', 'TOKEN_MALFORMED', () => org.token.replace(/[^.]+$/, '')],
    ['a signature of zeros', 'TOKEN_MALFORMED', () => org.token.replace(/[^.]+$/, Buffer.alloc(64).toString('base64url'))],
    ['a signature cut short', 'TOKEN_MALFORMED', () => org.token.slice(0, -1)],
    ['a signature too long', 'TOKEN_MALFORMED', () => `${org.token}x`],
    ['a signature of four times its length', 'TOKEN_MALFORMED', () => org.token + 'x'.repeat(300)],
    ['a signature that is not base64url', 'TOKEN_MALFORMED', () => `${org.token.slice(0, -1)}+`],
    ['claims tampered with', 'TOKEN_MALFORMED', () => tamper(org.token, { org: '00000000-0000-4000-8000-000000000000' })],
    ['scopes added', 'TOKEN_MALFORMED', () => tamper(org.token, { scope: 'findings.read avd.read' })],
    ['alg none', 'TOKEN_MALFORMED', () => new UnsecuredJWT({ ...claimsOf(org.token) }).encode()],
    ['alg none and our kid', 'TOKEN_MALFORMED', () => `${segment({ alg: 'none', typ: 'at+jwt', kid })}.${org.token.split('.')[1] ?? ''}.`],
    ['alg nOnE', 'TOKEN_MALFORMED', () => `${segment({ alg: 'nOnE', typ: 'at+jwt', kid })}.${org.token.split('.')[1] ?? ''}.`],
    ['HS256 with our public key as its secret', 'TOKEN_MALFORMED', () => forge({ header: { alg: 'HS256' }, signWith: publicPem() })],
    [
      'RS256',
      'TOKEN_MALFORMED',
      () => forge({ header: { alg: 'RS256' }, signWith: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }),
    ],
    [
      'ES384',
      'TOKEN_MALFORMED',
      () => forge({ header: { alg: 'ES384' }, signWith: generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey }),
    ],
    ['a foreign key under our kid', 'TOKEN_MALFORMED', () => forge({ signWith: foreignKey() })],
    ['a foreign key that it brings along', 'TOKEN_MALFORMED', () => withOwnJwk()],
    ['an unknown kid', 'TOKEN_MALFORMED', () => forge({ header: { kid: 'another' } })],
    ['no kid', 'TOKEN_MALFORMED', () => forge({ header: { kid: undefined } })],
    ['a kid that is not text', 'TOKEN_MALFORMED', () => forge({ header: { kid: 7 } })],
    ['the type of an ID token', 'TOKEN_MALFORMED', () => forge({ header: { typ: 'JWT' } })],
    ['no type', 'TOKEN_MALFORMED', () => forge({ header: { typ: undefined } })],
    ['another audience', 'TOKEN_MALFORMED', () => forge({ claims: { aud: 'https://other.example' } })],
    ['no audience', 'TOKEN_MALFORMED', () => forge({ without: 'aud' })],
    ['another issuer', 'TOKEN_MALFORMED', () => forge({ claims: { iss: 'https://other.example' } })],
    ['our issuer with a slash', 'TOKEN_MALFORMED', () => forge({ claims: { iss: `${service.url}/` } })],
    ['no issuer', 'TOKEN_MALFORMED', () => forge({ without: 'iss' })],
    ['a start in the future', 'TOKEN_MALFORMED', () => forge({ claims: { nbf: now() + 120 } })],
    ['an expiry in the past', 'TOKEN_EXPIRED', () => forge({ claims: { iat: now() - 3700, exp: now() - 100 } })],
    ['no end', 'TOKEN_MALFORMED', () => forge({ without: 'exp' })],
    ['no organization', 'ORG_CLAIM_MISSING', () => forge({ without: 'org' })],
    ['an empty organization', 'ORG_CLAIM_MISSING', () => forge({ claims: { org: '' } })],
    [
      'another organization',
      'CREDENTIAL_REVOKED',
      async () => forge({ claims: { org: (await TestOrganization.create(service)).organization.id } }),
    ],
    ['a client that does not exist', 'CREDENTIAL_REVOKED', () => forge({ claims: { client_id: 'vrc_nobody', sub: 'vrc_nobody' } })],
    ['a version that never existed', 'CREDENTIAL_REVOKED', () => forge({ claims: { ver: 99 } })],
    ['no generation', 'TOKEN_MALFORMED', () => forge({ without: 'ver' })],
    ['no client', 'TOKEN_MALFORMED', () => forge({ without: 'client_id' })],
    ['no scopes', 'TOKEN_MALFORMED', () => forge({ without: 'scope' })],
  ])('a token with %s, over REST and over MCP', async (_what, reason, make) => {
    const token = await make();
    expectRefusal(await bearer(token), reason);
    const overMcp = await send(`${service.url}/public/v1/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(overMcp.status).toBe(401);
    expect(overMcp.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
    expect(overMcp.text).toContain(reason);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['was deleted', () => service.app.get(CredentialAdmin).revoke(org.credential.clientId)],
    ['was rotated', () => service.app.get(CredentialAdmin).rotate(org.credential.clientId)],
    ['belongs to an organization that is suspended', () => service.app.get(Organizations).suspend(org.organization.domain)],
  ])('a token whose credential %s', async (_what, change) => {
    const before = org;
    try {
      org = await TestOrganization.create(service);
      expect((await bearer(org.token)).status).toBe(200);
      await change();
      expectRefusal(await bearer(org.token), 'CREDENTIAL_REVOKED');
    } finally {
      org = before;
    }
  });

  it('a token that expires while it is in use', async () => {
    const usable = async (seconds: number) => {
      const token = await forge({ claims: { iat: now() - 600, exp: now() + seconds - SKEW_SECONDS } });
      return (await bearer(token)).status === 200 ? token : undefined;
    };
    const token = (await usable(2)) ?? (await usable(60)) ?? ''; // under load this takes more than two seconds
    expect(token).not.toBe('');
    await msUntil(async () => (await bearer(token)).status === 401);
    expectRefusal(await bearer(token), 'TOKEN_EXPIRED');
  });

  it('grants only scopes that the credential holds, whatever an old token says', async () => {
    const narrow = await org.withScopes('findings.read');
    const token = await forge({ claims: { client_id: narrow.credential.clientId, scope: 'findings.read avd.read nonsense' } });
    expect((await bearer(token)).body.scopes).toEqual(['findings.read']);
  });

  it('is refused before its path, method or body is checked', async () => {
    const path = `${service.url}/public/v1/vendors/groups`;
    expectRefusal(await send(path, { method: 'POST', body: '{broken', headers: { 'content-type': 'application/json' } }), 'TOKEN_MISSING');
    expectRefusal(await send(path, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }), 'TOKEN_MISSING');
    expectRefusal(
      await send(path, { method: 'POST', body: 'x'.repeat(1_100_000), headers: { 'content-type': 'application/json' } }),
      'TOKEN_MISSING',
    );
    expectRefusal(await call({ 'service-api-version': '9.9.9' }, '/public/v1/vendors/groups?nonsense=1'), 'TOKEN_MISSING');
  });

  it('points MCP callers to the metadata of the MCP endpoint', async () => {
    const answer = await send(`${service.url}/public/v1/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain(
      `resource_metadata="${service.url}/.well-known/oauth-protected-resource/public/v1/mcp"`,
    );
  });

  const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as JWTPayload;

  function tamper(token: string, claims: JWTPayload): string {
    const [header = '', , signature = ''] = token.split('.');
    return `${header}.${segment({ ...claimsOf(token), ...claims })}.${signature}`;
  }

  const foreignKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const publicPem = () => Buffer.from(createPublicKey(key).export({ type: 'spki', format: 'pem' }));

  function withOwnJwk(): Promise<string> {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return forge({ header: { kid: undefined, jwk: pair.publicKey.export({ format: 'jwk' }) }, signWith: pair.privateKey });
  }
});
