import { Client } from 'pg';
import { msUntil } from './wait';

const HELD_UP = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

export interface TestDatabase {
  name: string;
  serviceUrl: string;
  adminUrl: string;
  /** Both, as admin commands and service processes read them. */
  settings: { DATABASE_URL: string; DATABASE_MIGRATION_URL: string };
  /** Locks a table until the returned function is called. */
  hold(table: string): Promise<() => Promise<void>>;
  /** Waits until that many calls wait for a lock. */
  heldUp(calls: number): Promise<void>;
  /** Closes all connections and allows none until the returned function is called. */
  cutOff(): Promise<() => Promise<void>>;
}

/** The database of this spec file, which no other file uses. Jest clones it from the migrated template and drops it after the file. */
export function fileDatabase(): TestDatabase {
  return testDatabase(new URL(adminUrl()).pathname.slice(1));
}

/** A database of the run's PostgreSQL, by its name. */
export function testDatabase(name: string): TestDatabase {
  const serviceUrl = withDatabase(process.env.TEST_DATABASE_URL ?? '', name);
  const admin = withDatabase(adminUrl(), name);
  const maintenance = maintenanceUrl();
  return {
    name,
    serviceUrl,
    adminUrl: admin,
    settings: { DATABASE_URL: serviceUrl, DATABASE_MIGRATION_URL: admin },
    hold: async (table) => {
      const client = new Client({ connectionString: admin });
      client.on('error', () => undefined); // a failed test may not release it, and then it ends with the database
      await client.connect();
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return () => client.end();
    },
    heldUp: (calls) =>
      connectedTo(admin, async (client) => {
        await msUntil(async () => (await client.query(HELD_UP)).rows.length >= calls);
      }),
    cutOff: async () => {
      await run(maintenance, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await run(maintenance, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [name]);
      return () => run(maintenance, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    },
  };
}

/** The maintenance database, for statements that create, drop or close databases. */
export function maintenanceUrl(): string {
  return withDatabase(adminUrl(), 'postgres');
}

export function run(url: string, sql: string, parameters: unknown[] = []): Promise<void> {
  return connectedTo(url, async (client) => {
    await client.query(sql, parameters);
  });
}

/** Runs a statement as the owner, on the rows of one organization: row-level security also applies to the owner. */
export function runFor(url: string, organizationId: string, sql: string): Promise<void> {
  return connectedTo(url, async (client) => {
    await client.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId]);
    await client.query(sql);
  });
}

async function connectedTo(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the running statement receives the error too
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function adminUrl(): string {
  return process.env.TEST_ADMIN_DATABASE_URL ?? '';
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
