import { decodeProtectedHeader } from 'jose';
import { SigningKeys } from '#platform/auth/signing-keys';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { fileDatabase, run } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil, pause } from '../support/wait';

/** npm run trial -- tokens makes more of them. */
const ROTATIONS = Number(process.env.ROTATIONS ?? 2);
const ADDRESS = { PUBLIC_BASE_URL: 'http://vendor-risk.test' };

describe('rotation of the signing key', () => {
  const database = fileDatabase();
  let one: TestApp;
  let two: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    one = await startTestApp(ADDRESS);
    two = await startTestApp(ADDRESS);
    org = await TestOrganization.create(one);
  });
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
  });

  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const whoami = async (service: TestApp, token: string) =>
    (await send(`${service.url}/public/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })).status;
  const published = async (service: TestApp) =>
    ((await send(`${service.url}/.well-known/jwks.json`)).body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

  it('publishes the new key before it signs, and keeps the old one for the tokens it signed', async () => {
    const before = kidOf(org.token);
    const { kid, signsFrom } = await one.app.get(SigningKeys).rotate(2);
    expect(await published(one)).toEqual([kid, before]);
    expect(kidOf(await fetchToken(one.url, org.credential))).toBe(before);

    await pause(new Date(signsFrom).getTime() - Date.now() + 50);
    const after = await fetchToken(one.url, org.credential);
    expect(kidOf(after)).toBe(kid);
    expect(await published(one)).toEqual([kid, before]);
    expect(await Promise.all([whoami(one, org.token), whoami(one, after), whoami(two, org.token), whoami(two, after)])).toEqual([
      200, 200, 200, 200,
    ]);
  });

  it('loses no call under load on two processes', async () => {
    const seen = new Set<string | undefined>();
    const statuses = new Map<number, number>();
    let stop = false;
    const drive = async (issuer: TestApp, checker: TestApp) => {
      while (!stop) {
        const token = await fetchToken(issuer.url, await nextCredential());
        seen.add(kidOf(token));
        for (const status of await Promise.all([whoami(checker, token), whoami(issuer, token), whoami(checker, org.token)])) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }
    };
    // The token endpoint counts by client id: several share the load, however fast the machine is.
    const credentials = await Promise.all(
      Array.from({ length: 6 * ROTATIONS }, async () => (await org.withScopes('findings.read')).credential),
    );
    let turn = 0;
    const nextCredential = () => Promise.resolve(credentials[turn++ % credentials.length] as (typeof credentials)[number]);

    const drivers = [drive(one, two), drive(two, one)];
    await pause(300);
    let newest = '';
    for (let turn = 0; turn < ROTATIONS; turn += 1) {
      newest = (await (turn % 2 === 0 ? one : two).app.get(SigningKeys).rotate(2)).kid;
      // The first two rotations follow at once: the second key starts to sign when the first has hardly begun.
      if (turn > 0) await pause(2500);
    }
    await pause(700);
    stop = true;
    await Promise.all(drivers);

    const made = [...statuses.values()].reduce((sum, calls) => sum + calls, 0);
    process.stdout.write(
      `tokens: ${made} calls during ${ROTATIONS} rotations, ${seen.size} keys, lost: ${made - (statuses.get(200) ?? 0)}\n`,
    );
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(30);
    expect([...seen]).toEqual(expect.arrayContaining([newest]));
    expect(seen.size).toBeGreaterThanOrEqual(Math.max(2, ROTATIONS - 1));
  });

  it('removes a key whose last token has expired', async () => {
    const old = kidOf(org.token) ?? '';
    expect(await published(two)).toContain(old);
    await run(database.adminUrl, `UPDATE signing_key SET expires_at = now() - interval '1 second' WHERE kid = '${old}'`);
    await msUntil(async () => (await whoami(two, org.token)) === 401);
    expect(await published(two)).not.toContain(old);
  });

  it('reads its keys again after a database outage', async () => {
    const fresh = await startTestApp(ADDRESS);
    try {
      const token = await fetchToken(one.url, org.credential);
      const restore = await database.cutOff();
      expect(await whoami(fresh, token)).toBe(503);
      await expect(fetchToken(fresh.url, org.credential)).rejects.toThrow('DATABASE_UNAVAILABLE');
      await restore();
      await msUntil(async () => (await whoami(fresh, token)) === 200);
      expect(await whoami(fresh, await fetchToken(fresh.url, org.credential))).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});
