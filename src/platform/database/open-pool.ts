import { Pool } from 'pg';
import { PooledClient } from './pooled-client';

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
