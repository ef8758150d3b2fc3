import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { ConfigurationError } from '#platform/config/env';
import { LOCK_IDS } from '#platform/database/locks';
import { ScramClient } from '#platform/database/scram-client';

const SERVER_TIMEOUT_MS = 3000;

/** A process's use of an embedded cluster, held as advisory locks. They end with the process, so a killed one leaves no stale lock. */
export interface Lease {
  /** Releases it; true when no other process uses the cluster, so that it can be stopped. */
  release(): Promise<boolean>;
}

/** Registers as a user of the cluster: one server at a time, and any number of commands. */
export async function takeLease(adminUrl: string, role: 'server' | 'command', dataDir: string): Promise<Lease> {
  const client = new ScramClient({ connectionString: adminUrl, application_name: `vendor-risk-api ${role} ${process.pid}` });
  client.on('error', () => undefined); // the cluster stopped first: there is nothing left to release
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock_shared($1)', [LOCK_IDS.clusterUsers]);
    if (role === 'server') await becomeServer(client, dataDir);
  } catch (error) {
    await client.end();
    throw error;
  }
  return { release: () => release(client) };
}

async function becomeServer(client: Client, dataDir: string): Promise<void> {
  for (const start = Date.now(); ;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_IDS.clusterServer]);
    if (rows[0]?.taken) return;
    if (Date.now() - start > SERVER_TIMEOUT_MS) break; // PostgreSQL takes a moment to notice that a server was killed
    await pause(250);
  }
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'vendor-risk-api server %' AND pid <> pg_backend_pid()`,
  );
  const pid = rows[0]?.name.split(' ').at(-1) ?? 'unknown';
  throw new ConfigurationError(
    `Another server (process ${pid}) uses the database in ${dataDir}; stop it, or set DATA_DIR to another folder.`,
  );
}

async function release(client: Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_all()');
    const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [LOCK_IDS.clusterUsers]);
    return rows[0]?.alone ?? true;
  } catch {
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
