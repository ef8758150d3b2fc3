import { Module, type DynamicModule } from '@nestjs/common';
import type { Env } from '#platform/config/env';
import { platformModules } from '#platform/platform-modules';
import { allModules } from './modules';

/** The composition root. */
@Module({})
export class AppModule {
  static with(env: Env): DynamicModule {
    return { module: AppModule, imports: [...platformModules(env), ...allModules()] };
  }
}
