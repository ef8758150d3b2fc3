import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { msUntil } from './wait';

const HELD_UP = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

export interface OwnDatabase {
  name: string;
  serviceUrl: string;
  adminUrl: string;
  /** Makes every call that touches the table wait, until the result is called. */
  hold(table: string): Promise<() => Promise<void>>;
  /** Until that many calls wait for what is held. */
  heldUp(calls: number): Promise<void>;
  /** Cuts all connections and lets none in, until the result is called. */
  cutOff(): Promise<() => Promise<void>>;
  drop(): Promise<void>;
}

/** A database of its own, cloned from the migrated template: for a test that changes what all organizations share. */
export function createOwnDatabase(): Promise<OwnDatabase> {
  return cloneDatabase(process.env.TEST_TEMPLATE_DATABASE ?? '');
}

/** A copy of a database that nobody is connected to. */
export async function cloneDatabase(template: string): Promise<OwnDatabase> {
  const shared = process.env.TEST_ADMIN_DATABASE_URL ?? '';
  const name = `own_${randomBytes(6).toString('hex')}`;
  await run(shared, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const adminUrl = withDatabase(shared, name);
  return {
    name,
    adminUrl,
    serviceUrl: withDatabase(process.env.TEST_DATABASE_URL ?? '', name),
    hold: async (table) => {
      const client = new Client({ connectionString: adminUrl });
      await client.connect();
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return () => client.end();
    },
    heldUp: (calls) =>
      connectedTo(adminUrl, async (client) => {
        await msUntil(async () => (await client.query(HELD_UP)).rows.length >= calls);
      }),
    cutOff: async () => {
      await run(shared, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await run(shared, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [name]);
      return () => run(shared, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    },
    drop: () => run(shared, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

export function run(url: string, sql: string, parameters: unknown[] = []): Promise<void> {
  return connectedTo(url, async (client) => {
    await client.query(sql, parameters);
  });
}

/** Runs a statement as the owner, on the rows of one organization: row-level security binds the owner too. */
export function runFor(url: string, organizationId: string, sql: string): Promise<void> {
  return connectedTo(url, async (client) => {
    await client.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId]);
    await client.query(sql);
  });
}

async function connectedTo(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
