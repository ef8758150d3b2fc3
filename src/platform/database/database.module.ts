import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Env } from '#platform/config/env';
import { dataSourceOptions } from './data-source-options';
import { Database } from './database';
import { DEFAULT_LIMITS } from './tenant';
import { timeoutFor } from './timed-client';

/** Every entity, wherever its module is. */
const ENTITIES = join(__dirname, '..', '..', '**', '*.entity.js');

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Env],
      useFactory: (env: Env) => ({
        ...dataSourceOptions(databaseUrl(env), env.DATABASE_POOL_SIZE, { timeoutMs: timeoutFor(DEFAULT_LIMITS) }),
        entities: [ENTITIES],
        retryAttempts: 3,
        retryDelay: 500,
      }),
    }),
  ],
  providers: [Database],
  exports: [Database],
})
export class DatabaseModule {}

function databaseUrl(env: Env): string {
  if (env.DATABASE_URL === undefined)
    throw new Error('DATABASE_URL is not set: the start must choose the database before it creates the application.');
  return env.DATABASE_URL;
}
