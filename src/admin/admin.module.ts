import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '#platform/config/config.module';
import type { Env } from '#platform/config/env';
import { AUDIT_COMMANDS } from './audit.command';
import { CREDENTIAL_COMMANDS } from './credential.command';
import { DB_COMMANDS } from './db.command';
import { ENRICH_COMMANDS } from './enrich.command';
import { EXPORT_COMMANDS } from './export/export.command';
import { IMPORT_COMMANDS } from './import/import.command';
import { KEYS_COMMANDS } from './keys.command';
import { MONITOR_COMMANDS } from './monitor.command';
import { OPERATION_COMMANDS } from './operation.command';
import { ORG_COMMANDS } from './org.command';
import { Program } from './program';
import { SEED_COMMANDS } from './seed/seed.command';
import { Service } from './service';

/** All admin commands. A new group is one file and one entry here. */
const COMMANDS = [
  ...ORG_COMMANDS,
  ...CREDENTIAL_COMMANDS,
  ...OPERATION_COMMANDS,
  ...KEYS_COMMANDS,
  ...DB_COMMANDS,
  ...SEED_COMMANDS,
  ...IMPORT_COMMANDS,
  ...EXPORT_COMMANDS,
  ...ENRICH_COMMANDS,
  ...AUDIT_COMMANDS,
  ...MONITOR_COMMANDS,
];

@Module({})
export class AdminModule {
  static with(env: Env): DynamicModule {
    return { module: AdminModule, imports: [ConfigModule.with(env)], providers: [Program, Service, ...COMMANDS] };
  }
}
