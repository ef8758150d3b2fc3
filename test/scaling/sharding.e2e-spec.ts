import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import * as detections from '#modules/avd/dns-import.sql';
import * as observations from '#modules/ingestion/merge.sql';
import { deleteExpired, HISTORY, IDEMPOTENCY_KEYS, WEBHOOK_DELIVERIES } from '#modules/retention/expired.sql';
import { projectRoot } from '#platform/config/project-root';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';
import { isAboutData, statementsOfEveryOperation } from './issued-statements';
import { insertsWithoutOrganization, scansWithoutOrganization, type PlanNode } from './tenant-scans';

interface Table {
  name: string;
  tenant: boolean;
}
interface Index {
  table: string;
  name: string;
  first: string;
}
interface ForeignKey {
  name: string;
  source: string;
  target: string;
  columns: string[];
  targetColumns: string[];
}

/**
 * Tables that organizations share have an additional policy and many readers: small reference tables, not tenant tables. The policy of the
 * search role does not count: it serves two views that filter by organization.
 */
const TABLES = `
  SELECT relname AS name, relrowsecurity AND relforcerowsecurity AND NOT EXISTS (
           SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive AND p.polname NOT IN ('own_organization', 'search')) AS tenant
    FROM pg_class c
   WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migration' ORDER BY relname`;
const INDEXES = `
  SELECT t.relname AS table, i.relname AS name, pg_get_indexdef(x.indexrelid, 1, true) AS first
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
   WHERE t.relnamespace = 'public'::regnamespace`;
const FOREIGN_KEYS = `
  SELECT c.conname AS name, s.relname AS source, t.relname AS target,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.conrelid AND attnum = c.conkey[1]) AS columns,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.confrelid AND attnum = c.confkey[1]) AS "targetColumns"
    FROM pg_constraint c JOIN pg_class s ON s.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
   WHERE c.contype = 'f'`;

describe('the schema can be distributed by organization', () => {
  let client: Client;
  let tables: Table[];
  const isTenant = (name: string) => tables.find((table) => table.name === name)?.tenant ?? false;

  beforeAll(async () => {
    client = new Client({ connectionString: fileDatabase().adminUrl });
    await client.connect();
    ({ rows: tables } = await client.query<Table>(TABLES));
  });
  afterAll(() => client.end());

  it('because every key and index of a tenant table starts with the organization', async () => {
    const { rows } = await client.query<Index>(INDEXES);
    const ofTenants = rows.filter(({ table }) => isTenant(table));
    expect(ofTenants.length).toBeGreaterThan(30);
    // Terms and grams start with the organization.
    const startsWithIt = (first: string) => /^(?:\(?observation_(?:terms|value_parts)\()?organization_id\b/.test(first);
    expect(ofTenants.filter(({ first }) => !startsWithIt(first))).toEqual([]);
    const withoutKey = tables.filter(({ name, tenant }) => tenant && !rows.some(({ table }) => table === name));
    expect(withoutKey).toEqual([]);
  });

  it('no foreign key crosses organizations or leads from a shared table to a tenant table', async () => {
    const { rows } = await client.query<ForeignKey>(FOREIGN_KEYS);
    expect(rows.length).toBeGreaterThan(3);
    const inside = ({ columns, targetColumns }: ForeignKey) => columns[0] === 'organization_id' && targetColumns[0] === 'organization_id';
    expect(rows.filter(({ source, target }) => !isTenant(source) && isTenant(target))).toEqual([]);
    expect(rows.filter((key) => isTenant(key.source) && !(isTenant(key.target) && inside(key)))).toEqual([]);
  });

  it('as documented in docs/scaling.md, table by table, with a command for each', () => {
    const page = readFileSync(join(projectRoot(), 'docs/scaling.md'), 'utf8');
    const documented = [...page.matchAll(/^\| `(\w+)` \| (distributed|reference) \|/gm)].map(([, name, role]) => ({
      name,
      tenant: role === 'distributed',
    }));
    expect(documented.sort((a, b) => (a.name! < b.name! ? -1 : 1))).toEqual(tables);
    const commands = [...page.matchAll(/create_(distributed|reference)_table\('(\w+)'/g)].map(([, role, name]) => `${role} ${name}`);
    expect(commands.sort()).toEqual(tables.map(({ name, tenant }) => `${tenant ? 'distributed' : 'reference'} ${name}`).sort());
  });

  describe('and every statement that operations, imports and the scheduled work issue', () => {
    let service: TestApp;
    let statements: string[];

    beforeAll(async () => {
      service = await startTestApp();
      statements = [
        ...(await statementsOfEveryOperation(service, 'many')),
        // The statements of an import depend on the file, so all of them are included.
        ...[...Object.values(observations), ...Object.values(detections)].filter(isAboutData),
        ...[IDEMPOTENCY_KEYS, WEBHOOK_DELIVERIES, ...HISTORY].map(deleteExpired),
      ];
    });
    afterAll(() => service.close());

    // Imports stage rows in temporary tables of their transaction; statements on those can only be planned where they exist.
    beforeAll(() => {
      const { CREATE_STAGE, CREATE_CHANGED, CREATE_SEEN, CREATE_GONE } = observations;
      return client.query(['BEGIN', CREATE_STAGE, CREATE_CHANGED, CREATE_SEEN, CREATE_GONE, detections.CREATE_STAGE].join('; '));
    });
    afterAll(() => client.query('ROLLBACK'));

    it('filters each tenant table it reads or writes by organization', async () => {
      const tenantTables = new Set(tables.filter(({ tenant }) => tenant).map(({ name }) => name));
      const found: { statement: string; tables: string[] }[] = [];
      for (const statement of statements) {
        const without = [
          ...scansWithoutOrganization(await explain(statement), tenantTables),
          ...insertsWithoutOrganization(statement, tenantTables),
        ];
        if (without.length > 0) found.push({ statement, tables: without });
      }
      expect(found).toEqual([]);
      expect(statements.length).toBeGreaterThan(100);
    });

    /** As the owner, who bypasses row-level security, so that conditions in the plan come from the statement itself. */
    async function explain(statement: string): Promise<PlanNode> {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`);
      return rows[0]!['QUERY PLAN'][0].Plan;
    }
  });
});
