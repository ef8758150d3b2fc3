import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ConfigurationError } from '#platform/config/env';
import { MIGRATIONS } from '../../../migrations/all';
import { connected } from './connected';
import { dataSourceOptions } from './data-source-options';
import { LOCK_IDS } from './locks';
import { isLockConflict } from './pg-errors';

/**
 * While a migration waits for a table lock, calls queue behind it. So it gives up quickly and retries, for as long as an import may take.
 */
const LOCK_TIMEOUT_MS = 1_000;
const RETRY_DELAY_MS = 4_000;
const MAX_ATTEMPTS = 120;

export interface MigrationState {
  applied: string[];
  pending: string[];
}

/** Brings the schema up to date. Several processes may start at once: one migrates, the others wait for it. */
export async function migrate(url: string): Promise<string[]> {
  return connected(url, async (client) => {
    const { applied, pending } = await stateOf(client);
    if (pending.length === 0) return [];
    if (applied.length > 0 && pending[0] === MIGRATIONS[0]?.name)
      throw new ConfigurationError('This database is of release 1.0.0, which cannot be upgraded: start with an empty one.');
    if (!(await mayMigrate(client))) {
      throw new ConfigurationError(
        `${pending.length} migrations are pending, and this login may not run them: run "db migrate" as the owner first, or set DATABASE_MIGRATION_URL.`,
      );
    }

    await client.query('SELECT pg_advisory_lock($1)', [LOCK_IDS.migration]);
    const { pending: steps } = await stateOf(client);
    if (steps.length === 0) return []; // another process ran them while this one waited for the lock
    const dataSource = await new DataSource(dataSourceOptions(url, 1, { lock_timeout: LOCK_TIMEOUT_MS })).initialize();
    try {
      await runMigrations(dataSource);
      return steps;
    } finally {
      await dataSource.destroy();
    }
  });
}

export async function migrationState(url: string): Promise<MigrationState> {
  return connected(url, stateOf);
}

async function runMigrations(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if (!isLockConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      await pause(RETRY_DELAY_MS);
    }
  }
}

async function stateOf(client: Client): Promise<MigrationState> {
  const { rows: tables } = await client.query<{ found: boolean }>(`SELECT to_regclass('schema_migration') IS NOT NULL AS found`);
  const { rows } = tables[0]?.found ? await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id') : { rows: [] };
  const applied = rows.map((row) => row.name);
  return { applied, pending: MIGRATIONS.map((migration) => migration.name).filter((name) => !applied.includes(name)) };
}

async function mayMigrate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(`SELECT has_schema_privilege(current_schema(), 'CREATE') AS may`);
  return rows[0]?.may ?? false;
}
