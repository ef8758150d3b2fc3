import { CredentialAdmin, type NewSecret } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import { fileDatabase } from '../support/database';
import { runCli, runJson } from '../support/cli';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { McpCaller } from '../support/mcp';
import { fetchToken, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const ADDRESS = { PUBLIC_BASE_URL: 'http://vendor-risk.test', TRUST_PROXY: '1' };
const [OFFICE, ELSEWHERE, OFFICE_6, ELSEWHERE_6] = ['192.0.2.7', '198.51.100.7', '2001:db8::7', '2001:db9::7'];

describe('networks that calls may come from', () => {
  let here: TestApp;
  let there: TestApp;
  let org: TestOrganization;
  const { settings } = fileDatabase();

  beforeAll(async () => {
    [here, there] = await Promise.all([startTestApp(ADDRESS), startTestApp(ADDRESS)]);
  });
  afterAll(() => Promise.all([here.close(), there.close()]));
  beforeEach(async () => {
    org = await TestOrganization.create(here);
  });

  const from = (address: string, token = org.token, service = here, path = 'public/v1/whoami') =>
    send(`${service.url}/${path}`, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address } });
  const statuses = async (token?: string) =>
    Promise.all([OFFICE, `::ffff:${OFFICE}`, OFFICE_6, ELSEWHERE, ELSEWHERE_6].map(async (address) => (await from(address, token)).status));
  const askToken = ({ clientId, clientSecret }: NewSecret, address: string) =>
    send(`${here.url}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }).toString(),
    });

  it('are unrestricted without a list', async () => {
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  });

  it('of an organization apply to calls and token requests on every process until they are lifted', async () => {
    expect((await from(ELSEWHERE, org.token, there)).status).toBe(200);
    const cidr = '192.0.2.9/24,2001:db8::/32';
    expect(await runJson(settings, 'org', 'allow', org.organization.domain, '--cidr', cidr)).toMatchObject({
      allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'],
    });
    for (const service of [here, there]) await msUntil(async () => (await from(ELSEWHERE, org.token, service)).status === 403);
    expect(await statuses()).toEqual([200, 200, 200, 403, 403]);
    expectError(await from(ELSEWHERE), 403, 'ADDRESS_NOT_ALLOWED');
    expectError(await from(ELSEWHERE, org.token, there, 'public/v1/vendors/groups'), 403, 'ADDRESS_NOT_ALLOWED');

    expect((await askToken(org.credential, OFFICE_6)).status).toBe(200);
    const refused = await askToken(org.credential, ELSEWHERE);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      error: 'access_denied',
      error_description: expect.stringContaining(ELSEWHERE),
      reason: 'ADDRESS_NOT_ALLOWED',
    });
    // A caller without the secret learns nothing about the list.
    const stranger = await askToken({ ...org.credential, clientSecret: 'vrs_wrong' }, ELSEWHERE);
    expect([stranger.status, stranger.body.error]).toEqual([401, 'invalid_client']);

    expect(await runJson(settings, 'org', 'allow', org.organization.domain, '--cidr', 'any')).not.toHaveProperty('allowedNetworks');
    for (const service of [here, there]) await msUntil(async () => (await from(ELSEWHERE, org.token, service)).status === 200);
  });

  it('apply to MCP', async () => {
    await here.app.get(Organizations).allow(org.organization.domain, ['203.0.113.0/24']);
    const answer = await new McpCaller(here, org.token).call('WhoAmI', {});
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).toContain('ADDRESS_NOT_ALLOWED');
  });

  it('of a credential apply to it only, in addition to those of its organization', async () => {
    const options = [
      '--org',
      org.organization.domain,
      '--name',
      'Office',
      '--scopes',
      'avd.read',
      '--allow',
      '192.0.2.0/28,198.51.100.0/24',
    ];
    const created = (await runJson(settings, 'credential', 'create', ...options)) as NewSecret;
    expect(created).toMatchObject({ allowedNetworks: ['192.0.2.0/28', '198.51.100.0/24'] });
    const token = (await askToken(created, OFFICE)).body.access_token as string;
    expect(await statuses(token)).toEqual([200, 200, 403, 200, 403]);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);

    await here.app.get(Organizations).allow(org.organization.domain, ['192.0.2.0/24', '2001:db8::/32']);
    expect(await statuses(token)).toEqual([200, 200, 403, 403, 403]);
    expect(await here.app.get(CredentialAdmin).list(org.organization.id)).toContainEqual(
      expect.objectContaining({ clientId: created.clientId, allowedNetworks: ['192.0.2.0/28', '198.51.100.0/24'] }),
    );
  });

  it('use the address of the connection when no proxy is trusted, whatever the headers say', async () => {
    await here.app.get(Organizations).allow(org.organization.domain, [OFFICE]);
    const direct = await startTestApp({ PUBLIC_BASE_URL: ADDRESS.PUBLIC_BASE_URL });
    try {
      expectError(await from(OFFICE, org.token, direct), 403, 'ADDRESS_NOT_ALLOWED');
      await here.app.get(Organizations).allow(org.organization.domain, ['127.0.0.0/8']);
      await msUntil(async () => (await from(ELSEWHERE, org.token, direct)).status === 200);
      expect((await fetchToken(direct.url, org.credential)).length).toBeGreaterThan(100);
    } finally {
      await direct.close();
    }
  });

  it.each(['', 'northwind.com', '10.0.0.0/33', '10.0.0.0/8,,x', Array.from({ length: 101 }, (_, at) => `10.0.${at}.0/24`).join(',')])(
    'refuse %s',
    async (cidr) => {
      const outcome = await runCli(settings, 'org', 'allow', org.organization.domain, '--cidr', cidr, '--json');
      expect(outcome.code).toBe(2);
      expect(JSON.parse(outcome.stderr)).toMatchObject({ error: { reason: 'INVALID_NETWORK' } });
    },
  );
});
