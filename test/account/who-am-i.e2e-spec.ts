import { Organizations } from '#platform/auth/organizations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('WhoAmI', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('returns the credential, its organization, scopes, view and rate limit', async () => {
    const org = await TestOrganization.create(service, { scopes: 'vendor-directory.write,findings.read' });
    const { id, name, domain } = org.organization;
    expect((await org.get('whoami')).body).toEqual({
      clientId: org.credential.clientId,
      credentialName: 'Test',
      organization: { id, name, domain },
      scopes: ['findings.read', 'vendor-directory.write'],
      view: 'OBSERVATION_VIEW_VRM',
      rateLimit: { limit: 100_000, windowSeconds: 60 },
    });
  });

  it('shows the self view without an active entitlement', async () => {
    const org = await TestOrganization.create(service, { vrm: false });
    expect((await org.get('whoami')).body.view).toBe('OBSERVATION_VIEW_SELF');
    await service.app.get(Organizations).entitle(org.organization.domain, true, new Date(Date.now() - 1000));
    expect((await org.get('whoami')).body.view).toBe('OBSERVATION_VIEW_SELF');
  });

  it('takes no parameters', async () => {
    const org = await TestOrganization.create(service);
    expect((await org.get('whoami', { organizationId: org.organization.id })).status).toBe(400);
  });
});
