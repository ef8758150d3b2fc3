import type { CommandGroup } from '../admin-command';
import { ImportDnsCommand } from './import-dns.command';
import { ImportEventsCommand } from './import-events.command';
import { ImportObservationsCommand } from './import-observations.command';
import { ImportTemplatesCommand } from './import-templates.command';
import { ImportVendorsCommand } from './import-vendors.command';

const SUB_COMMANDS = [ImportObservationsCommand, ImportVendorsCommand, ImportEventsCommand, ImportDnsCommand, ImportTemplatesCommand];

export const IMPORT: CommandGroup = { name: 'import', description: 'Imports data from files.', commands: SUB_COMMANDS };
