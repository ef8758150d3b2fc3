import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('POST /public/v1/credentials/{clientId}/rotate', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  const statusOf = async (token: string) =>
    (await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('returns a new secret, and invalidates the old one at once', async () => {
    const { credential, token } = await org.withScopes('avd.read');
    const { status, body } = await org.post(`credentials/${credential.clientId}/rotate`, {});
    expect(status).toBe(200);
    expect(body.credential).toMatchObject({ clientId: credential.clientId, rotatedAt: expect.any(String) });
    expect(body.credential).not.toHaveProperty('previousValidUntil');
    expect(await statusOf(token)).toBe(401);
    await expect(fetchToken(service.url, credential)).rejects.toThrow('invalid_client');
    expect(
      await statusOf(await fetchToken(service.url, { clientId: credential.clientId, clientSecret: body.clientSecret as string })),
    ).toBe(200);
  });

  it('keeps the old one for an overlap, and moves the expiry', async () => {
    const { credential, token } = await org.withScopes('avd.read');
    const expiresAt = '2038-01-01T00:00:00.000Z';
    const { body } = await org.post(`credentials/${credential.clientId}/rotate`, { overlapSeconds: 3600, expiresAt });
    expect(body.credential).toMatchObject({ expiresAt, previousValidUntil: expect.any(String) });
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(await fetchToken(service.url, credential))).toBe(200);
  });

  it('never returns the secret of a credential with more scopes', async () => {
    const narrow = await org.withScopes('credentials.manage,avd.read');
    expectError(await narrow.post(`credentials/${org.credential.clientId}/rotate`, {}), 403, 'SCOPE_MISSING');
    expect(await statusOf(org.token)).toBe(200);
    const same = await org.withScopes('avd.read');
    expect((await narrow.post(`credentials/${same.credential.clientId}/rotate`, {})).status).toBe(200);
  });

  it('refuses invalid rotations', async () => {
    const stranger = await TestOrganization.create(service);
    const { clientId } = (await org.withScopes('avd.read')).credential;
    expectError(await stranger.post(`credentials/${clientId}/rotate`, {}), 404, 'CREDENTIAL_NOT_FOUND');
    expectError(await org.post('credentials/vrc_nobody/rotate', {}), 404, 'CREDENTIAL_NOT_FOUND');
    expectError(await org.post(`credentials/${clientId}/rotate`, { overlapSeconds: 2_592_001 }), 400, 'INVALID_REQUEST');
    expectError(await org.post(`credentials/${clientId}/rotate`, { expiresAt: '2020-01-01T00:00:00Z' }), 400, 'EXPIRY_IN_THE_PAST');
    const jwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] };
    expectError(await org.post(`credentials/${clientId}/rotate`, { jwks }), 409, 'CREDENTIAL_AUTHENTICATION_DIFFERS');
    await org.post(`credentials/${clientId}/revoke`, {});
    expectError(await org.post(`credentials/${clientId}/rotate`, {}), 409, 'CREDENTIAL_REVOKED');
  });
});
