import { Command } from 'nest-commander';
import { CommandGroup } from '../admin-command';
import { ImportDnsCommand } from './import-dns.command';
import { ImportEventsCommand } from './import-events.command';
import { ImportObservationsCommand } from './import-observations.command';
import { ImportTemplatesCommand } from './import-templates.command';
import { ImportVendorsCommand } from './import-vendors.command';

const SUB_COMMANDS = [ImportObservationsCommand, ImportVendorsCommand, ImportEventsCommand, ImportDnsCommand, ImportTemplatesCommand];

@Command({ name: 'import', description: 'Imports data from files.', subCommands: SUB_COMMANDS })
class ImportGroup extends CommandGroup {}

export const IMPORT_COMMANDS = [ImportGroup, ...SUB_COMMANDS];
