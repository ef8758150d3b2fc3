import { exportJWK, generateKeyPair } from 'jose';
import { isClientSecret } from '#platform/auth/client-secret';
import { ALL_SCOPES } from '#platform/identity/scope';
import { asOwner } from '../isolation/tenant-tables';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { McpCaller } from '../support/mcp';
import { fetchToken, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('POST /public/v1/credentials', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('creates a credential of the same organization, with a secret that works', async () => {
    const { status, body } = await org.post('credentials', { name: '  SIEM export ', scopes: ['vendor-directory.read', 'findings.read'] });
    expect(status).toBe(200);
    expect(body).toEqual({
      clientSecret: expect.any(String),
      credential: {
        clientId: expect.stringMatching(/^vrc_[0-9a-f]{24}$/),
        name: 'SIEM export',
        scopes: ['findings.read', 'vendor-directory.read'],
        authentication: 'CREDENTIAL_AUTHENTICATION_CLIENT_SECRET',
        createdAt: expect.any(String),
      },
    });
    expect(isClientSecret(body.clientSecret as string)).toBe(true);
    const token = await fetchToken(service.url, {
      clientId: body.credential.clientId as string,
      clientSecret: body.clientSecret as string,
    });
    const whoami = await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
    expect(whoami.body).toMatchObject({
      clientId: body.credential.clientId as string,
      credentialName: 'SIEM export',
      organization: { id: org.organization.id },
    });
  });

  it('takes an expiry, networks and keys', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { status, body } = await org.post('credentials', {
      name: 'Keys',
      scopes: ['avd.read'],
      expiresAt: '2038-01-01T00:00:00+01:00',
      allowedNetworks: ['192.0.2.9/24', '2001:db8::/32', '192.0.2.0/24'],
      jwks: { keys: [await exportJWK(publicKey)] },
    });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('clientSecret');
    expect(body.credential).toMatchObject({
      authentication: 'CREDENTIAL_AUTHENTICATION_PRIVATE_KEY_JWT',
      expiresAt: '2037-12-31T23:00:00.000Z',
      allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'],
    });
  });

  it('grants no scope that the calling token lacks', async () => {
    const narrow = await org.withScopes('credentials.manage,avd.read');
    const refused = await narrow.post('credentials', { name: 'More', scopes: ['avd.read', 'findings.read'] });
    expectError(refused, 403, 'SCOPE_MISSING');
    expect(refused.body.details[0].metadata).toEqual({ scope: 'findings.read' });
    expect((await narrow.post('credentials', { name: 'Same', scopes: ['avd.read', 'credentials.manage'] })).status).toBe(200);

    // The credential holds all scopes, but this token was narrowed.
    const token = await fetchToken(service.url, org.credential, 'credentials.manage');
    const refusedToken = await send(`${service.url}/public/v1/credentials`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'More', scopes: ALL_SCOPES }),
    });
    expectError(refusedToken, 403, 'SCOPE_MISSING');
  });

  it.each([
    ['an unknown scope', { scopes: ['findings.write'] }, 'SCOPE_UNKNOWN'],
    ['no scope', { scopes: [] }, 'INVALID_REQUEST'],
    ['only white space for a name', { name: ' ' }, 'INVALID_REQUEST'],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'EXPIRY_IN_THE_PAST'],
    ['an invalid network', { allowedNetworks: ['northwind.com'] }, 'INVALID_NETWORK'],
    ['an empty list of networks', { allowedNetworks: [] }, 'INVALID_NETWORK'],
    ['an invalid key set', { jwks: { keys: [] } }, 'INVALID_KEY_SET'],
    ['a private key', { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' }] } }, 'INVALID_KEY_SET'],
    ['the organization as a field', { organizationId: '00000000-0000-7000-8000-000000000000' }, 'INVALID_REQUEST'],
  ])('refuses %s', async (_what, changes, reason) => {
    expectError(await org.post('credentials', { name: 'Wrong', scopes: ['avd.read'], ...changes }), 400, reason);
  });

  it('replays the secret for an Idempotency-Key, which is stored encrypted', async () => {
    const create = () => org.post('credentials', { name: 'Once', scopes: ['avd.read'] }, { 'idempotency-key': 'create-once' });
    const [first, again] = [await create(), await create()];
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const [stored] = await asOwner<{ body: string }>(
      `SELECT body FROM idempotency_key WHERE organization_id = $1 AND key = 'create-once'`,
      [org.organization.id],
    );
    expect(stored?.body).toMatch(/^sealed:/);
    expect(Buffer.from(stored?.body.slice(7) ?? '', 'base64').includes('vrs_')).toBe(false);
  });

  it('is limited in number', async () => {
    const full = await TestOrganization.create(service);
    await asOwner(
      `INSERT INTO oauth_client (client_id, organization_id, name, scopes) SELECT 'vrc_' || $1 || '-' || n, $1::uuid, 'Many', '{avd.read}' FROM generate_series(2, 1000) n`,
      [full.organization.id],
    );
    expectError(await full.post('credentials', { name: 'One more', scopes: ['avd.read'] }), 409, 'CREDENTIAL_LIMIT_REACHED');
  });

  it('is not an MCP tool', async () => {
    const caller = new McpCaller(service, org.token);
    expect((await caller.tools()).filter(({ name }) => name.includes('Credential'))).toEqual([]);
    const { body } = await caller.call('CreateCredential', { name: 'Model', scopes: ['avd.read'] });
    expect(JSON.stringify(body)).toContain('TOOL_NOT_FOUND');
  });
});
