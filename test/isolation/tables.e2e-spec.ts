import { Client } from 'pg';
import { fileDatabase } from '../support/database';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { buildEstate, type Estate } from './estate';
import { APPEND_ONLY, asOwner, BEFORE_THE_ORGANIZATION_IS_KNOWN, tenantTables, TRANSIENT } from './tenant-tables';

/** Tables of the platform or shared by all organizations. Any other table must be a tenant table. */
const SHARED = [
  'change_history',
  'client_assertion',
  'credential_use',
  'key_material',
  'monitoring_opt_out',
  'operation_lifecycle',
  'organization',
  'platform_revision',
  'questionnaire_template',
  'revoked_token',
  'schema_migration',
  'signing_key',
  'signing_key_schedule',
  'vulnerability',
  'weakness_capec',
];

/** Shared too, but a row may name the organizations that see it. */
const FOR_AN_AUDIENCE = ['security_event', 'security_event_cve', 'security_event_victim'];

/** Policies that expose single rows to others, for reading only: a vendor's own responses, and the requests sent to it. */
const DOORS = ['vendor_statement of_a_vendor_in_the_directory r', 'vrm_request to_a_domain_of_ours r'];

/** Views for filters: they run as a role without login that sees every row, and each view has a condition on the organization. */
const SEARCHES = ['observation_search', 'observation_state_search'];
const SEARCH_ROLE = 'vendor_risk_search';
const SEARCH_POLICIES = ['observation search r', 'observation_state search r'];
/** Written only by database functions. */
const READ_ONLY = ['change', 'change_head', 'change_set'];

/** The role of every statement of the service. */
const SERVICE_ROLE = 'vendor_risk_service';
const RLS_VIOLATION = '42501';
const RAISED = 'P0001';

describe("the database alone, under the service's role", () => {
  let service: TestApp;
  let a: Estate;
  let b: Estate;
  let tables: string[];
  let client: Client;

  beforeAll(async () => {
    service = await startTestApp();
    [a, b] = [await buildEstate(service), await buildEstate(service)];
    tables = await tenantTables();
    client = new Client({ connectionString: fileDatabase().serviceUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await service.close();
  });

  /** The context of a statement: an organization, an empty one, or none. */
  type Context = { organization: string } | 'nobody' | 'unsaid';

  async function under<T>(context: Context, work: () => Promise<T>): Promise<T> {
    await client.query('BEGIN');
    try {
      await client.query(`SELECT set_config('role', '${SERVICE_ROLE}', true)`);
      if (context !== 'unsaid') {
        await client.query(`SELECT set_config('app.organization_id', $1, true)`, [context === 'nobody' ? '' : context.organization]);
      }
      return await work();
    } finally {
      await client.query('ROLLBACK');
    }
  }

  const contexts = (): [string, Context][] => [
    ["in B's context", { organization: b.org.organization.id }],
    ['in the context of an organization that does not exist', { organization: '00000000-0000-7000-8000-000000000000' }],
    ['with an empty context', 'nobody'],
    ['without a context', 'unsaid'],
  ];

  /** The number of rows a statement affected, or its SQLSTATE. */
  async function outcome(context: Context, sql: string, params: unknown[]): Promise<number | string> {
    return under(context, async () => {
      try {
        return (await client.query(sql, params)).rowCount ?? 0;
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
  }

  it('forces row-level security on every table that is not listed as shared', async () => {
    const all = await asOwner<{ name: string; forced: boolean; kind: string }>(
      `SELECT relname AS name, relkind AS kind, relrowsecurity AND relforcerowsecurity AS forced FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1`,
    );
    const isTable = ({ kind }: { kind: string }) => kind === 'r' || kind === 'p';
    expect(all.filter((row) => !isTable(row)).map(({ name, kind }) => [name, kind])).toEqual(SEARCHES.map((name) => [name, 'v']));
    const rows = all.filter(isTable);
    const forced = rows.filter((row) => row.forced).map(({ name }) => name);
    const open = rows.filter((row) => !row.forced).map(({ name }) => name);
    expect(forced).toEqual([...tables, ...TRANSIENT, ...FOR_AN_AUDIENCE].sort());
    expect(open).toEqual([...SHARED, ...BEFORE_THE_ORGANIZATION_IS_KNOWN].sort());
    expect(tables.length).toBeGreaterThan(20);
  });

  it('exposes rows to other organizations only by the two read policies', async () => {
    const policies = await asOwner<{ policy: string; permissive: boolean }>(
      `SELECT c.relname || ' ' || p.polname || ' ' || p.polcmd::text AS policy, polpermissive AS permissive
         FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE p.polname NOT IN ('own_organization', 'audience') ORDER BY 1`,
    );
    expect(policies.filter(({ permissive }) => permissive).map(({ policy }) => policy)).toEqual([...DOORS, ...SEARCH_POLICIES].sort());
    const searching = await asOwner<{ roles: string[] }>(
      `SELECT ARRAY(SELECT rolname::text FROM pg_roles WHERE oid = ANY (p.polroles)) AS roles FROM pg_policy p WHERE p.polname = 'search'`,
    );
    expect(searching.map(({ roles }) => roles)).toEqual(SEARCH_POLICIES.map(() => [SEARCH_ROLE]));
    const own = await asOwner<{ name: string }>(
      `SELECT c.relname AS name FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
        WHERE p.polname = 'own_organization' AND p.polcmd = '*' AND p.polqual IS NOT NULL ORDER BY 1`,
    );
    expect(own.map(({ name }) => name)).toEqual([...tables, ...TRANSIENT].sort());
    const audience = await asOwner<{ name: string }>(
      `SELECT c.relname AS name FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE p.polname = 'audience' ORDER BY 1`,
    );
    expect(audience.map(({ name }) => name)).toEqual(FOR_AN_AUDIENCE);
  });

  it("does not let the service bypass it: no ownership, no BYPASSRLS, no TRUNCATE, no owner's function", async () => {
    const login = new URL(fileDatabase().serviceUrl).username;
    const [roles] = await asOwner<{ risky: string | null }>(
      `SELECT string_agg(rolname, ' ') AS risky FROM pg_roles
        WHERE rolname = ANY ($1) AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)`,
      [[login, SERVICE_ROLE]],
    );
    expect(roles?.risky).toBeNull();
    const owned = `SELECT relname FROM pg_class WHERE relpersistence <> 't' AND relowner IN (SELECT oid FROM pg_roles WHERE rolname = ANY ($1))`;
    expect(await asOwner(owned, [[login, SERVICE_ROLE]])).toEqual([]);
    const rights = await asOwner<{ right: string }>(
      `SELECT DISTINCT privilege_type AS right FROM information_schema.role_table_grants
        WHERE table_schema = 'public' AND grantee = ANY ($1) ORDER BY 1`,
      [[login, SERVICE_ROLE, 'PUBLIC']],
    );
    expect(rights.map(({ right }) => right)).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE']);
    // Triggers may run as the owner, who may write what the service may only read. Functions that the service can call check whose rows
    // they touch.
    const callable = await asOwner<{ proname: string }>(
      `SELECT proname FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND prosecdef AND prorettype <> 'trigger'::regtype AND has_function_privilege('${SERVICE_ROLE}', oid, 'EXECUTE')`,
    );
    expect(callable.map(({ proname }) => proname).sort()).toEqual(['change_forget', 'event_record']);
    const record = `SELECT event_record($1, 'import.completed', '[]')`;
    expect(await outcome({ organization: b.org.organization.id }, record, [a.org.organization.id])).toBe(RAISED);
    const forget = `SELECT change_forget($1, now(), 1)`;
    expect(await outcome({ organization: b.org.organization.id }, forget, [a.org.organization.id])).toBe(RAISED);
    expect(await outcome('unsaid', 'SET LOCAL ROLE postgres', [])).toBe(RLS_VIOLATION);
  });

  it('lets filters read two views only, through a role without login', async () => {
    const [role] = await asOwner(`SELECT rolcanlogin, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = $1`, [SEARCH_ROLE]);
    expect(role).toEqual({ rolcanlogin: false, rolsuper: false, rolbypassrls: false });
    const members = `SELECT 1 FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid WHERE r.rolname = $1`;
    expect(await asOwner(members, [SEARCH_ROLE])).toEqual([]);
    const owned = `SELECT relname AS name FROM pg_class WHERE relowner = $1::regrole ORDER BY 1`;
    expect((await asOwner<{ name: string }>(owned, [SEARCH_ROLE])).map(({ name }) => name)).toEqual(SEARCHES);
    const rights = await asOwner<{ right: string }>(
      `SELECT table_name || ' ' || privilege_type AS right FROM information_schema.role_table_grants WHERE grantee = $1 AND table_name = ANY ($2) ORDER BY 1`,
      [SERVICE_ROLE, SEARCHES],
    );
    expect(rights.map(({ right }) => right)).toEqual(SEARCHES.map((view) => `${view} SELECT`));
    expect(await outcome('unsaid', `SET LOCAL ROLE ${SEARCH_ROLE}`, [])).toBe(RLS_VIOLATION);
  });

  it('shows in the views of filters what the tables show, in every context', async () => {
    const mine = a.org.organization.id;
    for (const view of SEARCHES) {
      const table = view.replace(/_search$/, '');
      const own = { organization: mine };
      const rows = await outcome(own, `SELECT 1 FROM ${table}`, []);
      expect(rows).toBeGreaterThan(0);
      expect([view, await outcome(own, `SELECT 1 FROM ${view}`, [])]).toEqual([view, rows]);
      for (const [where, context] of contexts()) {
        const others = typeof context === 'string' ? '00000000-0000-7000-8000-000000000000' : context.organization;
        const shown = [
          await outcome(context, `SELECT 1 FROM ${view} WHERE organization_id = $1`, [mine]),
          await outcome(context, `SELECT 1 FROM ${view} WHERE organization_id <> $1`, [others]),
          await outcome(context, `UPDATE ${view} SET view = view WHERE organization_id = $1`, [mine]),
          await outcome(context, `DELETE FROM ${view} WHERE organization_id = $1`, [mine]),
        ];
        expect([view, where, ...shown]).toEqual([view, where, 0, 0, RLS_VIOLATION, RLS_VIOLATION]);
      }
    }
  });

  it('has keys within an organization, so that a conflict reveals nothing about others', async () => {
    const across = await asOwner<{ key: string }>(
      `SELECT i.relname AS key FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
        WHERE x.indisunique AND t.relname = ANY ($1)
          AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (x.indkey) AND a.attname = 'organization_id')
       UNION ALL
       SELECT k.conname FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.contype = 'f' AND t.relname = ANY ($1) AND f.relname = ANY ($1)
          AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (k.conkey) AND a.attname = 'organization_id')`,
      [tables],
    );
    expect(across).toEqual([]);
  });

  it('has rows of A in every tenant table', async () => {
    const empty: string[] = [];
    for (const table of tables) {
      const own = await outcome({ organization: a.org.organization.id }, `SELECT 1 FROM ${table}`, []);
      if (own === 0) empty.push(table);
    }
    expect(empty).toEqual([]);
  });

  it('prevents reading, changing, deleting and adding rows of A in any other context', async () => {
    const mine = a.org.organization.id;
    const faults: unknown[] = [];
    let tried = 0;
    for (const table of tables) {
      const { columns, row } = await rowOf(table, mine);
      const isReadOnly = READ_ONLY.includes(table);
      for (const [where, context] of contexts()) {
        const expected: [string, string, unknown[], number | string][] = [
          ['shows', `SELECT 1 FROM ${table} WHERE organization_id = $1`, [mine], 0],
          [
            'shows unasked',
            `SELECT 1 FROM ${table} WHERE organization_id <> $1`,
            [typeof context === 'string' ? '00000000-0000-7000-8000-000000000000' : context.organization],
            0,
          ],
          ['locks', `SELECT 1 FROM ${table} WHERE organization_id = $1 FOR UPDATE`, [mine], 0],
          ['changes', `UPDATE ${table} SET organization_id = organization_id WHERE organization_id = $1`, [mine], 0],
          [
            'changes unasked',
            `UPDATE ${table} SET organization_id = organization_id WHERE organization_id <> $1`,
            [b.org.organization.id],
            0,
          ],
          ['takes', `UPDATE ${table} SET organization_id = $2 WHERE organization_id = $1`, [mine, b.org.organization.id], 0],
          ['deletes', `DELETE FROM ${table} WHERE organization_id = $1`, [mine], 0],
          [
            'adds',
            `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`,
            [row],
            RLS_VIOLATION,
          ],
          [
            'adds or changes',
            `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1) ON CONFLICT DO NOTHING`,
            [row],
            RLS_VIOLATION,
          ],
        ];
        for (const [what, sql, params, wanted] of expected) {
          const got = await outcome(context, sql, params);
          tried += 1;
          // Tables that only the database itself writes refuse everything.
          const refused = APPEND_ONLY.includes(table) && !what.startsWith('shows');
          const mayBeRefused = isReadOnly && !what.startsWith('shows') && got === RLS_VIOLATION;
          if (got !== (refused ? RLS_VIOLATION : wanted) && !mayBeRefused) faults.push({ table, where, what, wanted, got });
        }
      }
      const given = await outcome({ organization: b.org.organization.id }, `UPDATE ${table} SET organization_id = $1`, [mine]);
      tried += 1;
      if (given !== RLS_VIOLATION) faults.push({ table, what: 'gives away', given });
    }
    process.stdout.write(`isolation: ${tried} statements on ${tables.length} tables\n`);
    expect(faults).toEqual([]);
  });

  it("accepts audit events for the organization's own log only, and lets no other organization read or change them", async () => {
    const [mine, theirs] = [{ organization: b.org.organization.id }, a.org.organization.id];
    const add = `INSERT INTO audit_intake (organization_id, id, actor_type, actor_name, surface, operation, outcome, occurrences, targets, target_count, changes)
                 VALUES ($1, gen_random_uuid(), 't', 'n', 's', 'o', 'o', 1, '[]', 0, '[]')`;
    expect(await outcome(mine, add, [mine.organization])).toBe(1);
    expect(await outcome(mine, add, [theirs])).toBe(RLS_VIOLATION);
    expect(await outcome(mine, 'SELECT 1 FROM audit_intake', [])).toBe(RLS_VIOLATION);
    for (const table of APPEND_ONLY) {
      for (const sql of [
        `UPDATE ${table} SET sequence = 1`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      ])
        expect([sql, await outcome(mine, sql, [])]).toEqual([sql, RLS_VIOLATION]);
    }
    expect(await outcome(mine, `SELECT audit_delete_months($1, now())`, [mine.organization])).toBe(RLS_VIOLATION);
  });

  it('exposes only the intended rows, for reading only', async () => {
    const vendor = await TestOrganization.create(service, { vrm: false });
    const { domain, id } = vendor.organization;
    const mine = a.org.organization.id;
    await asOwner(
      `INSERT INTO vrm_request (organization_id, id, event_id, vendor_domain, sent_at)
       SELECT organization_id, gen_random_uuid(), event_id, $2, now() FROM vrm_request WHERE organization_id = $1 LIMIT 1`,
      [mine, domain],
    );
    const received = { organization: id };
    expect(await outcome(received, 'SELECT 1 FROM vrm_request WHERE organization_id = $1', [mine])).toBe(1);
    expect(await outcome(received, 'UPDATE vrm_request SET message = $2 WHERE organization_id = $1', [mine, 'x'])).toBe(0);
    expect(await outcome(received, 'DELETE FROM vrm_request WHERE organization_id = $1', [mine])).toBe(0);
    expect(await outcome(received, 'SELECT 1 FROM vendor WHERE organization_id = $1', [mine])).toBe(0);
  });

  /** A row of A as the owner sees it, with its writable columns. */
  async function rowOf(table: string, organizationId: string): Promise<{ columns: string; row: unknown }> {
    const columns = await asOwner<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity <> 'a' ORDER BY attnum`,
      [table],
    );
    const [found] = await asOwner<{ row: unknown }>(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE organization_id = $1 LIMIT 1`, [
      organizationId,
    ]);
    return { columns: columns.map(({ name }) => name).join(', '), row: found?.row };
  }
});
