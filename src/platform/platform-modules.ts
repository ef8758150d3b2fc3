import type { DynamicModule, Type } from '@nestjs/common';
import { ConfigModule } from '#platform/config/config.module';
import type { Env } from '#platform/config/env';
import { DatabaseModule } from '#platform/database/database.module';
import { LoggingModule } from '#platform/logging/logging.module';
import { PlatformModule } from '#platform/platform.module';

/** What the service and every command stand on. */
export function platformModules(env: Env): (Type | DynamicModule)[] {
  return [ConfigModule.with(env), LoggingModule, DatabaseModule, PlatformModule];
}
