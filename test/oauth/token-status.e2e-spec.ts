import { decodeJwt } from 'jose';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { TokenCleanUp } from '#platform/oauth/token-clean-up';
import { asOwner } from '../isolation/tenant-tables';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { McpCaller } from '../support/mcp';
import { fetchToken, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';
import { revision } from './revision';

const ADDRESS = { PUBLIC_BASE_URL: 'http://vendor-risk.test' };

describe('access tokens after they were issued', () => {
  let here: TestApp;
  let there: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    [here, there] = await Promise.all([startTestApp(ADDRESS), startTestApp(ADDRESS)]);
    org = await TestOrganization.create(here);
  });
  afterAll(() => Promise.all([here.close(), there.close()]));

  const whoami = (service: TestApp, token: string) =>
    send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, service = here) =>
    send(`${service.url}/v1/oauth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const client = ({ credential } = org) => ({ client_id: credential.clientId, client_secret: credential.clientSecret });
  const revoke = (token: string, by = org) => post('revoke', { ...client(by), token });
  const introspect = (token: string, by = org, service = here) => post('introspect', { ...client(by), token }, {}, service);

  describe('POST /v1/oauth/revoke', () => {
    it('revokes one token on every process, and no other', async () => {
      const [token, other] = [await fetchToken(here.url, org.credential), await fetchToken(here.url, org.credential)];
      for (const service of [here, there]) expect((await whoami(service, token)).status).toBe(200);
      const answer = await revoke(token);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expectError(await whoami(here, token), 401, 'TOKEN_REVOKED');
      await msUntil(async () => (await whoami(there, token)).status === 401);
      expectError(await whoami(there, token), 401, 'TOKEN_REVOKED');
      expect((await new McpCaller(there, token).call('WhoAmI')).status).toBe(401);
      for (const service of [here, there]) expect((await whoami(service, other)).status).toBe(200);

      const late = await startTestApp(ADDRESS);
      expectError(await whoami(late, token), 401, 'TOKEN_REVOKED');
      await late.close();
    });

    it('does not invalidate the caches for other tokens', async () => {
      const before = await revision();
      expect((await revoke(await fetchToken(here.url, org.credential))).status).toBe(200);
      expect(await revision()).toBe(before);
    });

    it('answers 200 for an invalid and for an already revoked token', async () => {
      const token = await fetchToken(here.url, org.credential);
      for (const each of ['nonsense', `${token}x`, token, token]) expect((await revoke(each)).status).toBe(200);
      expect((await post('revoke', { ...client(), token: 'x', token_type_hint: 'refresh_token' })).status).toBe(200);
    });

    it('revokes no token of another client', async () => {
      const stranger = await TestOrganization.create(here);
      for (const other of [stranger, await org.withScopes('avd.read')]) {
        const answer = await revoke(org.token, other);
        expect([answer.status, answer.body.error]).toEqual([400, 'unauthorized_client']);
      }
      expect((await whoami(here, org.token)).status).toBe(200);
    });

    it('accepts HTTP Basic and JSON, like the token endpoint', async () => {
      const token = await fetchToken(here.url, org.credential);
      const basic = `Basic ${Buffer.from(`${org.credential.clientId}:${org.credential.clientSecret}`).toString('base64')}`;
      const answer = await send(`${here.url}/v1/oauth/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: basic },
        body: JSON.stringify({ token }),
      });
      expect(answer.status).toBe(200);
      expect((await whoami(here, token)).status).toBe(401);
    });

    it('is kept until the token would have expired', async () => {
      const token = await fetchToken(here.url, org.credential);
      await revoke(token);
      const { jti, exp = 0 } = decodeJwt(token);
      const rows = () => asOwner<{ at: Date }>('SELECT expires_at AS at FROM revoked_token WHERE jti = $1', [jti]);
      const [row] = await rows();
      expect(row?.at.getTime()).toBeGreaterThanOrEqual(exp * 1000);
      await asOwner(`UPDATE revoked_token SET expires_at = now() - interval '1 second' WHERE jti = $1`, [jti]);
      await here.app.get(TokenCleanUp).run();
      expect(await rows()).toEqual([]);
    });
  });

  describe('POST /v1/oauth/introspect', () => {
    it("describes the client's own token", async () => {
      const token = await fetchToken(here.url, org.credential, 'avd.read');
      const { exp, iat, jti } = decodeJwt(token);
      expect((await introspect(token, org, there)).body).toEqual({
        active: true,
        token_type: 'Bearer',
        scope: 'avd.read',
        client_id: org.credential.clientId,
        sub: org.credential.clientId,
        iss: ADDRESS.PUBLIC_BASE_URL,
        aud: ADDRESS.PUBLIC_BASE_URL,
        exp,
        iat,
        jti,
        org: org.organization.id,
      });
    });

    it('reports everything else only as not active', async () => {
      const [revoked, narrow] = [await fetchToken(here.url, org.credential), await org.withScopes('avd.read')];
      const stranger = await TestOrganization.create(here);
      await revoke(revoked);
      const [head, body] = org.token.split('.');
      for (const token of [revoked, narrow.token, stranger.token, 'nonsense', `${head}.${body}.`, `${org.token}x`]) {
        const answer = await introspect(token);
        expect([answer.status, answer.body]).toEqual([200, { active: false }]);
      }
    });

    it('reports tokens from before a rotation as not active', async () => {
      const other = await org.withScopes('avd.read');
      const { clientSecret = '' } = await here.app.get(CredentialAdmin).rotate(other.credential.clientId);
      const fields = { client_id: other.credential.clientId, client_secret: clientSecret, token: other.token };
      expect((await post('introspect', fields)).body).toEqual({ active: false });
    });
  });

  it.each(['revoke', 'introspect'])('%s refuses with OAuth errors', async (path) => {
    const cases: [Record<string, string>, number, string][] = [
      [{ token: org.token }, 401, 'invalid_client'],
      [{ ...client(), client_secret: 'vrs_wrong', token: org.token }, 401, 'invalid_client'],
      [client(), 400, 'invalid_request'],
      [{ ...client(), token: 'x'.repeat(5_000) }, 400, 'invalid_request'],
    ];
    for (const [fields, status, error] of cases) {
      const answer = await post(path, fields);
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    }
    const query = await send(`${here.url}/v1/oauth/${path}?token=x`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    expect([query.status, query.body.error]).toEqual([400, 'invalid_request']);
    const malformed = await send(`${here.url}/v1/oauth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect([malformed.status, malformed.body.error]).toEqual([400, 'invalid_request']);
    expect((await send(`${here.url}/v1/oauth/${path}`)).status).toBe(405);
  });
});
