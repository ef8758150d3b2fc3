import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JSONWebKeySet, type JWTPayload } from 'jose';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { readKeySet } from '#platform/auth/client-keys';
import { TokenCleanUp } from '#platform/oauth/token-clean-up';
import { asOwner } from '../isolation/tenant-tables';
import { fileDatabase } from '../support/database';
import { runCli, runJson } from '../support/cli';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const ADDRESS = { PUBLIC_BASE_URL: 'http://vendor-risk.test' };
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

interface Pair {
  alg: string;
  kid: string;
  privateKey: CryptoKey;
  jwks: JSONWebKeySet;
}

async function newPair(alg = 'ES256', kid: string = randomUUID()): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg }] } };
}

describe('private_key_jwt', () => {
  let here: TestApp;
  let there: TestApp;
  let org: TestOrganization;
  let admin: CredentialAdmin;
  let pair: Pair;
  let clientId: string;
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-jwks-'));
  const { settings } = fileDatabase();

  beforeAll(async () => {
    [here, there] = await Promise.all([startTestApp(ADDRESS), startTestApp(ADDRESS)]);
    admin = here.app.get(CredentialAdmin);
    org = await TestOrganization.create(here);
    pair = await newPair();
    clientId = await clientWith(pair.jwks);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await Promise.all([here.close(), there.close()]);
  });

  async function clientWith(jwks: JSONWebKeySet): Promise<string> {
    const spec = { name: 'Keys', scopes: ['avd.read' as const], jwks: await readKeySet(jwks) };
    return (await admin.issue(org.organization, spec)).clientId;
  }

  const now = () => Math.floor(Date.now() / 1000);
  const claims = (changes: JWTPayload = {}): JWTPayload => ({
    iss: clientId,
    sub: clientId,
    aud: ADDRESS.PUBLIC_BASE_URL,
    jti: randomUUID(),
    iat: now(),
    exp: now() + 60,
    ...changes,
  });
  const sign = (payload: JWTPayload, { alg, kid, privateKey }: Pair = pair) =>
    new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(privateKey);
  const ask = (fields: Record<string, string>, service = here) =>
    send(`${service.url}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_assertion_type: TYPE, ...fields }).toString(),
    });
  const statusOf = async (payload: JWTPayload, using = pair, service = here) => {
    const { status, body } = await ask({ client_assertion: await sign(payload, using) }, service);
    return status === 200 ? 200 : `${status} ${body.error}`;
  };
  const REFUSED = '401 invalid_client';

  it("issues a token for an assertion signed by the client's key", async () => {
    const { status, body } = await ask({ client_assertion: await sign(claims()), client_id: clientId });
    expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'avd.read']);
    const whoami = await send(`${there.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${body.access_token}` } });
    expect(whoami.body).toMatchObject({ clientId });
  });

  it.each(['ES384', 'PS256', 'RS256', 'EdDSA'])('accepts keys for %s', async (alg) => {
    const other = await newPair(alg);
    const id = await clientWith(other.jwks);
    expect(await statusOf(claims({ iss: id, sub: id }), other)).toBe(200);
  });

  it.each([
    ['EdDSA', 'Ed25519'],
    ['Ed25519', 'EdDSA'],
  ])('accepts a key for %s from a client that names the algorithm %s', async (stated, alg) => {
    const other = await newPair(stated);
    const id = await clientWith(other.jwks);
    expect(await statusOf(claims({ iss: id, sub: id }), { ...other, alg })).toBe(200);
  });

  it('accepts the issuer, the token endpoint or a list with one of them as audience', async () => {
    for (const aud of [`${ADDRESS.PUBLIC_BASE_URL}/v1/oauth/token`, ['https://other.example', ADDRESS.PUBLIC_BASE_URL]])
      expect(await statusOf(claims({ aud }))).toBe(200);
  });

  it('accepts an assertion once across all processes', async () => {
    const assertion = await sign(claims());
    const answers = await Promise.all([here, there, here, there].map((service) => ask({ client_assertion: assertion }, service)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(answers.find(({ status }) => status === 401)?.body).toEqual({
      error: 'invalid_client',
      error_description: expect.stringContaining('used before'),
    });
  });

  it.each<[string, () => JWTPayload]>([
    ['for another service', () => claims({ aud: 'https://other.example' })],
    ['without an audience', () => claims({ aud: undefined })],
    ['of another issuer', () => claims({ iss: 'vrc_other' })],
    ['that has expired', () => claims({ exp: now() - 120, iat: now() - 180 })],
    ['without an end', () => claims({ exp: undefined })],
    ['that lives too long', () => claims({ exp: now() + 3600 })],
    ['made too long ago', () => claims({ iat: now() - 3600 })],
    ['made in the future', () => claims({ iat: now() + 3600, exp: now() + 60 })],
    ['not valid yet', () => claims({ nbf: now() + 3600 })],
    ['without an id', () => claims({ jti: undefined })],
    ['with an oversized id', () => claims({ jti: 'x'.repeat(257) })],
  ])('refuses an assertion %s', async (_what, make) => {
    expect(await statusOf(make())).toBe(REFUSED);
  });

  it('refuses an assertion that its keys did not sign', async () => {
    expect(await statusOf(claims(), await newPair('ES256', pair.kid))).toBe(REFUSED);
    expect(await statusOf(claims(), await newPair('ES256'))).toBe(REFUSED);
    expect(await statusOf(claims(), await newPair('RS256', pair.kid))).toBe(REFUSED);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`;
    expect((await ask({ client_assertion: unsigned })).status).toBe(401);
    const shared = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(JSON.stringify(pair.jwks.keys[0])));
    expect((await ask({ client_assertion: shared })).status).toBe(401);
    expect(await statusOf(claims({ iss: 'vrc_nobody', sub: 'vrc_nobody' }))).toBe(REFUSED);
    // A client with a secret has no keys.
    const id = org.credential.clientId;
    expect(await statusOf(claims({ iss: id, sub: id }))).toBe(REFUSED);
  });

  it.each<[string, string, Record<string, string>]>([
    [
      'another type of assertion',
      '400 invalid_request',
      { client_assertion: 'x', client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' },
    ],
    ['an invalid JWT', '401 invalid_client', { client_assertion: 'x' }],
    ['a second way to authenticate', '400 invalid_request', { client_assertion: 'x', client_secret: 'vrs_x' }],
  ])('refuses %s', async (_what, expected, fields) => {
    const { status, body } = await ask(fields);
    expect(`${status} ${body.error}`).toBe(expected);
  });

  it('refuses a client_id that differs', async () => {
    const { status, body } = await ask({ client_assertion: await sign(claims()), client_id: 'vrc_other' });
    expect(`${status} ${body.error}`).toBe('400 invalid_request');
  });

  it('cannot use a secret instead', async () => {
    const fields = { grant_type: 'client_credentials', client_id: clientId };
    for (const secret of ['', 'vrs_x', 'null']) {
      const { status } = await send(`${here.url}/v1/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...fields, client_secret: secret }),
      });
      expect(status).toBe(401);
    }
  });

  it('is set up and rotated by command; both key sets work during the overlap', async () => {
    const [first, second] = [await newPair(), await newPair()];
    const files = [first, second].map(({ jwks }, index) => {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(jwks));
      return file;
    }) as [string, string];
    const options = ['--org', org.organization.domain, '--name', 'Pipeline', '--scopes', 'avd.read', '--jwks', files[0]];
    const created = (await runJson(settings, 'credential', 'create', ...options)) as { clientId: string };
    expect(created).not.toHaveProperty('clientSecret');
    const of = () => claims({ iss: created.clientId, sub: created.clientId });
    expect(await statusOf(of(), first)).toBe(200);
    expect(await runJson(settings, 'credential', 'list', '--org', org.organization.domain)).toContainEqual(
      expect.objectContaining({ clientId: created.clientId, authentication: 'private_key_jwt' }),
    );

    expect((await runCli(settings, 'credential', 'rotate', created.clientId)).stderr).toMatch(/uses keys: send the new ones/);
    await runJson(settings, 'credential', 'rotate', created.clientId, '--jwks', files[1], '--overlap', '1h');
    expect([await statusOf(of(), first), await statusOf(of(), second)]).toEqual([200, 200]);
    await runJson(settings, 'credential', 'rotate', created.clientId, '--jwks', files[1]);
    expect([await statusOf(of(), first), await statusOf(of(), second)]).toEqual([REFUSED, 200]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['no JWK Set', () => Promise.resolve([])],
    ['an empty one', () => Promise.resolve({ keys: [] })],
    ['a private key', async () => ({ keys: [await exportJWK((await newPair()).privateKey)] })],
    ['a shared key', () => Promise.resolve({ keys: [{ kty: 'oct', k: 'c2VjcmV0' }] })],
    ['an invalid key', () => Promise.resolve({ keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }] })],
    ['a weak key', () => Promise.resolve({ keys: [{ kty: 'RSA', e: 'AQAB', n: Buffer.alloc(128, 0xff).toString('base64url') }] })],
    ['several keys without ids', () => Promise.resolve({ keys: [pair.jwks.keys[0], pair.jwks.keys[0]] })],
    ['too many keys', () => Promise.resolve({ keys: Array.from({ length: 11 }, () => pair.jwks.keys[0]) })],
  ])('refuses %s', async (_what, make) => {
    await expect(readKeySet(await make())).rejects.toMatchObject({ reason: 'INVALID_KEY_SET' });
  });

  it('stores assertions only as long as they could be replayed', async () => {
    const id = await clientWith(pair.jwks);
    expect(await statusOf(claims({ iss: id, sub: id }))).toBe(200);
    const count = async () =>
      (await asOwner<{ n: number }>('SELECT count(*)::int AS n FROM client_assertion WHERE client_id = $1', [id]))[0]?.n;
    await here.app.get(TokenCleanUp).run();
    expect(await count()).toBe(1);
    await asOwner(`UPDATE client_assertion SET expires_at = now() - interval '1 second' WHERE client_id = $1`, [id]);
    expect((await here.app.get(TokenCleanUp).run()).clientAssertions).toBeGreaterThan(0);
    expect(await count()).toBe(0);
  });
});
