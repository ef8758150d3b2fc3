import { Injectable, type INestApplicationContext, type OnModuleDestroy, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Env } from '#platform/config/env';
import { openDatabase, useDatabase, type OpenDatabase } from '#platform/embedded-postgres/open-database';

/** The application behind the commands, started when one first needs it: help and mistyped commands need no database. */
@Injectable()
export class Service implements OnModuleDestroy {
  private opened: Promise<OpenDatabase> | undefined;
  private started: Promise<INestApplicationContext> | undefined;

  constructor(private readonly env: Env) {}

  /** One of the application's own services. */
  async get<T>(type: Type<T>): Promise<T> {
    return (await this.application()).get<T>(type, { strict: false });
  }

  application(): Promise<INestApplicationContext> {
    this.started ??= this.start();
    return this.started;
  }

  /** The database alone, its schema as it is. */
  database(): Promise<OpenDatabase> {
    this.opened ??= openDatabase(this.env, 'command');
    return this.opened;
  }

  async onModuleDestroy(): Promise<void> {
    await this.started?.then((app) => app.close()).catch(() => undefined);
    await this.opened?.then((database) => database.close()).catch(() => undefined);
  }

  private async start(): Promise<INestApplicationContext> {
    const database = await this.database();
    await database.migrate();
    // Commands count no calls, and write no log between their results. Where there are replicas, they tell what they have written.
    const REDIS_URL = this.env.DATABASE_REPLICA_URLS.length > 0 ? this.env.REDIS_URL : undefined;
    const env = Object.assign(new Env(), this.env, { REDIS_URL, LOG_LEVEL: 'silent' });
    useDatabase(env, database);
    const { AppModule } = await import('../app.module.js'); // half of a command's start-up time, so only where it is needed
    return NestFactory.createApplicationContext(AppModule.with(env), { logger: false, abortOnError: false });
  }
}
