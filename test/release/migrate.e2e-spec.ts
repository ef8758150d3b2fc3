import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrate } from '#platform/database/migrate';
import { MIGRATIONS } from '../../migrations/all';
import { fileDatabase, run } from '../support/database';

const WRITES = 'BEGIN; LOCK TABLE observation_action IN ROW EXCLUSIVE MODE';

class AddIndex4102444800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX observation_action_trial_idx ON observation_action (organization_id, action_type)');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

describe('a migration', () => {
  const database = fileDatabase();
  const migrations: (new () => MigrationInterface)[] = MIGRATIONS;

  beforeAll(() => migrations.push(AddIndex4102444800000));
  afterAll(() => migrations.pop());

  it('does not block calls while it waits for a table lock, and completes once it gets it', async () => {
    const [importing, calling] = [new Client(database.adminUrl), new Client(database.adminUrl)];
    await Promise.all([importing.connect(), calling.connect()]);
    await importing.query(WRITES);
    const migrating = migrate(database.adminUrl);
    await database.heldUp(1);

    await calling.query(WRITES); // queued behind the migration until that gives up, while the import still holds its lock
    await calling.query('COMMIT');
    await importing.query('COMMIT');
    expect(await migrating).toEqual(['AddIndex4102444800000']);
    const { rows } = await importing.query(`SELECT to_regclass('observation_action_trial_idx') IS NOT NULL AS found`);
    expect(rows).toEqual([{ found: true }]);
    await Promise.all([importing.end(), calling.end()]);
  });

  it('refuses a database of release 1.0.0', async () => {
    await run(database.adminUrl, `UPDATE schema_migration SET name = 'Platform1763164800000' WHERE name LIKE 'Baseline%'`);
    await expect(migrate(database.adminUrl)).rejects.toThrow('release 1.0.0, which cannot be upgraded');
  });
});
