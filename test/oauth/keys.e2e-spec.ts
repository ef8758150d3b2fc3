import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { Client } from 'pg';
import { KeyRewrap } from '#platform/auth/key-rewrap';
import { KeySchedule } from '#platform/auth/key-schedule';
import { SigningKeys } from '#platform/auth/signing-keys';
import { runCli, runJson } from '../support/cli';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const ADDRESS = { PUBLIC_BASE_URL: 'http://vendor-risk.test' };
const newKey = () => randomBytes(32).toString('base64');
const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? '';

async function whoami(service: TestApp, token: string): Promise<number> {
  return (await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })).status;
}

describe('keys in the database', () => {
  let database: OwnDatabase;
  let admin: Client;

  beforeEach(async () => {
    database = await createOwnDatabase();
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
  });
  afterEach(async () => {
    await admin.end();
    await database.drop();
  });

  const start = (settings: Record<string, string> = {}) => startTestApp({ DATABASE_URL: database.serviceUrl, ...ADDRESS, ...settings });
  const cli = (settings: Record<string, string> = {}) => ({
    ...database.settings,
    ...settings,
  });

  /** Everything that is stored about keys, as text. */
  async function stored(): Promise<string> {
    const { rows } = await admin.query<{ text: string }>(`SELECT name || ' ' || encode(value, 'escape') AS text FROM key_material`);
    return rows.map(({ text }) => text).join('\n');
  }

  it('are readable under their own role only', async () => {
    const service = await start();
    const org = await TestOrganization.create(service);
    expect(await whoami(service, org.token)).toBe(200);
    await service.close();
    expect(await stored()).toContain('client-secret-pepper');

    const login = new Client({ connectionString: database.serviceUrl });
    await login.connect();
    const reads = async (role: string | undefined, table: string) => {
      await login.query('BEGIN');
      if (role !== undefined) await login.query(`SET LOCAL ROLE ${role}`);
      const outcome = await login.query(`SELECT 1 FROM ${table}`).then(
        ({ rowCount }) => rowCount,
        (error: unknown) => (error as { code: string }).code,
      );
      await login.query('ROLLBACK');
      return outcome;
    };
    expect(await reads('vendor_risk_service', 'key_material')).toBe('42501');
    expect(await reads(undefined, 'key_material')).toBe('42501');
    expect(await reads('vendor_risk_keys', 'key_material')).toBe(2); // pepper and signing key
    for (const table of ['observation', 'vendor', 'oauth_client', 'organization'])
      expect(await reads('vendor_risk_keys', table)).toBe('42501');
    await login.end();
  });

  it('are encrypted with ENCRYPTION_KEY, and another key opens none of them', async () => {
    const service = await start({ ENCRYPTION_KEY: newKey() });
    const org = await TestOrganization.create(service);
    expect(await service.app.get(KeyRewrap).warning()).toBeUndefined();
    await service.close();
    expect(await stored()).not.toMatch(/"d" ?:/);
    const { rows } = await admin.query<{ format: number }>('SELECT DISTINCT get_byte(value, 0) AS format FROM key_material');
    expect(rows).toEqual([{ format: 1 }]);

    const other = await start({ ENCRYPTION_KEY: newKey() });
    await expect(other.app.get(KeyRewrap).warning()).rejects.toThrow(/encrypted with the key [0-9a-f]{16}, which is neither/);
    await expect(fetchToken(other.url, org.credential)).rejects.toThrow();
    await other.close();
  });

  it('move from plain to encrypted and from key to key, while secrets and tokens stay valid', async () => {
    const plain = await start();
    const org = await TestOrganization.create(plain);
    expect(await plain.app.get(KeyRewrap).warning()).toMatch(/ENCRYPTION_KEY is not set/);
    expect(await stored()).toMatch(/"d" ?:/);
    await plain.close();

    const [first, second] = [newKey(), newKey()];
    const settings: Record<string, string>[] = [{ ENCRYPTION_KEY: first }, { ENCRYPTION_KEY: second, ENCRYPTION_KEY_PREVIOUS: first }];
    for (const keys of settings) {
      const before = await start(keys);
      expect(await before.app.get(KeyRewrap).warning()).toMatch(/run "keys rewrap"/);
      expect(await whoami(before, await fetchToken(before.url, org.credential))).toBe(200);
      await before.close();
      const result = await runJson(cli(keys), 'keys', 'rewrap');
      expect(result).toEqual({
        rewrapped: { keys: expect.any(Number), webhookSecrets: 0 },
        encryptionKey: expect.stringMatching(/^[0-9a-f]{16}$/),
      });
    }
    expect(await stored()).not.toMatch(/"d" ?:/);
    const after = await start({ ENCRYPTION_KEY: second });
    expect(await after.app.get(KeyRewrap).warning()).toBeUndefined();
    expect(await whoami(after, org.token)).toBe(200);
    expect(await whoami(after, await fetchToken(after.url, org.credential))).toBe(200);
    await after.close();

    const refused = await runCli(cli({ ENCRYPTION_KEY: first }), 'keys', 'rewrap');
    expect(refused).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS'),
    });
  });

  it('that leaked are revoked on every process, and a new one signs at once', async () => {
    const [here, there] = await Promise.all([start(), start()]);
    const org = await TestOrganization.create(here);
    expect(await Promise.all([whoami(here, org.token), whoami(there, org.token)])).toEqual([200, 200]);

    const leaked = kidOf(org.token);
    const revoked = (await runJson(cli(), 'keys', 'revoke', leaked)) as { kid: string; replacedBy: string };
    expect(revoked).toEqual({ kid: leaked, replacedBy: expect.any(String) });
    for (const service of [here, there]) await msUntil(async () => (await whoami(service, org.token)) === 401);
    const token = await fetchToken(here.url, org.credential);
    expect(kidOf(token)).toBe(revoked.replacedBy);
    expect(await Promise.all([whoami(here, token), whoami(there, token)])).toEqual([200, 200]);
    const { rows } = await admin.query(`SELECT 1 FROM key_material WHERE name LIKE '%' || $1`, [leaked]);
    expect(rows).toEqual([]);

    // A key that does not sign is removed without a replacement.
    const { kid: published } = await here.app.get(SigningKeys).rotate(0);
    expect(await here.app.get(SigningKeys).revoke(revoked.replacedBy)).toEqual({ kid: revoked.replacedBy });
    expect(kidOf(await fetchToken(here.url, org.credential))).toBe(published);
    expect((await runCli(cli(), 'keys', 'revoke', leaked)).stderr).toMatch(/There is no signing key/);
    // An id that begins like an option.
    expect((await runCli(cli(), 'keys', 'revoke', '-6amJgu6ZPfezy6s')).stderr).toMatch(/There is no signing key/);
    await Promise.all([here.close(), there.close()]);
  });

  it('rotate on schedule, once they are old enough', async () => {
    const service = await start();
    const schedule = service.app.get(KeySchedule);
    const before = (await service.app.get(SigningKeys).signing()).kid;
    const age = () => admin.query(`UPDATE signing_key SET created_at = now() - interval '31 days'`);
    await age();
    expect(await schedule.run()).toBe(false);
    expect(await runJson(cli(), 'keys', 'rotate', '--every', '30d')).toEqual({ schedule: '30d', everySeconds: 2_592_000 });
    expect(await schedule.run()).toBe(true);
    expect(await schedule.run()).toBe(false);
    expect((await service.app.get(SigningKeys).published()).length).toBe(2);
    expect((await service.app.get(SigningKeys).signing()).kid).toBe(before); // until the new one is known everywhere

    expect(await runJson(cli(), 'keys', 'rotate', '--every', 'off')).toEqual({ schedule: 'off' });
    await age();
    expect(await schedule.run()).toBe(false);
    for (const wrong of ['30', '0d', '500d', 'monthly']) {
      expect(await runCli(cli(), 'keys', 'rotate', '--every', wrong)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('from 1h to 365d'),
      });
    }
    await service.close();
  });
});
