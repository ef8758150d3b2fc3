import { Pool } from 'pg';
import { MAX_RUNNING } from './long-work';
import { PooledClient } from './pooled-client';
import { TimedClient } from './timed-client';

/** How long an import may wait for a connection, and for the first answer on one. */
export const BULK_CONNECT_TIMEOUT_MS = 5_000;
const KEPT_FOR_MS = 5_000;

/** A pool that TypeORM does not manage. A connection attempt fails after connectMs, a statement without an answer after timeoutMs. */
export function openPool(url: string, size: number, connectMs: number, timeoutMs?: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectMs,
    application_name: 'vendor-risk-api',
    allowExitOnIdle: true,
    ...({ pipeline: true, Client: PooledClient, timeoutMs } as object),
  });
  pool.on('error', () => undefined); // a lost idle connection is replaced
  return pool;
}

/**
 * Connections for imports. A new connection loads and compiles everything that an import runs, which takes longer than importing a few rows,
 * so it is kept for the next import. Only for a few seconds: it may hold hundreds of megabytes, or its server may be gone.
 */
export function openBulkPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: MAX_RUNNING,
    connectionTimeoutMillis: BULK_CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: KEPT_FOR_MS,
    application_name: 'vendor-risk-import',
    allowExitOnIdle: true,
    ...({ Client: TimedClient } as object),
  });
  pool.on('error', () => undefined); // a lost idle connection is replaced
  pool.on('connect', (client) => {
    client.on('error', () => undefined); // the running statement receives the error too
  });
  return pool;
}
