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

  it('describe every table with domain state', () => {
    expect(dataSource.entityMetadatas.map(({ tableName }) => tableName).sort()).toEqual([
      'audit_event',
      'fourth_party_relationship',
      'fourth_party_sighting',
      'idempotency_key',
      'monitoring_fault',
      'monitoring_opt_out',
      'monitoring_run',
      'oauth_client',
      'observation',
      'observation_action',
      'observation_flag',
      'observation_group',
      'observation_reference',
      'observation_state',
      'operation_lifecycle',
      'organization',
      'organization_domain',
      'party_score_day',
      'questionnaire',
      'questionnaire_submission',
      'questionnaire_template',
      'received_questionnaire',
      'remediation_policy',
      'security_event',
      'security_event_cve',
      'security_event_impact',
      'security_event_impact_change',
      'security_event_victim',
      'signing_key',
      'vendor',
      'vendor_action',
      'vendor_group',
      'vendor_group_member',
      'vendor_reference',
      'vendor_response_on_behalf',
      'vendor_statement',
      'vrm_request',
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
    ['another type', 'ALTER TABLE vrm_request ALTER message TYPE varchar(100)', 'ADD "message" text'],
    ['another precision', 'ALTER TABLE vrm_request ALTER due_at TYPE timestamptz(6)', 'ALTER COLUMN "due_at" TYPE TIMESTAMP(3)'],
    [
      'a column that may be null',
      'ALTER TABLE vendor_statement ALTER evidence_urls DROP NOT NULL',
      'ALTER COLUMN "evidence_urls" SET NOT NULL',
    ],
    ['another default', 'ALTER TABLE vendor_group ALTER member_count SET DEFAULT 1', `ALTER COLUMN "member_count" SET DEFAULT '0'`],
    ['a further column', 'ALTER TABLE signing_key ADD COLUMN note text', 'DROP COLUMN "note"'],
    ['a column that is gone', 'ALTER TABLE signing_key DROP COLUMN expires_at', 'ADD "expires_at"'],
    [
      'another generated value',
      'ALTER TABLE vendor DROP COLUMN company_key, ADD COLUMN company_key text NOT NULL GENERATED ALWAYS AS (upper(company_name)) STORED',
      'ADD "company_key" text GENERATED ALWAYS AS (lower(company_name)) STORED',
    ],
    ['a further index', 'CREATE INDEX further_idx ON vrm_request (sent_at)', 'DROP INDEX "public"."further_idx"'],
    ['a unique key that is gone', 'ALTER TABLE vendor DROP CONSTRAINT vendor_domain_key', 'ADD CONSTRAINT "vendor_domain_key" UNIQUE'],
    [
      'a foreign key that is gone',
      'ALTER TABLE vrm_request DROP CONSTRAINT vrm_request_event_id_fkey',
      'ADD CONSTRAINT "vrm_request_event_id_fkey" FOREIGN KEY',
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
