import { Module, type DynamicModule } from '@nestjs/common';
import type { Env } from '#platform/config/env';
import { platformModules } from '#platform/platform-modules';
import { everyModule } from './every-module';

/** The composition root. */
@Module({})
export class AppModule {
  static with(env: Env): DynamicModule {
    return { module: AppModule, imports: [...platformModules(env), ...everyModule()] };
  }
}
