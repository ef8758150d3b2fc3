import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ConfigurationError } from '#platform/config/env';
import { dataSourceOptions } from './data-source-options';

const OLDEST_VERSION = 150_000;
const MIGRATION_LOCK = 7_204_115_883;

export interface MigrationState {
  applied: string[];
  pending: string[];
}

/** Brings the schema up to date. Several processes may start at once: one migrates, the others wait for it. */
export async function migrate(url: string): Promise<string[]> {
  return underLock(url, async () => {
    const dataSource = await new DataSource(dataSourceOptions(url, 1)).initialize();
    try {
      const done = await dataSource.runMigrations({ transaction: 'each' });
      return done.map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  });
}

export async function migrationState(url: string): Promise<MigrationState> {
  const dataSource = await new DataSource(dataSourceOptions(url, 1)).initialize();
  try {
    const [table] = await dataSource.query<{ found: boolean }[]>(`SELECT to_regclass('schema_migration') IS NOT NULL AS found`);
    const rows = table?.found ? await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migration ORDER BY id') : [];
    const applied = rows.map((row) => row.name);
    return { applied, pending: dataSource.migrations.map((migration) => migration.name ?? '').filter((name) => !applied.includes(name)) };
  } finally {
    await dataSource.destroy();
  }
}

async function underLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number }>(`SELECT current_setting('server_version_num')::int AS version`);
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION) throw new ConfigurationError('PostgreSQL 15 or newer is needed.');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}
