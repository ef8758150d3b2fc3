import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const run = promisify(execFile);
/** The suite requires only Node; other clients are tried if they are installed. */
const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

/** Clients that know only the address, an id and a secret. */
describe('stock clients', () => {
  let service: TestApp;
  let org: TestOrganization;
  let id: string;
  let secret: string;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service, { scopes: 'findings.read,vendor-directory.read' });
    ({ clientId: id, clientSecret: secret } = org.credential);
  });
  afterAll(() => service.close());

  async function expectWorks(token: string | undefined): Promise<void> {
    const { body } = await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token ?? ''}` } });
    expect(body).toMatchObject({ clientId: id, organization: { domain: org.organization.domain } });
  }

  describe('openid-client', () => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the test's service speaks plain HTTP
    const plain = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };

    it.each([
      ['client_secret_post', () => openid.ClientSecretPost(secret)],
      ['client_secret_basic', () => openid.ClientSecretBasic(secret)],
    ])('discovers the service and gets a token with %s', async (_method, authentication) => {
      const config = await openid.discovery(new URL(service.url), id, undefined, authentication(), plain);
      const tokens = await openid.clientCredentialsGrant(config, { scope: 'vendor-directory.read', resource: service.url });
      expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'vendor-directory.read', expires_in: 3600 });
      await expectWorks(tokens.access_token);

      const answer = await openid.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL(`${service.url}/public/v1/vendors/groups`),
        'GET',
      );
      expect(answer.status).toBe(200);
    });

    it('reads our refusals as OAuth errors', async () => {
      const config = await openid.discovery(new URL(service.url), id, undefined, openid.ClientSecretPost('vrs_wrong'), plain);
      await expect(openid.clientCredentialsGrant(config)).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
      const good = await openid.discovery(new URL(service.url), id, secret, undefined, plain);
      await expect(openid.clientCredentialsGrant(good, { scope: 'avd.read' })).rejects.toMatchObject({
        error: 'invalid_scope',
        status: 400,
      });
    });
  });

  describe('with their own key', () => {
    const keyPair = { privateKey: undefined as CryptoKey | undefined, clientId: '' };

    beforeAll(async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const spec = { name: 'Keys', scopes: ['avd.read' as const], jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] } };
      const { clientId } = await service.app.get(CredentialAdmin).issue(org.organization, spec);
      Object.assign(keyPair, { privateKey, clientId });
    });

    const keyed = () => ({ key: keyPair.privateKey as CryptoKey, kid: 'one' });

    it('openid-client gets, introspects and revokes a token with private_key_jwt', async () => {
      const config = await openid.discovery(new URL(service.url), keyPair.clientId, undefined, openid.PrivateKeyJwt(keyed()), {
        algorithm: 'oauth2',
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the test's service speaks plain HTTP
        execute: [openid.allowInsecureRequests],
      });
      const { access_token: token } = await openid.clientCredentialsGrant(config);
      expect(await openid.tokenIntrospection(config, token)).toMatchObject({
        active: true,
        client_id: keyPair.clientId,
        scope: 'avd.read',
      });
      await openid.tokenRevocation(config, token);
      expect(await openid.tokenIntrospection(config, token)).toEqual({ active: false });
    });

    it('oauth4webapi gets, introspects and revokes a token with private_key_jwt', async () => {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the test's service speaks plain HTTP
      const plain = { [oauth.allowInsecureRequests]: true };
      const issuer = new URL(service.url);
      const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain }));
      expect(server.token_endpoint_auth_methods_supported).toContain('private_key_jwt');
      const client = { client_id: keyPair.clientId };
      const authentication = oauth.PrivateKeyJwt(keyed());
      const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, new URLSearchParams(), plain);
      const { access_token: token } = await oauth.processClientCredentialsResponse(server, client, response);
      const introspect = async () =>
        oauth.processIntrospectionResponse(server, client, await oauth.introspectionRequest(server, client, authentication, token, plain));
      expect(await introspect()).toMatchObject({ active: true, client_id: keyPair.clientId });
      await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, authentication, token, plain));
      expect(await introspect()).toEqual({ active: false });
    });
  });

  describe('oauth4webapi', () => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the test's service speaks plain HTTP
    const plain = { [oauth.allowInsecureRequests]: true };

    async function discover(): Promise<oauth.AuthorizationServer> {
      const issuer = new URL(service.url);
      return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain }));
    }

    it.each([
      ['client_secret_post', () => oauth.ClientSecretPost(secret)],
      ['client_secret_basic', () => oauth.ClientSecretBasic(secret)],
    ])('discovers the service and gets a token with %s', async (_method, authentication) => {
      const server = await discover();
      const client = { client_id: id };
      const response = await oauth.clientCredentialsGrantRequest(server, client, authentication(), new URLSearchParams(), plain);
      const tokens = await oauth.processClientCredentialsResponse(server, client, response);
      await expectWorks(tokens.access_token);
    });

    it('finds the authorization server of the resource', async () => {
      const resource = new URL(`${service.url}/public/v1`);
      const metadata = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, plain));
      expect(metadata.authorization_servers).toEqual([service.url]);
    });

    it('validates the access token against our published keys', async () => {
      const server = await discover();
      const request = new Request(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${org.token}` } });
      const claims = await oauth.validateJwtAccessToken(server, request, service.url, plain);
      expect(claims).toMatchObject({
        client_id: id,
        sub: id,
        iss: service.url,
        aud: service.url,
        scope: 'findings.read vendor-directory.read',
      });
    });

    it('reads the challenge of a refused token', async () => {
      const refused = oauth.protectedResourceRequest(
        'no.token.atall',
        'GET',
        new URL(`${service.url}/public/v1/whoami`),
        undefined,
        undefined,
        plain,
      );
      await expect(refused).rejects.toMatchObject({
        status: 401,
        cause: [
          {
            scheme: 'bearer',
            parameters: { error: 'invalid_token', resource_metadata: `${service.url}/.well-known/oauth-protected-resource` },
          },
        ],
      });
    });
  });

  if (HAS_CURL) {
    describe('curl', () => {
      it.each([
        ['--user', () => ['--user', `${id}:${secret}`, '--data', 'grant_type=client_credentials']],
        [
          '--data',
          () => [
            '--data',
            'grant_type=client_credentials',
            '--data-urlencode',
            `client_id=${id}`,
            '--data-urlencode',
            `client_secret=${secret}`,
          ],
        ],
        [
          '--user and JSON',
          () => [
            '--user',
            `${id}:${secret}`,
            '--header',
            'Content-Type: application/json',
            '--data',
            '{"grant_type":"client_credentials"}',
          ],
        ],
        [
          'JSON',
          () => [
            '--header',
            'Content-Type: application/json',
            '--data',
            JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
          ],
        ],
      ])('gets a token with %s and calls with it', async (_how, options) => {
        const token = JSON.parse(await curl(...options(), `${service.url}/v1/oauth/token`)) as { access_token: string };
        const whoami = JSON.parse(
          await curl('--compressed', '--header', `Authorization: Bearer ${token.access_token}`, `${service.url}/public/v1/whoami`),
        ) as object;
        expect(whoami).toMatchObject({ clientId: id });
      });

      async function curl(...options: string[]): Promise<string> {
        return (await run('curl', ['--silent', '--show-error', '--fail-with-body', ...options])).stdout;
      }
    });
  }
});
