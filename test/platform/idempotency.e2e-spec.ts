import { randomUUID } from 'node:crypto';
import { expectError } from '../support/error-body';
import { TestOrganization, type Answer } from '../support/organization';
import { fileDatabase, run } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';

describe('Idempotency-Key', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(async () => {
    await service.close();
  });

  const create = (name: string, key: string, who = org, extra: object = {}): Promise<Answer> =>
    who.post('vendors/groups', { name, ...extra }, { 'idempotency-key': key });
  const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed');
  const countOf = async (name: string, who = org) =>
    ((await who.get('vendors/groups', { limit: 200 })).body.vendorGroups as { name: string }[]).filter((group) => group.name === name)
      .length;

  it('replays the first answer to the same request', async () => {
    const key = randomUUID();
    const first = await create('Replayed', key);
    const again = await create('Replayed', key);
    expect([first.status, replayed(first)]).toEqual([200, null]);
    expect([again.status, replayed(again)]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(await countOf('Replayed')).toBe(1);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(again.headers.get('ratelimit')).toBeTruthy();
  });

  it('treats a request with reordered fields as the same request', async () => {
    const key = randomUUID();
    await org.post('vendors/groups', '{"name":"Ordered","description":"d"}', { 'idempotency-key': key });
    expect(replayed(await org.post('vendors/groups', '{ "description":"d", "name":"Ordered" }', { 'idempotency-key': key }))).toBe('true');
  });

  it('refuses the key with another body', async () => {
    const key = randomUUID();
    await create('Mine', key);
    expectError(await create('Yours', key), 400, 'IDEMPOTENCY_KEY_REUSED');
    expectError(await create('Mine', key, org, { description: 'more' }), 400, 'IDEMPOTENCY_KEY_REUSED');
    expect(await countOf('Yours')).toBe(0);
  });

  it('stores no refusal: the call may succeed later', async () => {
    const key = randomUUID();
    const blocking = (await create('Taken', randomUUID())).body.vendorGroup;
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused = await create('Taken', key);
      expectError(refused, 409, 'VENDOR_GROUP_NAME_TAKEN');
      expect(replayed(refused)).toBeNull();
    }
    await org.delete(`vendors/groups/${blocking.id}`);
    const made = await create('Taken', key);
    expect([made.status, replayed(made)]).toEqual([200, null]);
    expect(replayed(await create('Taken', key))).toBe('true');
  });

  it('stores no response to a malformed request, so the key can be used again', async () => {
    const key = randomUUID();
    expectError(await create('', key), 400, 'INVALID_REQUEST');
    expect((await create('Mended', key)).status).toBe(200);
  });

  it('belongs to one credential', async () => {
    const key = randomUUID();
    const [colleague, stranger] = [await org.withScopes('all'), await TestOrganization.create(service)];
    expect((await create('Private', key)).status).toBe(200);
    expectError(await create('Private', key, colleague), 409, 'VENDOR_GROUP_NAME_TAKEN');
    const other = await create('Private', key, stranger);
    expect([other.status, replayed(other)]).toEqual([200, null]);
  });

  it('belongs to one operation and one address', async () => {
    const key = randomUUID();
    const { body } = await create('Operated', key);
    const add = (group: string) => org.post(`vendors/groups/${group}/vendors`, { vendorIds: [randomUUID()] }, { 'idempotency-key': key });
    expect((await add(body.vendorGroup.id)).headers.has('idempotency-replayed')).toBe(false);
    const other = (await create('Operated elsewhere', randomUUID())).body.vendorGroup.id as string;
    expect([400, 404]).toContain((await add(other)).status);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['with a letter beyond ASCII', 'schlüssel'],
  ])('is refused when it is %s', async (_what, key) => {
    expectError(await create('Malformed', key), 400, 'IDEMPOTENCY_KEY_MALFORMED');
    expect(await countOf('Malformed')).toBe(0);
  });

  it.each(['k', 'k'.repeat(255), '"quoted-8e03978e"', '~!@#$%^&*()'])('may be %s', async (key) => {
    const name = `Keyed ${key.slice(0, 20)}`;
    expect((await create(name, key)).status).toBe(200);
    expect(replayed(await create(name, key))).toBe('true');
  });

  it('makes the second call wait while the first is running', async () => {
    const key = randomUUID();
    const release = await database.hold('vendor_group');
    const first = create('Slow', key);
    try {
      await msUntil(async () => (await inUse(key)) === 1);
      expectError(await create('Slow', key), 409, 'IDEMPOTENCY_KEY_IN_USE');
      expect((await create('Slow', key)).body.error.code).toBe('ABORTED');
    } finally {
      await release();
    }
    expect((await first).status).toBe(200);
    expect(replayed(await create('Slow', key))).toBe('true');
  });

  it('runs only one of many simultaneous calls', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create('Simultaneous', key)));
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.filter((answer) => answer.status === 200 && replayed(answer) === null)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 409, 'IDEMPOTENCY_KEY_IN_USE');
    expect(await countOf('Simultaneous')).toBe(1);
  });

  it('expires after a day', async () => {
    const key = randomUUID();
    await create('Daily', key);
    await age(key, '23 hours 59 minutes');
    expect(replayed(await create('Daily', key))).toBe('true');
    await age(key, '24 hours 1 minute');
    expectError(await create('Daily', key), 409, 'VENDOR_GROUP_NAME_TAKEN');
  });

  it('is taken over from a call that died with its process', async () => {
    const key = randomUUID();
    await create('Abandoned', key);
    await run(database.adminUrl, `UPDATE idempotency_key SET status = NULL, body = NULL WHERE key = $1`, [key]);
    expectError(await create('Abandoned', key), 409, 'IDEMPOTENCY_KEY_IN_USE');
    await age(key, '14 minutes');
    expectError(await create('Abandoned', key), 409, 'IDEMPOTENCY_KEY_IN_USE');
    await age(key, '16 minutes');
    expectError(await create('Abandoned', key), 409, 'VENDOR_GROUP_NAME_TAKEN');
  });

  it('does not run a write twice when its answer could not be stored', async () => {
    const key = randomUUID();
    await run(
      database.adminUrl,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '53300'; END $$;
       CREATE TRIGGER refuse BEFORE UPDATE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    expect((await create('Unkept', key)).status).toBe(200);
    await run(database.adminUrl, `DROP TRIGGER refuse ON idempotency_key; DROP FUNCTION refuse`);
    expectError(await create('Unkept', key), 409, 'IDEMPOTENCY_KEY_IN_USE');
    expect(await countOf('Unkept')).toBe(1);
  });

  it('changes nothing for reads', async () => {
    const key = randomUUID();
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await org.get('vendors/groups', {}, { 'idempotency-key': key });
      expect([answer.status, replayed(answer)]).toEqual([200, null]);
      const list = await org.post('vendors', {}, { 'idempotency-key': key });
      expect([list.status, replayed(list)]).toEqual([200, null]);
    }
  });

  const age = (key: string, by: string) =>
    run(database.adminUrl, `UPDATE idempotency_key SET started_at = now() - interval '${by}' WHERE key = $1`, [key]);

  async function inUse(key: string): Promise<number> {
    const { Client } = await import('pg');
    const client = new Client({ connectionString: database.adminUrl });
    await client.connect();
    try {
      return (await client.query('SELECT 1 FROM idempotency_key WHERE key = $1', [key])).rowCount ?? 0;
    } finally {
      await client.end();
    }
  }
});
