import { Client } from 'pg';
import { DataSource, type EntityMetadata } from 'typeorm';
import { fileDatabase } from '../support/database';
import { startTestApp, type TestApp } from '../support/test-app';

/** Where TypeORM looks up the expressions of generated columns; here it finds those of PostgreSQL. */
const GENERATED_COLUMNS = `
  CREATE VIEW typeorm_metadata AS
  SELECT table_catalog AS database, table_schema AS schema, table_name AS "table", 'GENERATED_COLUMN' AS type, column_name AS name,
         generation_expression AS value
    FROM information_schema.columns WHERE is_generated = 'ALWAYS'`;

/** What TypeORM reads of an index but does not compare: the column order and the condition. */
const INDEXES = `
  SELECT t.relname AS table, i.relname AS name, pg_get_expr(x.indpred, x.indrelid) AS condition,
         ARRAY(SELECT a.attname::text FROM unnest(x.indkey) WITH ORDINALITY AS k (number, place)
                 JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.number ORDER BY k.place) AS columns
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
   WHERE t.relnamespace = 'public'::regnamespace`;

interface IndexRow {
  table: string;
  name: string;
  columns: string[];
  condition: string | null;
}

describe('entities', () => {
  const own = fileDatabase();
  let admin: Client;
  let service: TestApp;
  let dataSource: DataSource;

  beforeAll(async () => {
    admin = new Client({ connectionString: own.adminUrl });
    await admin.connect();
    await admin.query(GENERATED_COLUMNS);
    await admin.query("DELETE FROM pg_description WHERE classoid = 'pg_class'::regclass"); // the schema has comments, entities have none
    service = await startTestApp({ DATABASE_URL: own.adminUrl });
    dataSource = service.app.get(DataSource);
  });

  afterAll(async () => {
    await service.close();
    await admin.end();
  });

  const differences = async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  };

  it('exist for the tables that handlers read or write by key, and no others', () => {
    expect(dataSource.entityMetadatas.map(({ tableName }) => tableName).sort()).toEqual([
      'audit_event',
      'monitoring_opt_out',
      'oauth_client',
      'observation',
      'operation_lifecycle',
      'organization',
      'organization_domain',
      'questionnaire',
      'questionnaire_submission',
      'questionnaire_template',
      'received_questionnaire',
      'remediation_policy',
      'security_event',
      'vendor',
      'vendor_group',
      'vendor_group_member',
      'webhook',
      'webhook_delivery',
    ]);
  });

  it('describe their tables as the migrations created them', async () => {
    expect(await differences()).toEqual([]);
  });

  it('describe the columns and conditions of indexes, which the schema log does not compare', async () => {
    const { rows } = await admin.query<IndexRow>(INDEXES);
    const known = new Map(rows.map(({ table, name, columns, condition }) => [`${table}.${name}`, { columns, condition }]));
    const described = dataSource.entityMetadatas.flatMap(describedIndexes);
    expect(described.length).toBeGreaterThan(30);
    for (const { name, columns, condition } of described) expect([name, known.get(name)]).toEqual([name, { columns, condition }]);
  });

  it('name no index that does not exist', async () => {
    const { rows } = await admin.query<IndexRow>(INDEXES);
    const known = new Set(rows.map(({ table, name }) => `${table}.${name}`));
    const named = dataSource.entityMetadatas.flatMap(({ tableName, indices }) => indices.map(({ name }) => `${tableName}.${name}`));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  // Changes accumulate: the database is dropped at the end.
  it.each([
    ['another type', 'ALTER TABLE webhook ALTER name TYPE varchar(100)', 'ADD "name" text'],
    ['another precision', 'ALTER TABLE questionnaire ALTER due_at TYPE timestamptz(6)', 'ALTER COLUMN "due_at" TYPE TIMESTAMP(3)'],
    [
      'a column that may be null',
      'ALTER TABLE security_event ALTER affected_products DROP NOT NULL',
      'ALTER COLUMN "affected_products" SET NOT NULL',
    ],
    ['another default', 'ALTER TABLE vendor_group ALTER member_count SET DEFAULT 1', `ALTER COLUMN "member_count" SET DEFAULT '0'`],
    ['a further column', 'ALTER TABLE remediation_policy ADD COLUMN note text', 'DROP COLUMN "note"'],
    ['a column that is gone', 'ALTER TABLE remediation_policy DROP COLUMN updated_at', 'ADD "updated_at"'],
    [
      'another generated value',
      'ALTER TABLE vendor DROP COLUMN company_key, ADD COLUMN company_key text NOT NULL GENERATED ALWAYS AS (upper(company_name)) STORED',
      'ADD "company_key" text GENERATED ALWAYS AS (lower(company_name)) STORED',
    ],
    ['a further index', 'CREATE INDEX further_idx ON questionnaire (due_at)', 'DROP INDEX "public"."further_idx"'],
    ['a unique key that is gone', 'ALTER TABLE vendor DROP CONSTRAINT vendor_domain_key', 'ADD CONSTRAINT "vendor_domain_key" UNIQUE'],
    [
      'a foreign key that is gone',
      'ALTER TABLE vendor_group_member DROP CONSTRAINT vendor_group_member_organization_id_vendor_id_fkey',
      'ADD CONSTRAINT "vendor_group_member_organization_id_vendor_id_fkey" FOREIGN KEY',
    ],
    [
      'a check that is gone',
      'ALTER TABLE operation_lifecycle DROP CONSTRAINT operation_lifecycle_check',
      'ADD CONSTRAINT "operation_lifecycle_check" CHECK',
    ],
  ])('differ in the log from a table with %s', async (_what, change, repair) => {
    await admin.query(change);
    expect(await differences()).toContainEqual(expect.stringContaining(repair));
  });
});

function describedIndexes({ tableName, indices }: EntityMetadata): { name: string; columns: string[]; condition: string | null }[] {
  return indices
    .filter(({ synchronize }) => synchronize)
    .map(({ name, columns, where }) => ({
      name: `${tableName}.${name}`,
      columns: columns.map(({ databaseName }) => databaseName),
      condition: where ?? null,
    }));
}
