import { Database, PLATFORM } from '#platform/database/database';
import { expectError } from '../support/error-body';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { fileDatabase, run } from '../support/database';
import { readRateLimit } from '../support/rate-limit';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

const REPLACEMENT = 'https://vendor-risk.example/docs/groups-v2';
const DAY = 86_400_000;

describe('a deprecated operation', () => {
  const database = fileDatabase();
  let here: TestApp;
  let there: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    const settings = { PUBLIC_BASE_URL: 'http://vendor-risk.test' };
    [here, there] = await Promise.all([startTestApp(settings), startTestApp(settings)]);
    org = await TestOrganization.create(here);
    expect((await onThere('vendors/groups')).status).toBe(200);
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
  });

  const onThere = (path: string) => send(`${there.url}/public/v1/${path}`, { headers: { authorization: `Bearer ${org.token}` } });

  function declare(operation: string, deprecatedAt: Date, sunsetAt: Date): Promise<unknown> {
    return here.app
      .get(Database)
      .transaction(PLATFORM, (tx) =>
        tx.query(`INSERT INTO operation_lifecycle (operation, deprecated_at, sunset_at, replacement) VALUES ($1, $2, $3, $4)`, [
          operation,
          deprecatedAt,
          sunsetAt,
          REPLACEMENT,
        ]),
      );
  }

  const documented = async (service: TestApp, path: string) => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, { get: Record<string, unknown> }>;
    };
    return document.paths[path]?.get ?? {};
  };

  it('has no deprecation headers before it is deprecated', async () => {
    const { headers } = await org.get('vendors/groups');
    for (const name of ['deprecation', 'sunset', 'link']) expect(headers.has(name)).toBe(false);
    expect(await documented(here, '/public/v1/vendors/groups')).not.toHaveProperty('deprecated');
  });

  it('has deprecation headers in every answer, on every process', async () => {
    const sunset = new Date(Date.now() + 400 * DAY);
    sunset.setMilliseconds(0);
    await declare('GetVendorGroups', new Date(), sunset);
    await msUntil(async () => (await onThere('vendors/groups')).headers.has('deprecation'));
    await msUntil(async () => (await org.get('vendors/groups')).headers.has('deprecation'));

    for (const answer of [
      await org.get('vendors/groups'),
      await onThere('vendors/groups'),
      await org.get('vendors/groups', { colour: 'red' }),
    ]) {
      expect(answer.headers.get('deprecation')).toBe('true');
      expect(answer.headers.get('sunset')).toBe(sunset.toUTCString());
      expect(answer.headers.get('link')).toBe(`<${REPLACEMENT}>; rel=successor-version`);
    }
    expect((await org.get('vendors/groups')).status).toBe(200);
    expect((await org.get('whoami')).headers.has('deprecation')).toBe(false);
    expect(await documented(there, '/public/v1/vendors/groups')).toMatchObject({
      deprecated: true,
      'x-stability': 'deprecated',
      'x-deprecated-at': new Date().toISOString().slice(0, 10),
      'x-sunset-at': sunset.toISOString().slice(0, 10),
      'x-replacement': REPLACEMENT,
    });
  });

  it('gets 410 after its sunset, with a link to the replacement', async () => {
    const sunset = new Date(Date.now() - DAY);
    sunset.setMilliseconds(0);
    await declare('GetVendorGroup', new Date(Date.now() - 400 * DAY), sunset);
    await msUntil(async () => (await onThere('vendors/groups/x')).status === 410);
    await msUntil(async () => (await org.get('vendors/groups/x')).status === 410);

    const answer = await org.get('vendors/groups/x');
    expectError(answer, 410, 'OPERATION_RETIRED');
    expect(answer.body.details[0].metadata).toEqual({
      operation: 'GetVendorGroup',
      sunsetAt: sunset.toISOString(),
      replacement: REPLACEMENT,
    });
    expect(answer.headers.get('sunset')).toBe(sunset.toUTCString());
    expect(answer.headers.get('link')).toBe(`<${REPLACEMENT}>; rel=successor-version`);
    expect((await org.patch('vendors/groups/x', { name: 'y' })).status).toBe(404);
  });

  it('is retired at its sunset without further action', async () => {
    const sunset = new Date(Date.now() + 5000);
    await declare('WhoAmI', new Date(Date.now() - 400 * DAY), sunset);
    await msUntil(async () => (await org.get('whoami')).headers.has('deprecation'));
    expect((await org.get('whoami')).status).toBe(200);
    await msUntil(async () => (await org.get('whoami')).status === 410);
    expect(Date.now()).toBeGreaterThanOrEqual(sunset.getTime());
  });

  describe('before authentication', () => {
    const anonymous = (path: string, headers: Record<string, string> = {}) => send(`${here.url}/public/v1/${path}`, { headers });

    it('says that it is deprecated', async () => {
      const answer = await anonymous('vendors/groups');
      expectError(answer, 401, 'TOKEN_MISSING');
      expect(answer.headers.get('deprecation')).toBe('true');
      expect(answer.headers.get('sunset')).toMatch(/GMT$/);
      expect(answer.headers.get('link')).toBe(`<${REPLACEMENT}>; rel=successor-version`);
      expect(answer.headers.has('ratelimit')).toBe(false);
    });

    it.each([
      ['no token', {}],
      ['a malformed token', { authorization: 'Bearer x' }],
    ])('says that it is retired to a caller with %s', async (_what, headers) => {
      const answer = await anonymous('vendors/groups/x', headers);
      expectError(answer, 410, 'OPERATION_RETIRED');
      expect(answer.headers.get('deprecation')).toBe('true');
      expect(answer.headers.has('ratelimit')).toBe(false);
    });

    it('counts a call to a retired operation whose token is valid', async () => {
      const first = readRateLimit(await org.get('vendors/groups/x'));
      const second = readRateLimit(await org.get('vendors/groups/x'));
      expect(second.limit).toBe(first.limit);
      expect(second.remaining).toBe(first.remaining - 1);
    });
  });

  it('cannot have a sunset earlier than twelve months ahead, not even by direct SQL', async () => {
    await expect(declare('UpdateVendorGroup', new Date(), new Date(Date.now() + 364 * DAY))).rejects.toThrow(/check constraint/);
  });

  it('cannot be restored after its sunset', async () => {
    for (const sql of [
      `DELETE FROM operation_lifecycle WHERE operation = 'GetVendorGroup'`,
      `UPDATE operation_lifecycle SET sunset_at = now() + interval '2 years' WHERE operation = 'GetVendorGroup'`,
    ]) {
      await expect(run(database.adminUrl, sql)).rejects.toThrow(/cannot be undone/);
    }
  });
});
