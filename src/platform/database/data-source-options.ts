import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../../../migrations/all';
import { PooledClient } from './pooled-client';

/** How long to wait for a connection. */
export const CONNECT_TIMEOUT_MS = 2000;

/** Timeouts that differ between uses: for an answer, and for a lock inside PostgreSQL. */
interface Timeouts {
  timeoutMs?: number;
  lock_timeout?: number;
}

/** The connection options of the service, its commands and its tests. Queries are pipelined: see Database. */
export function dataSourceOptions(url: string, poolSize: number, timeouts: Timeouts = {}): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: 'vendor-risk-api',
    poolSize,
    poolErrorHandler: () => undefined, // a lost idle connection is replaced; the call that needs one gets its own error
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      pipeline: true,
      allowExitOnIdle: true,
      Client: PooledClient,
      ...timeouts,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    },
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
    synchronize: false,
  };
}
