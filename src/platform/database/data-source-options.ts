import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../../../migrations/all';
import { PooledClient } from './pooled-client';

/** One way to connect, for the service, its commands and its tests. Queries are pipelined: see Database. */
export function dataSourceOptions(url: string, poolSize: number, patienceMs?: number): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: 'vendor-risk-api',
    poolSize,
    poolErrorHandler: () => undefined, // a lost idle connection is replaced; the call that needed one gets its own error
    connectTimeoutMS: 2000,
    extra: {
      pipeline: true,
      allowExitOnIdle: true,
      Client: PooledClient,
      patienceMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    },
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
    synchronize: false,
  };
}
