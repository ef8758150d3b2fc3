import { Pool } from 'pg';
import { PooledClient } from './pooled-client';

/** Connections beside those that TypeORM manages, and how long one is waited for, and an answer of it. */
export function openPool(url: string, size: number, connectMs: number, patienceMs?: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectMs,
    application_name: 'vendor-risk-api',
    allowExitOnIdle: true,
    ...({ pipeline: true, Client: PooledClient, patienceMs } as object),
  });
  pool.on('error', () => undefined); // a lost idle connection is replaced
  return pool;
}
