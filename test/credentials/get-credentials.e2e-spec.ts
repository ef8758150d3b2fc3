import { CredentialAdmin } from '#platform/auth/credential-admin';
import { CredentialUse } from '#platform/auth/credential-use';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GET /public/v1/credentials', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it("lists the organization's own credentials, newest first, without secrets", async () => {
    const [org, stranger] = [await TestOrganization.create(service), await TestOrganization.create(service)];
    const second = await org.withScopes('avd.read');
    await service.app.get(CredentialAdmin).revoke(second.credential.clientId);
    await service.app.get(CredentialUse).flush();
    const { status, body } = await org.get('credentials');
    expect(status).toBe(200);
    const own = org.credential.clientId;
    expect(body).toEqual({
      totalCount: 2,
      credentials: [
        expect.objectContaining({ clientId: second.credential.clientId, scopes: ['avd.read'], revokedAt: expect.any(String) }),
        expect.objectContaining({ clientId: own, name: 'Test', lastUsedAt: expect.any(String), lastUsedAddress: expect.any(String) }),
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/vrs_|hash|jwks/);
    expect(JSON.stringify(body)).not.toContain(stranger.credential.clientId);
  });

  it('pages through every credential once', async () => {
    const org = await TestOrganization.create(service);
    const made = [org.credential.clientId];
    for (let at = 0; at < 6; at += 1) made.push((await org.withScopes('avd.read')).credential.clientId);
    const seen: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body } = await org.get('credentials', { limit: 2, ...(cursor && { cursor }) });
      expect(body.totalCount).toBe(7);
      seen.push(...(body.credentials as { clientId: string }[]).map(({ clientId }) => clientId));
      cursor = body.nextCursor as string | undefined;
    }
    expect(seen.length).toBe(7);
    expect([...seen].sort()).toEqual(made.sort());
  });
});
