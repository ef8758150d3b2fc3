import { createHmac } from 'node:crypto';
import { decodeJwt } from 'jose';
import { CredentialAdmin, type CredentialInfo, type NewSecret } from '#platform/auth/credential-admin';
import { CredentialUse } from '#platform/auth/credential-use';
import { ExpiringCredentials, type ExpiringCredential } from '#platform/auth/expiring-credentials';
import { PlatformSecrets } from '#platform/auth/platform-secrets';
import { isClientSecret } from '#platform/auth/client-secret';
import { asOwner } from '../isolation/tenant-tables';
import { fileDatabase } from '../support/database';
import { runCli, runJson } from '../support/cli';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';
import { revision } from './revision';

const ADDRESS = { PUBLIC_BASE_URL: 'http://vendor-risk.test' };
const DAY_MS = 86_400_000;

describe('a credential', () => {
  let here: TestApp;
  let there: TestApp;
  let admin: CredentialAdmin;
  let org: TestOrganization;
  const { settings } = fileDatabase();

  beforeAll(async () => {
    [here, there] = await Promise.all([startTestApp(ADDRESS), startTestApp(ADDRESS)]);
    admin = here.app.get(CredentialAdmin);
    org = await TestOrganization.create(here);
  });
  afterAll(() => Promise.all([here.close(), there.close()]));

  const whoami = (service: TestApp, token: string) =>
    send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
  const infoOf = async (clientId: string) =>
    (await admin.list(org.organization.id)).find((info) => info.clientId === clientId) as CredentialInfo;

  describe('has a secret', () => {
    it('that ends in a checksum', () => {
      expect(isClientSecret(org.credential.clientSecret)).toBe(true);
    });

    it('that also works in the format of release 1.0', async () => {
      const { credential } = await org.withScopes('avd.read');
      const old = `vrs_${'Ab-_'.repeat(10)}xyz`;
      const pepper = await here.app.get(PlatformSecrets).get('client-secret-pepper');
      const hash = createHmac('sha256', pepper).update(old).digest();
      await asOwner('UPDATE oauth_client SET secret_hash = $2 WHERE client_id = $1', [credential.clientId, hash]);
      expect((await whoami(here, await fetchToken(here.url, { ...credential, clientSecret: old }))).status).toBe(200);
    });
  });

  describe('that expires', () => {
    it('shows its expiry, and its tokens end with it', async () => {
      const expiresAt = new Date(Date.now() + 600_000);
      const created = await admin.create(org.organization.domain, 'Brief', 'avd.read', { expiresAt });
      expect(created.expiresAt).toBe(expiresAt.toISOString());
      const token = await fetchToken(here.url, created);
      const { exp = 0 } = decodeJwt(token);
      expect(exp).toBe(Math.ceil(expiresAt.getTime() / 1000));
      expect((await whoami(here, token)).body).toMatchObject({ expiresAt: expiresAt.toISOString() });
      expect((await whoami(here, org.token)).body).not.toHaveProperty('expiresAt');
    });

    it('gets no token after that, and the tokens it has are refused', async () => {
      const expiresAt = new Date(Date.now() + 2_000);
      const created = await admin.create(org.organization.domain, 'Over', 'avd.read', { expiresAt });
      const token = await fetchToken(here.url, created);
      await msUntil(async () => (await whoami(here, token)).status === 401);
      expectError(await whoami(here, token), 401, 'TOKEN_EXPIRED');
      expectError(await whoami(there, token), 401, 'TOKEN_EXPIRED');
      await expect(fetchToken(here.url, created)).rejects.toThrow('invalid_client');

      const renewed = (await admin.rotate(created.clientId, { expiresAt: new Date(Date.now() + DAY_MS) })) as NewSecret;
      expect((await whoami(here, await fetchToken(here.url, renewed))).status).toBe(200);
    });

    it('is announced once, 30 days ahead, and again when its expiry has moved', async () => {
      const expiring = here.app.get(ExpiringCredentials);
      const heard: ExpiringCredential[] = [];
      expiring.onExpiring((_tx, credentials) => {
        heard.push(...credentials);
        return Promise.resolve();
      });
      const soon = new Date(Date.now() + 29 * DAY_MS);
      const created = await admin.create(org.organization.domain, 'Soon', 'avd.read', { expiresAt: soon });
      const late = await admin.create(org.organization.domain, 'Late', 'avd.read', { expiresAt: new Date(Date.now() + 31 * DAY_MS) });
      const revoked = await admin.create(org.organization.domain, 'Revoked', 'avd.read', { expiresAt: soon });
      await admin.revoke(revoked.clientId);
      await Promise.all([expiring.run(), expiring.run(), there.app.get(ExpiringCredentials).run(), expiring.run()]);
      await expiring.run();
      const announced = () => heard.filter(({ clientId }) => [created, late, revoked].some((each) => each.clientId === clientId));
      const first = { organizationId: org.organization.id, clientId: created.clientId, name: 'Soon', expiresAt: soon };
      // Only one process announces; here it may have been the other one.
      expect(announced().length).toBeLessThanOrEqual(1);
      for (const each of announced()) expect(each).toEqual(first);

      const moved = new Date(Date.now() + 20 * DAY_MS);
      await admin.rotate(created.clientId, { expiresAt: moved });
      heard.length = 0;
      await expiring.run();
      await expiring.run();
      expect(announced()).toEqual([{ ...first, expiresAt: moved }]);
    });

    it('cannot have expired already', async () => {
      const options = ['--org', org.organization.domain, '--name', 'Past', '--scopes', 'avd.read'];
      const outcome = await runCli(settings, 'credential', 'create', ...options, '--expires', '2020-01-01');
      expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('must be in the future') });
    });
  });

  describe('rotated with an overlap', () => {
    it('works with both secrets until the overlap ends, and then only with the new one', async () => {
      const before = (await org.withScopes('avd.read')).credential;
      const token = await fetchToken(here.url, before);
      const rotated = (await runJson(settings, 'credential', 'rotate', before.clientId, '--overlap', '24h')) as NewSecret & {
        previousValidUntil: string;
      };
      const until = Date.parse(rotated.previousValidUntil);
      expect(Math.abs(until - Date.now() - DAY_MS)).toBeLessThan(60_000);
      for (const service of [here, there]) {
        const [old, fresh] = [await fetchToken(service.url, before), await fetchToken(service.url, rotated)];
        for (const each of [token, old, fresh]) for (const checker of [here, there]) expect((await whoami(checker, each)).status).toBe(200);
      }
      expect(await infoOf(before.clientId)).toMatchObject({ previousValidUntil: rotated.previousValidUntil });

      // The overlap ends.
      await asOwner(`UPDATE oauth_client SET previous_until = now() + interval '1 second' WHERE client_id = $1`, [before.clientId]);
      const fresh = await fetchToken(here.url, rotated);
      for (const service of [here, there]) await msUntil(async () => (await whoami(service, token)).status === 401);
      await expect(fetchToken(here.url, before)).rejects.toThrow('invalid_client');
      await expect(fetchToken(there.url, before)).rejects.toThrow('invalid_client');
      expect([(await whoami(here, fresh)).status, (await whoami(there, fresh)).status]).toEqual([200, 200]);
      expect(await infoOf(before.clientId)).not.toHaveProperty('previousValidUntil');
    });

    it('issues no token to the old secret that outlives the overlap', async () => {
      const before = (await org.withScopes('avd.read')).credential;
      await admin.rotate(before.clientId, { overlapSeconds: 120 });
      const { exp = 0 } = decodeJwt(await fetchToken(here.url, before));
      expect(exp - Date.now() / 1000).toBeLessThanOrEqual(121);
    });

    it('a second rotation ends the first secret', async () => {
      const first = (await org.withScopes('avd.read')).credential;
      const second = (await admin.rotate(first.clientId, { overlapSeconds: 3600 })) as NewSecret;
      const third = (await admin.rotate(first.clientId, { overlapSeconds: 3600 })) as NewSecret;
      await expect(fetchToken(here.url, first)).rejects.toThrow('invalid_client');
      for (const live of [second, third]) expect((await whoami(there, await fetchToken(here.url, live))).status).toBe(200);

      const last = (await admin.rotate(first.clientId)) as NewSecret;
      for (const dead of [second, third]) await expect(fetchToken(here.url, dead)).rejects.toThrow('invalid_client');
      expect((await whoami(here, await fetchToken(here.url, last))).status).toBe(200);
    });

    it.each(['24', '0h', '31d', 'soon'])('refuses the overlap %s', async (overlap) => {
      const outcome = await runCli(settings, 'credential', 'rotate', org.credential.clientId, '--overlap', overlap);
      expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('--overlap takes a time span from 1s to 30d') });
    });
  });

  describe('was last used', () => {
    it('is recorded by minute and address, a little later and not for each call', async () => {
      const used = await org.withScopes('avd.read');
      const unused = await admin.create(org.organization.domain, 'Unused', 'avd.read');
      await Promise.all(Array.from({ length: 20 }, () => whoami(here, used.token)));
      await here.app.get(CredentialUse).flush();
      const info = await infoOf(used.credential.clientId);
      expect(info.lastUsedAddress).toMatch(/127\.0\.0\.1$/);
      const at = Date.parse(info.lastUsedAt ?? '');
      expect(at % 60_000).toBe(0);
      expect(Math.abs(Date.now() - at)).toBeLessThan(180_000);
      expect(await infoOf(unused.clientId)).not.toHaveProperty('lastUsedAt');

      // An older use, reported later by another process, changes nothing.
      there.app.get(CredentialUse).note(used.credential.clientId, '192.0.2.1', at - 600_000);
      await there.app.get(CredentialUse).flush();
      expect(await infoOf(used.credential.clientId)).toEqual(info);
    });

    it('is recorded without invalidating the caches of all processes', async () => {
      const before = await revision();
      here.app.get(CredentialUse).note(org.credential.clientId, '192.0.2.2', Date.now() + 120_000);
      await here.app.get(CredentialUse).flush();
      expect(await infoOf(org.credential.clientId)).toMatchObject({ lastUsedAddress: '192.0.2.2' });
      expect(await revision()).toBe(before);
    });

    it('is recorded even when the process stops right after it', async () => {
      const brief = await startTestApp(ADDRESS);
      const { token, credential } = await org.withScopes('avd.read');
      await asOwner('DELETE FROM credential_use WHERE client_id = $1', [credential.clientId]);
      expect((await whoami(brief, token)).status).toBe(200);
      await brief.close();
      expect(await infoOf(credential.clientId)).toHaveProperty('lastUsedAt');
    });
  });
});
