import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { ALL_SCOPES } from '#platform/identity/scope';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('metadata', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('describes the authorization server according to RFC 8414', async () => {
    const { status, body, headers } = await send(`${service.url}/.well-known/oauth-authorization-server`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
    const algorithms = expect.arrayContaining(['ES256', 'PS256', 'RS256', 'EdDSA']) as string[];
    expect(body).toEqual({
      issuer: service.url,
      token_endpoint: `${service.url}/v1/oauth/token`,
      authorization_endpoint: `${service.url}/v1/oauth/authorize`,
      jwks_uri: `${service.url}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: methods,
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      revocation_endpoint: `${service.url}/v1/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_signing_alg_values_supported: algorithms,
      introspection_endpoint: `${service.url}/v1/oauth/introspect`,
      introspection_endpoint_auth_methods_supported: methods,
      introspection_endpoint_auth_signing_alg_values_supported: algorithms,
      scopes_supported: ALL_SCOPES,
      service_documentation: `${service.url}/docs`,
    });
  });

  it.each(['', '/public/v1', '/public/v1/mcp'])('describes the resource %j according to RFC 9728', async (resource) => {
    const { status, body, headers } = await send(`${service.url}/.well-known/oauth-protected-resource${resource}`);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toMatchObject({
      resource: `${service.url}${resource}`,
      authorization_servers: [service.url],
      scopes_supported: ALL_SCOPES,
      bearer_methods_supported: ['header'],
    });
  });

  it.each(['/.well-known/openid-configuration', '/.well-known/oauth-protected-resource/other', '/.well-known'])(
    'serves nothing at %s',
    async (path) => {
      expect((await send(`${service.url}${path}`)).status).toBe(404);
    },
  );

  it('publishes public keys that verify its tokens, and nothing private', async () => {
    const { token, organization } = await TestOrganization.create(service);
    const { body, headers } = await send(`${service.url}/.well-known/jwks.json`);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const { keys } = body as JSONWebKeySet;
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toEqual({
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        alg: 'ES256',
        use: 'sig',
      });
    }
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), { issuer: service.url, audience: service.url, typ: 'at+jwt' });
    expect(payload.org).toBe(organization.id);
  });

  it('uses its public base URL', async () => {
    const behind = await startTestApp({ PUBLIC_BASE_URL: 'https://api.vendor-risk.example/' });
    try {
      const { body } = await send(`${behind.url}/.well-known/oauth-authorization-server`);
      expect(body).toMatchObject({
        issuer: 'https://api.vendor-risk.example',
        jwks_uri: 'https://api.vendor-risk.example/.well-known/jwks.json',
      });
    } finally {
      await behind.close();
    }
  });
});
