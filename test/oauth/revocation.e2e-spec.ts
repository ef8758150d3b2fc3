import { CredentialAdmin, type NewSecret } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const ADDRESS = { PUBLIC_BASE_URL: 'http://vendor-risk.test' };

describe('a revoked credential', () => {
  let here: TestApp;
  let there: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    [here, there] = await Promise.all([startTestApp(ADDRESS), startTestApp(ADDRESS)]);
  });
  afterAll(() => Promise.all([here.close(), there.close()]));

  beforeEach(async () => {
    org = await TestOrganization.create(here);
    expect((await whoami(here)).status).toBe(200);
    expect((await whoami(there)).status).toBe(200);
  });

  const whoami = (service: TestApp, token = org.token) =>
    send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });

  const changes: [string, () => Promise<unknown>][] = [
    ['revoked', () => here.app.get(CredentialAdmin).revoke(org.credential.clientId)],
    ['rotated', () => here.app.get(CredentialAdmin).rotate(org.credential.clientId)],
    ['of an organization that is suspended', () => here.app.get(Organizations).suspend(org.organization.domain)],
  ];

  it.each(changes)('%s is refused at once, and soon by every other process', async (_how, change) => {
    await change();
    expectError(await whoami(here), 401, 'CREDENTIAL_REVOKED');
    await msUntil(async () => (await whoami(there)).status === 401);
    expectError(await whoami(there), 401, 'CREDENTIAL_REVOKED');
    await expect(fetchToken(here.url, org.credential)).rejects.toThrow('invalid_client');
    await expect(fetchToken(there.url, org.credential)).rejects.toThrow('invalid_client');
  });

  it('shows the new secret after a rotation', async () => {
    const renewed = (await here.app.get(CredentialAdmin).rotate(org.credential.clientId)) as NewSecret;
    const token = await fetchToken(there.url, renewed);
    expect((await whoami(here, token)).status).toBe(200);
    expect((await whoami(there, token)).status).toBe(200);
    expectError(await whoami(here), 401, 'CREDENTIAL_REVOKED');
  });

  it('does not affect other credentials', async () => {
    const other = await org.withScopes('avd.read');
    await here.app.get(CredentialAdmin).revoke(org.credential.clientId);
    expect((await whoami(here, other.token)).status).toBe(200);
  });

  it('is refused shortly after it is revoked, under concurrent calls', async () => {
    let stop = false;
    const statuses: number[] = [];
    const driver = async () => {
      while (!stop) statuses.push((await whoami(there)).status);
    };
    const drivers = Array.from({ length: 4 }, driver);
    await here.app.get(CredentialAdmin).revoke(org.credential.clientId);
    await msUntil(async () => (await whoami(there)).status === 401);
    const refusedFrom = statuses.length;
    await Promise.all(Array.from({ length: 20 }, () => whoami(there)));
    stop = true;
    await Promise.all(drivers);
    expect(new Set(statuses.slice(refusedFrom + drivers.length))).toEqual(new Set([401]));
  });
});
