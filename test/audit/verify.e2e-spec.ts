import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runCli, runJson } from '../support/cli';
import { TestOrganization } from '../support/organization';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';

interface Verified {
  logs: { organization: string; events: number; faults: number }[];
  faults: { organization: string; sequence: string; problem: string }[];
}

describe('audit verify and audit export', () => {
  const database = fileDatabase();
  let service: TestApp;
  let owner: Client;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    owner = new Client({ connectionString: database.adminUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await service.close();
  });
  beforeEach(async () => {
    org = await TestOrganization.create(service);
    await Promise.all(Array.from({ length: 12 }, (_, at) => org.post('vendors/groups', { name: `Group "${at}" — Ünïcode\t` })));
  });

  const domain = () => org.organization.domain;

  /** What an attacker with all database privileges can do: triggers do not stop that. */
  const tamper = async (sql: string) => {
    await owner.query(`BEGIN; SET LOCAL session_replication_role = replica`);
    await owner.query(sql, [org.organization.id]);
    await owner.query('COMMIT');
  };
  const faults = async () => {
    const { code, stdout } = await runCli(database.settings, 'audit', 'verify', '--org', domain(), '--json');
    const { faults: found } = JSON.parse(stdout) as Verified;
    expect(code).toBe(found.length > 0 ? 1 : 0);
    return found.map(({ sequence, problem }) => `${sequence} ${problem}`);
  };

  it("finds no fault in unchanged logs, including the platform's", async () => {
    const { logs, faults: found } = (await runJson(database.settings, 'audit', 'verify')) as Verified;
    expect(found).toEqual([]);
    expect(logs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ organization: 'platform' }),
        expect.objectContaining({ organization: domain(), events: 15 }),
      ]),
    );
  });

  it.each([
    ['a changed event', `UPDATE audit_event SET actor_name = 'Nobody' WHERE organization_id = $1 AND sequence = 5`, ['5 was changed']],
    ['a changed address', `UPDATE audit_event SET source_address = NULL WHERE organization_id = $1 AND sequence = 9`, ['9 was changed']],
    ['a missing event', `DELETE FROM audit_event WHERE organization_id = $1 AND sequence = 5`, ['5 is missing']],
    [
      'missing first events',
      `DELETE FROM audit_event WHERE organization_id = $1 AND sequence < 4`,
      ['1 is missing, with all events up to 3'],
    ],
    [
      'missing last events',
      `DELETE FROM audit_event WHERE organization_id = $1 AND sequence > 13`,
      ['14 is missing, with all events up to 15'],
    ],
    [
      'two swapped events',
      `UPDATE audit_event SET sequence = 13 - sequence WHERE organization_id = $1 AND sequence IN (6, 7)`,
      [
        '6 does not follow the event before: one of them was replaced or moved',
        '6 was changed',
        expect.stringMatching(/^7 does not/),
        '7 was changed',
        expect.stringMatching(/^8 does not/),
        '6 is listed under other targets than it has',
        '7 is listed under other targets than it has',
      ],
    ],
    [
      'an event missing under its target',
      `DELETE FROM audit_target WHERE organization_id = $1 AND sequence = 5`,
      ['5 is listed under other targets than it has'],
    ],
    [
      'an event rewritten with a matching hash',
      `UPDATE audit_event e SET actor_name = 'Nobody', hash = (SELECT audit_hash(x) FROM (SELECT (jsonb_populate_record(e, '{"actor_name":"Nobody"}')).*) x) WHERE organization_id = $1 AND sequence = 5`,
      [expect.stringMatching(/^6 does not follow/)],
    ],
  ])('finds %s', async (_, sql, expected) => {
    expect(await faults()).toEqual([]);
    // Keys are unique at all times: two events are swapped through a third key.
    if (sql.includes('13 - sequence')) {
      await tamper(`UPDATE audit_event SET sequence = -sequence WHERE organization_id = $1 AND sequence IN (6, 7)`);
      await tamper(`UPDATE audit_event SET sequence = 13 + sequence WHERE organization_id = $1 AND sequence IN (-6, -7)`);
    } else await tamper(sql);
    expect(await faults()).toEqual(expected);
  });

  it('includes the logs of deleted organizations', async () => {
    const { id } = org.organization;
    await runJson(database.settings, 'org', 'delete', domain(), '--confirm', domain());
    await tamper(`UPDATE audit_event SET actor_name = 'Nobody' WHERE organization_id = $1 AND sequence = 5`);
    const { stdout } = await runCli(database.settings, 'audit', 'verify', '--json');
    expect((JSON.parse(stdout) as Verified).faults).toContainEqual(expect.objectContaining({ organization: id, problem: 'was changed' }));
    expect((await runCli(database.settings, 'audit', 'export', '--org', id, '--since', '2000-01-01')).code).toBe(0);
  });

  it.each([`UPDATE audit_event SET actor_name = 'x'`, 'DELETE FROM audit_event', 'TRUNCATE audit_event', 'DELETE FROM audit_target'])(
    'refuses even the owner: %s',
    async (sql) => {
      await expect(owner.query(sql)).rejects.toMatchObject({ code: '42501' });
    },
  );

  it('writes JSON lines whose chain can be verified without the database', async () => {
    const { stdout, code } = await runCli(database.settings, 'audit', 'export', '--org', domain());
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, never>);
    expect(lines.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 15 }, (_, at) => String(at + 1)));
    let previous = '00'.repeat(32);
    for (const line of lines) {
      const {
        organizationId,
        sequence,
        id,
        occurredAt,
        actor,
        surface,
        operation,
        requestId,
        outcome,
        reason,
        occurrences,
        targetCount,
        canonical,
      } = line as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
      const text = JSON.stringify([
        organizationId,
        sequence,
        id,
        occurredAt,
        actor.type,
        actor.id ?? null,
        actor.displayName,
        actor.credentialId ?? null,
        actor.sourceAddress ?? null,
        surface,
        operation,
        requestId ?? null,
        outcome,
        reason ?? null,
        String(occurrences),
        canonical.targets,
        String(targetCount),
        canonical.changes,
      ]);
      const hash = createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex');
      expect([line.previousHash, line.hash]).toEqual([previous, hash]);
      previous = hash;
    }
    expect(await runJson(database.settings, 'audit', 'export', '--org', domain())).toEqual(lines);
    expect(await runJson(database.settings, 'audit', 'export', '--org', domain(), '--since', '2100-01-01')).toEqual([]);
    const since = String(lines[7]?.occurredAt);
    const later = await runCli(database.settings, 'audit', 'export', '--org', domain(), '--since', since);
    expect(later.stdout.trimEnd().split('\n')).toHaveLength(lines.filter(({ occurredAt }) => String(occurredAt) >= since).length);
  });

  describe('exported to a file', () => {
    let folder: string;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'vendor-risk-audit-'));
    });
    afterEach(() => {
      rmSync(folder, { recursive: true });
    });

    const exportTo = (path: string) => runCli(database.settings, 'audit', 'export', '--org', domain(), '--file', path, '--json');

    it('is what standard output has, in a file that only its owner can read', async () => {
      const file = join(folder, 'events.jsonl');
      const { stdout } = await runCli(database.settings, 'audit', 'export', '--org', domain());
      expect(await exportTo(file)).toMatchObject({ code: 0, stdout: '{"events":15}\n' });
      expect(readFileSync(file, 'utf8')).toBe(stdout);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['events.jsonl']);
    });

    it('goes to a device without replacing it', async () => {
      const device = join(folder, 'device');
      symlinkSync('/dev/null', device);
      expect(await exportTo(device)).toMatchObject({ code: 0, stdout: '{"events":15}\n' });
      expect(statSync(device).isFile()).toBe(false);
      expect(readdirSync(folder)).toEqual(['device']);
    });

    it.each([
      ['a file in a missing folder', () => join(folder, 'missing', 'x')],
      ['a folder', () => folder],
    ])('refuses %s', async (_, path) => {
      const { code, stdout, stderr } = await exportTo(path());
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(JSON.parse(stderr)).toEqual({
        error: {
          code: 'INVALID_ARGUMENT',
          reason: 'FILE_UNWRITABLE',
          message: expect.stringContaining(`${path()} cannot be written: `),
        },
      });
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});
