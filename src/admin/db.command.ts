import { Command, SubCommand } from 'nest-commander';
import { migrationState } from '#platform/database/migrate';
import { AdminCommand, CommandGroup } from './admin-command';

@SubCommand({ name: 'status', description: 'Says which steps of the schema are applied and which are pending; changes nothing.' })
class DbStatus extends AdminCommand {
  override async execute() {
    const { migrationUrl } = await this.service.database();
    return migrationState(migrationUrl);
  }
}

@SubCommand({ name: 'migrate', description: 'Applies the pending steps of the schema. Safe while the server runs.' })
class DbMigrate extends AdminCommand {
  override async execute() {
    const database = await this.service.database();
    return { migrated: await database.migrate() };
  }
}

const COMMANDS = [DbStatus, DbMigrate];

@Command({ name: 'db', description: 'The database schema.', subCommands: COMMANDS })
class DbCommand extends CommandGroup {}

export const DB_COMMANDS = [DbCommand, ...COMMANDS];
