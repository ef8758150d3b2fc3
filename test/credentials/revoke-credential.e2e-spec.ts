import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('POST /public/v1/credentials/{clientId}/revoke', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  const call = (token: string) => send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });

  it('permanently revokes a credential and its tokens', async () => {
    const { credential, token } = await org.withScopes('avd.read');
    const { status, body } = await org.post(`credentials/${credential.clientId}/revoke`, {});
    expect(status).toBe(200);
    expect(body).toEqual({ credential: expect.objectContaining({ clientId: credential.clientId, revokedAt: expect.any(String) }) });
    expect((await call(token)).status).toBe(401);
    await expect(fetchToken(service.url, credential)).rejects.toThrow('invalid_client');
    expectError(await org.post(`credentials/${credential.clientId}/revoke`, {}), 409, 'CREDENTIAL_REVOKED');
  });

  it("reports another organization's credential as not found", async () => {
    const stranger = await TestOrganization.create(service);
    const [theirs, nobodys] = [org.credential.clientId, 'vrc_nobody'];
    const answers = [await stranger.post(`credentials/${theirs}/revoke`, {}), await stranger.post(`credentials/${nobodys}/revoke`, {})];
    for (const answer of answers) expectError(answer, 404, 'CREDENTIAL_NOT_FOUND');
    expect((await call(org.token)).status).toBe(200);
  });

  it('allows a credential to revoke itself', async () => {
    const self = await org.withScopes('credentials.manage');
    expect((await self.post(`credentials/${self.credential.clientId}/revoke`, {})).status).toBe(200);
    expect((await self.get('credentials')).status).toBe(401);
  });
});
