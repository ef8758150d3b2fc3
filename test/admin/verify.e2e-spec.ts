import { Client } from 'pg';
import { ScoreUpkeep } from '#modules/scores/score-upkeep';
import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { CHECKS, verify, type Verification } from '../../src/admin/verify/verify';
import { runCli } from '../support/cli';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { startTestApp, type TestApp } from '../support/test-app';

const DOMAIN = 'northwind-insurance.com';
const OWNED = `organization_id = (SELECT id FROM organization WHERE domain = '${DOMAIN}')`;

const more = (column: string) => [column, `${column} + 1`] as const;
const less = (column: string) => [column, `${column} - 1`] as const;
const other = (column: string) => [column, `NOT ${column}`] as const;
const later = (column: string) => [column, `${column} + interval '1 day'`] as const;
const longer = (column: string) => [column, `${column} || '1'`] as const;

/** Every stored derived value, its table, and a wrong value to put there. */
const BREAKS: readonly [check: string, table: string, ...changes: (readonly [column: string, change: string])[]][] = [
  [
    'observation groups',
    'observation_group',
    ...['open_count', 'closed_count', 'open_by_severity[2]', 'closed_by_severity[5]', 'open_flagged', 'closed_flagged'].map(more),
    ...['open_vendors', 'closed_vendors', 'all_vendors', 'known_exploited_count', 'max_cvss'].map(less),
    ...['first_seen', 'last_seen'].map(later),
  ],
  ['vendors of observation groups', 'observation_group_vendor', more('open_count'), more('closed_count')],
  ['filter values of observations', 'observation_value', more('open_count'), more('closed_count'), longer('value')],
  [
    'open observations by party, category and severity',
    'party_tally',
    ...['open_count', 'known_exploited_count', 'ransomware_count'].map(more),
  ],
  ['CVEs of observations', 'observation_cve', longer('cve_id'), other('is_further')],
  [
    'state of observations',
    'observation_state',
    ...['is_open', 'is_listed'].map(other),
    ...['view', 'severity'].map(more),
    ...['first_seen', 'created_at', 'flagged_at'].map(later),
    ['ticket_systems', `ticket_systems || '{jira}'`],
    ['ticket_keys', `ticket_keys || '{sec-1}'`],
  ],
  ['observations in lists', 'observation', other('is_listed')],
  ['vendors in the list', 'vendor_tally', more('listed')],
  ['members of vendor groups', 'vendor_group', more('member_count')],
  [
    'open observations and scores of vendors',
    'vendor',
    more('open_observation_count'),
    less('score'),
    less('score_grade'),
    ['monitored_since', 'NULL'],
  ],
  ['questions of questionnaires', 'questionnaire', more('question_count')],
  [
    'impacts of security events',
    'security_event_impact',
    ...['open_count', 'closed_count', 'impact'].map(more),
    other('is_named_victim'),
    longer('via_fourth_party_domain'),
  ],
  ['feed of security events', 'security_event_feed', ...['confirmed', 'likely', 'possible', 'mitigated'].map(more), later('published_at')],
  [
    'fourth-party relationships',
    'fourth_party_relationship',
    ...['connection_types', 'evidence_count', 'vendor_weight'].map(more),
    ...['first_seen', 'last_seen'].map(later),
    ...['is_current', 'is_listed'].map(other),
    ['products', `products || 'another'::text`],
    ['confidence', 'confidence % 3 + 1'],
  ],
  [
    'fourth-party groups',
    'fourth_party_group',
    ...['relationship_count', 'vendor_count', 'critical_count', 'connection_types'].map(more),
    ...['first_seen', 'last_seen'].map(later),
    ['products', `products || 'another'::text`],
    ['all_products', `all_products || 'another'::text`],
    ['top_vendors', 'top_vendors || organization_id'],
    longer('company_name'),
  ],
  [
    'scores',
    'party_score',
    ...['overall_score', 'overall_grade', 'breach_score', 'breach_level', 'ransomware_score', 'ransomware_level'].map(less),
    more('open_by_severity[3]'),
    other('is_stale'),
    ['factors', `jsonb_set(factors, '{0,openCount}', '99')`],
  ],
  ['scores', 'party_score_day', less('overall_score')],
  ['changes of scores in thirty days', 'party_score_fall', more('change')],
  ['monitoring slots in use', 'organization', ['monitoring_slots', '1']],
];

describe('db verify', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let admin: Client;

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    await service.app.get(ScoreUpkeep).run(); // stores the changes of the last thirty days
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query('SET session_replication_role = replica'); // no trigger repairs what is corrupted here
  });
  afterAll(async () => {
    await admin.end();
    await service.close();
    await database.drop();
  });

  const recounted = () => verify(service.app.get(Database), service.app.get(Organizations), DOMAIN);

  async function differencesOf(checkName: string): Promise<number> {
    const { id } = await service.app.get(Organizations).get(DOMAIN);
    const check = CHECKS.find(({ name }) => name === checkName);
    return service.app.get(Database).transaction(id, async (tx) => (await check?.run(tx, id))?.differences ?? Number.NaN);
  }

  /** Corrupts one row whose column is set; the result restores it. */
  async function damage(table: string, column: string, change: string): Promise<() => Promise<unknown>> {
    const scope = table === 'organization' ? `domain = '${DOMAIN}'` : OWNED;
    const newest = table === 'party_score_day' ? 'ORDER BY day DESC' : '';
    const { rows } = await admin.query<{ place: string; type: string; before: string }>(
      `SELECT ctid::text AS place, pg_typeof(${column})::text AS type, ${column}::text AS before FROM ${table}
        WHERE ${scope} AND ${column} IS NOT NULL AND (${change}) IS DISTINCT FROM ${column} ${newest} LIMIT 1`,
    );
    const [found] = rows;
    if (!found) throw new Error(`No row of ${table} has a ${column}.`);
    const changed = await admin.query<{ place: string }>(
      `UPDATE ${table} SET ${column} = ${change} WHERE ctid = $1::tid RETURNING ctid::text AS place`,
      [found.place],
    );
    return () =>
      admin.query(`UPDATE ${table} SET ${column} = $2::text::${found.type} WHERE ctid = $1::tid`, [changed.rows[0]?.place, found.before]);
  }

  it('finds nothing wrong after imports, flags, detections and events, and has recounted some of everything', async () => {
    const { checks, differences, found, rows } = await recounted();
    expect({ differences, found }).toEqual({ differences: 0, found: [] });
    expect(checks.filter((check) => check.rows === 0)).toEqual([]);
    expect(checks.map(({ check }) => check).sort()).toEqual([...new Set(BREAKS.map(([check]) => check))].sort());
    expect(rows).toBeGreaterThan(5000);
  });

  it.each(BREAKS.flatMap(([check, table, ...changes]) => changes.map((change) => [check, table, ...change] as const)))(
    'reports %s when %s.%s is wrong',
    async (check, table, column, change) => {
      const mend = await damage(table, column, change);
      const differences = await differencesOf(check);
      await mend();
      expect(differences).toBeGreaterThan(0);
    },
  );

  it('finds nothing wrong after everything is restored', async () => {
    expect(await recounted()).toMatchObject({ differences: 0, found: [] });
  });

  it('is a command that exits with 1 and lists the differences', async () => {
    const settings = database.settings;
    const good = await runCli(settings, 'db', 'verify');
    expect(good.code).toBe(0);
    const lines = good.stderr.trim().split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual(CHECKS.map(({ name }) => name));
    expect(lines[0]).toMatch(/^[^:]+: \d+ rows, 0 differences \(\d+\.\d s\)$/);
    expect(good.stdout).toMatch(/organizations +2\n.*\ndifferences +0\n$/s);

    const mend = await damage('vendor_group', 'member_count', 'member_count + 1');
    const bad = await runCli(settings, 'db', 'verify', '--org', DOMAIN, '--json');
    await mend();
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.stderr)).toEqual({
      error: { code: 'FAILED_PRECONDITION', reason: 'COMMAND_FAILED', message: '1 rows differ from the recount.' },
    });
    const { found, differences } = JSON.parse(bad.stdout) as { differences: number; found: Record<string, { member_count: number }>[] };
    expect(differences).toBe(1);
    expect(found).toEqual([
      {
        check: 'members of vendor groups',
        organization: DOMAIN,
        key: { id: expect.any(String) },
        stored: { member_count: (found[0]?.recounted?.member_count ?? Number.NaN) + 1 },
        recounted: { member_count: expect.any(Number) },
      },
    ]);

    const unknown = await runCli(settings, 'db', 'verify', '--org', 'nobody.example.com');
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('There is no organization');
  });

  it('makes the other checks, and exits with 3, when one cannot be made', async () => {
    await admin.query('BEGIN; LOCK TABLE questionnaire IN ACCESS EXCLUSIVE MODE');
    const { code, stderr, stdout } = await runCli(database.settings, 'db', 'verify', '--org', DOMAIN, '--json');
    await admin.query('ROLLBACK');
    expect(code).toBe(3);
    expect(JSON.parse(stderr).error.message).toBe('1 checks could not be made.');
    const { checks, unchecked } = JSON.parse(stdout) as Verification;
    expect(unchecked).toBe(1);
    expect(checks).toHaveLength(CHECKS.length);
    expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([
      {
        check: 'questions of questionnaires',
        rows: 0,
        differences: 0,
        problem: `${DOMAIN}: canceling statement due to lock timeout`,
      },
    ]);
  });
});
