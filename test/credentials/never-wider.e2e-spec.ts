import { CredentialAdmin } from '#platform/auth/credential-admin';
import { asOwner } from '../isolation/tenant-tables';
import { expectError } from '../support/error-body';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const SOON = '2037-01-01T00:00:00.000Z';
const LATER = '2038-01-01T00:00:00.000Z';

describe('a credential with credentials.manage', () => {
  let service: TestApp;
  let org: TestOrganization;
  /** Bound to this machine and to an expiry. */
  let bound: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    bound = await with_({ expiresAt: SOON, allowedNetworks: ['127.0.0.0/8'] });
  });
  afterAll(() => service.close());

  async function with_({ expiresAt, allowedNetworks }: { expiresAt?: string; allowedNetworks?: string[] }): Promise<TestOrganization> {
    const options = { expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt), allowedNetworks };
    return org.as(await service.app.get(CredentialAdmin).create(org.organization.domain, 'Bound', 'credentials.manage,avd.read', options));
  }

  const create = (by: TestOrganization, limits: object = {}) => by.post('credentials', { name: 'Child', scopes: ['avd.read'], ...limits });
  const rotate = (by: TestOrganization, { credential }: TestOrganization, body: object = {}) =>
    by.post(`credentials/${credential.clientId}/rotate`, body);
  const revoke = (by: TestOrganization, { credential }: TestOrganization) => by.post(`credentials/${credential.clientId}/revoke`, {});

  it('gives its own limits to what it creates, unless narrower ones are named', async () => {
    expect((await create(bound)).body.credential).toMatchObject({ expiresAt: SOON, allowedNetworks: ['127.0.0.0/8'] });
    const narrower = { expiresAt: '2036-01-01T00:00:00.000Z', allowedNetworks: ['127.0.0.0/24', '127.3.0.1/32'] };
    expect((await create(bound, narrower)).body.credential).toMatchObject(narrower);
    expect((await create(org)).body.credential).not.toHaveProperty('expiresAt');
  });

  it.each([
    ['a later expiry', { expiresAt: LATER }, 'expiresAt'],
    ['more networks', { allowedNetworks: ['127.0.0.0/8', '192.0.2.0/24'] }, 'allowedNetworks'],
    ['a wider network', { allowedNetworks: ['0.0.0.0/0'] }, 'allowedNetworks'],
  ])('creates none with %s', async (_, limits, field) => {
    const refused = await create(bound, limits);
    expectError(refused, 403, 'CREDENTIAL_WIDER');
    expect(refused.body.details[0].metadata).toEqual({ field });
  });

  it('cannot extend itself', async () => {
    expectError(await rotate(bound, bound, { expiresAt: LATER }), 403, 'CREDENTIAL_WIDER');
    const self = await with_({ expiresAt: SOON });
    expect((await rotate(self, self, { expiresAt: '2036-06-01T00:00:00Z' })).status).toBe(200);
  });

  it('takes over or ends none that is wider', async () => {
    const [moreScopes, longer, elsewhere] = await Promise.all([
      org.withScopes('avd.read,findings.read'),
      with_({ allowedNetworks: ['127.0.0.0/8'] }),
      with_({ expiresAt: SOON }),
    ]);
    for (const change of [rotate, revoke]) {
      expectError(await change(bound, moreScopes), 403, 'SCOPE_MISSING');
      expectError(await change(bound, longer), 403, 'CREDENTIAL_WIDER');
      expectError(await change(bound, elsewhere), 403, 'CREDENTIAL_WIDER');
    }
    expectError(await rotate(bound, longer, { expiresAt: SOON }), 403, 'CREDENTIAL_WIDER');
    const narrower = await with_({ expiresAt: '2036-01-01T00:00:00Z', allowedNetworks: ['127.0.0.1/32'] });
    expect((await rotate(bound, narrower)).status).toBe(200);
    expect((await revoke(bound, narrower)).status).toBe(200);
  });

  it('reaches the limit in number exactly, also with calls at the same time', async () => {
    const full = await TestOrganization.create(service);
    await asOwner(
      `INSERT INTO oauth_client (client_id, organization_id, name, scopes) SELECT 'vrc_' || $1 || '-' || n, $1::uuid, 'Many', '{avd.read}' FROM generate_series(2, 997) n`,
      [full.organization.id],
    );
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(full)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(9).fill(409)]);
  });
});
