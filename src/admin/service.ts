import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Env } from '#platform/config/env';
import { openDatabase, useDatabase, type OpenDatabase } from '#platform/embedded-postgres/open-database';
import { platformModules } from '#platform/platform-modules';

class CommandModule {}

/** The part of the application that a command needs, started on first use. */
export class Service {
  private opened: Promise<OpenDatabase> | undefined;
  private started: Promise<INestApplicationContext> | undefined;

  constructor(
    private readonly readSettings: () => Env,
    private readonly modules: () => readonly Type[] = () => [],
  ) {}

  /** A provider of the platform or of the command's modules. */
  async get<T>(type: Type<T>): Promise<T> {
    return (await this.application()).get<T>(type, { strict: false });
  }

  application(): Promise<INestApplicationContext> {
    this.started ??= this.start();
    return this.started;
  }

  /** Only the database, without migrating it. */
  database(): Promise<OpenDatabase> {
    this.opened ??= openDatabase(this.readSettings(), 'command');
    return this.opened;
  }

  async close(): Promise<void> {
    await this.started?.then((app) => app.close()).catch(() => undefined);
    await this.opened?.then((database) => database.close()).catch(() => undefined);
  }

  private async start(): Promise<INestApplicationContext> {
    const settings = this.readSettings();
    const database = await this.database();
    await database.migrate();
    // Commands need no rate limits and no log. With replicas they need Redis, to mark their writes.
    const REDIS_URL = settings.DATABASE_REPLICA_URLS.length > 0 ? settings.REDIS_URL : undefined;
    const env = Object.assign(new Env(), settings, { REDIS_URL, LOG_LEVEL: 'silent' });
    useDatabase(env, database);
    const root = { module: CommandModule, imports: [...platformModules(env), ...this.modules()] };
    return NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  }
}
