import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { Env } from '#platform/config/env';
import { projectRoot } from '#platform/config/project-root';
import type { AdminCommand, CommandGroup } from './admin-command';
import { AUDIT } from './audit.command';
import { commandSpecOf, optionsOf } from './command.decorator';
import { asksForJson, takeErrors } from './command-line';
import { CREDENTIAL } from './credential.command';
import { DB } from './db.command';
import { ENRICH } from './enrich.command';
import { EXPORT } from './export/export.command';
import { IMPORT } from './import/import.command';
import { KEYS } from './keys.command';
import { MONITOR } from './monitor.command';
import { OPERATION } from './operation.command';
import { ORG } from './org.command';
import { SCORE } from './score/score.command';
import { SEED } from './seed/seed.command';
import { Service } from './service';

/** All admin commands. A new group is one file and one entry here. */
const GROUPS = [ORG, CREDENTIAL, OPERATION, KEYS, DB, SEED, IMPORT, EXPORT, ENRICH, AUDIT, MONITOR, SCORE];

/** The command line. Settings are read and the application is loaded only by a command that runs: help and wrong arguments need neither. */
export function createProgram(readSettings: () => Env): Command {
  const program = new Command('vendor-risk');
  takeErrors(program);
  program
    .version(asksForJson() ? JSON.stringify({ version: version() }) : version(), '--version', 'print the version of the service')
    .description('Operates the vendor-risk service. Uses the database of the settings, also while the server runs.')
    .showSuggestionAfterError()
    .showHelpAfterError('(use --help for the list of commands)')
    .addHelpText(
      'after',
      '\nEvery command accepts --json, which prints the result as one JSON document, and errors as one on standard error. Exit codes: 0 done; 1 refused, or differences found; 2 wrong arguments; 3 could not be checked, because the settings or the database cannot be used.',
    );
  for (const group of GROUPS) addGroup(program, group, readSettings);
  return program;
}

function addGroup(program: Command, { name, description, commands }: CommandGroup, readSettings: () => Env): void {
  const group = program
    .command(name)
    .description(description)
    .allowUnknownOption() // --json may follow a command that does not exist
    .showHelpAfterError('(use --help for the list of commands)');
  for (const type of commands) addCommand(group, type, readSettings);
}

function addCommand(group: Command, type: new (service: Service) => AdminCommand, readSettings: () => Env): void {
  const { name, description, arguments: usage, argsDescription = {}, modules } = commandSpecOf(type);
  const service = new Service(readSettings, modules);
  const admin = new type(service);
  const command = group.command(name).description(description).showHelpAfterError('(use --help for its arguments and options)');
  for (const argument of usage?.split(' ') ?? []) command.argument(argument, argsDescription[argument.slice(1, -1)]);
  for (const { flags, description: text, required = false, defaultValue, method } of optionsOf(type.prototype as object)) {
    const read = (value: string) => (admin as unknown as Record<string, (value: string) => unknown>)[method]?.(value);
    command.addOption(new Option(flags, text).default(defaultValue).makeOptionMandatory(required).argParser(read));
  }
  command.addHelpText('after', admin.exampleLines());
  admin.configure(command);
  command.action(async () => {
    try {
      await admin.run(command.args, command.opts());
    } finally {
      await service.close();
    }
  });
}

function version(): string {
  return (JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
