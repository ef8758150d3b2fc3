import { Client } from 'pg';
import { statementsOfEveryOperation } from '../scaling/issued-statements';
import { fileDatabase } from '../support/database';
import { startTestApp } from '../support/test-app';
import { currentMigrations, readRecords, writeRecord } from './release-record';
import { demandsOf, shapeOf } from './schema-shape';

/** `npm run release:record` writes the record of the next release; otherwise records are only read. */
const RECORDING = process.env.RECORD_RELEASE === 'on';

/** Planning, unlike preparing, also checks the index of an ON CONFLICT and the privileges of the role. */
async function faultsOf(client: Client, statements: readonly string[]): Promise<Map<string, string | undefined>> {
  const faults = new Map<string, string | undefined>();
  for (const statement of statements) {
    const fault = await client.query(`EXPLAIN (GENERIC_PLAN) ${statement}`).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    faults.set(statement, fault);
  }
  return faults;
}

describe('an older version keeps working on the current schema', () => {
  let client: Client;
  const database = fileDatabase();

  beforeAll(async () => {
    client = new Client({ connectionString: database.serviceUrl });
    await client.connect();
    await client.query('SET ROLE vendor_risk_service');
    if (!RECORDING) return;
    const service = await startTestApp();
    const faults = await faultsOf(client, await statementsOfEveryOperation(service, 'one'));
    await service.close();
    // Statements on an import's temporary tables cannot be planned outside of it.
    await writeRecord(
      await shapeOf(client),
      [...faults].filter(([, fault]) => fault === undefined).map(([statement]) => statement),
    );
  });
  afterAll(async () => {
    await client.end();
  });

  const records = () => readRecords().map((record) => [record.version, record] as const);

  it('because every statement of every release can still be planned', async () => {
    expect(records().length).toBeGreaterThan(0);
    for (const [version, { statements }] of records()) {
      expect(statements.length).toBeGreaterThan(80);
      const broken = [...(await faultsOf(client, statements))].filter(([, fault]) => fault !== undefined);
      expect({ version, broken }).toEqual({ version, broken: [] });
    }
  });

  it('because nothing was removed, and nothing became required that an older version does not write', async () => {
    const today = await shapeOf(client);
    for (const [version, { schema }] of records()) expect({ version, demands: demandsOf(today, schema) }).toEqual({ version, demands: [] });
  });

  it('because released migrations never change, and new ones come after them', async () => {
    const current = await currentMigrations();
    for (const [version, { migrations }] of records()) {
      expect({ version, migrations: current.slice(0, migrations.length) }).toEqual({ version, migrations });
    }
  });

  it.each([
    ['ALTER TABLE vendor_group ADD colour int NOT NULL', ['vendor_group.colour is new and has no default']],
    ['ALTER TABLE vendor_group ADD CHECK (member_count < 5)', ['vendor_group has the new rule CHECK ((member_count < 5))']],
    ['CREATE UNIQUE INDEX ON vendor_group (organization_id, description)', [expect.stringContaining('has the new rule UNIQUE INDEX')]],
    ['ALTER TABLE vendor_group ALTER description SET NOT NULL', ['vendor_group.description was text, and is text required']],
    ['ALTER TABLE vendor_group DROP description', ['vendor_group.description was text, and is gone']],
    ['DROP INDEX vendor_group_active_name_key', [expect.stringMatching(/^vendor_group has lost the rule UNIQUE INDEX/)]],
    [
      'ALTER TABLE vendor_group DROP CONSTRAINT vendor_group_pkey CASCADE',
      expect.arrayContaining(['vendor_group has lost the rule PRIMARY KEY (organization_id, id)']),
    ],
    ['DROP POLICY own_organization ON vendor_group', [expect.stringContaining('vendor_group has lost the rule POLICY')]],
    ['ALTER TABLE vendor_group ADD colour int; ALTER TABLE vendor_group ADD shade int NOT NULL DEFAULT 0', []],
    ['ALTER TABLE vendor_group ALTER name DROP NOT NULL', []],
  ])('detects the breaking change: %s', async (change, demands) => {
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const before = await shapeOf(admin);
    await admin.query(`BEGIN; TRUNCATE vendor_group CASCADE; ${change}`); // while a release is recorded, there are groups
    expect(demandsOf(await shapeOf(admin), before)).toEqual(demands);
    await admin.query('ROLLBACK');
    await admin.end();
  });

  it.each([
    ['REVOKE INSERT ON vendor_group FROM vendor_risk_service', /permission denied for table vendor_group/],
    ['ALTER TABLE party_score_day DROP CONSTRAINT party_score_day_pkey', /no unique or exclusion constraint matching the ON CONFLICT/],
  ])('detects a broken statement: %s', async (change, fault) => {
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query(`BEGIN; ${change}; SET LOCAL ROLE vendor_risk_service`);
    const faults = await faultsOf(
      admin,
      records().flatMap(([, { statements }]) => statements),
    );
    expect([...faults.values()].find((found) => found !== undefined)).toMatch(fault);
    await admin.query('ROLLBACK');
    await admin.end();
  });
});
