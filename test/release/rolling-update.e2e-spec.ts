import { Client } from 'pg';
import { statementsOfEveryOperation } from '../scaling/issued-statements';
import { startTestApp } from '../support/test-app';
import { currentMigrations, readRecords, writeRecord } from './release-record';

/** `npm run release:record` writes the record of the release that is about to be made; without it, records are only read. */
const RECORDING = process.env.RECORD_RELEASE === 'on';

async function preparable(client: Client, statements: readonly string[]): Promise<Map<string, string | undefined>> {
  const faults = new Map<string, string | undefined>();
  for (const statement of statements) {
    const fault = await client.query(`PREPARE recorded AS ${statement}`).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    if (fault === undefined) await client.query('DEALLOCATE recorded');
    faults.set(statement, fault);
  }
  return faults;
}

describe('an older version goes on serving while a newer schema is rolled out', () => {
  let client: Client;

  beforeAll(async () => {
    client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
    await client.connect();
    await client.query('SET ROLE vendor_risk_service');
    if (!RECORDING) return;
    const service = await startTestApp();
    const faults = await preparable(client, await statementsOfEveryOperation(service, 'one'));
    await service.close();
    // What reads an import's temporary tables cannot be prepared outside of it.
    await writeRecord([...faults].filter(([, fault]) => fault === undefined).map(([statement]) => statement));
  }, 120_000);
  afterAll(() => client.end());

  const records = () => readRecords().map((record) => [record.version, record] as const);

  it('because every statement of every release still works on the schema of today', async () => {
    expect(records().length).toBeGreaterThan(0);
    for (const [version, { statements }] of records()) {
      expect(statements.length).toBeGreaterThan(80);
      const broken = [...(await preparable(client, statements))].filter(([, fault]) => fault !== undefined);
      expect({ version, broken }).toEqual({ version, broken: [] });
    }
  });

  it('because steps that were released are never changed, and new ones come after them', async () => {
    const current = await currentMigrations();
    for (const [version, { migrations }] of records()) {
      expect({ version, migrations: current.slice(0, migrations.length) }).toEqual({ version, migrations });
    }
  });
});
