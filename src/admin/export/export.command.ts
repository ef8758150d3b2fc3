import { AvdModule } from '#modules/avd/avd.module';
import { ExportFourthPartiesRequest } from '#modules/avd/export-fourth-parties/export-fourth-parties.dto';
import { ExportFourthParties } from '#modules/avd/export-fourth-parties/export-fourth-parties.query';
import { GetFourthParties } from '#modules/avd/get-fourth-parties/get-fourth-parties.query';
import { ExportObservationActionsRequest } from '#modules/observations/export-observation-actions/export-observation-actions.dto';
import { ExportObservationActions } from '#modules/observations/export-observation-actions/export-observation-actions.query';
import { ExportObservationsRequest } from '#modules/observations/export-observations/export-observations.dto';
import { ExportObservations } from '#modules/observations/export-observations/export-observations.query';
import { GetObservations } from '#modules/observations/get-observations/get-observations.query';
import { ObservationsModule } from '#modules/observations/observations.module';
import { ExportSecurityEventsRequest } from '#modules/security-events/export-security-events/export-security-events.dto';
import { ExportSecurityEvents } from '#modules/security-events/export-security-events/export-security-events.query';
import { GetSecurityEvents } from '#modules/security-events/get-security-events/get-security-events.query';
import { SECURITY_EVENT_VIEW } from '#modules/security-events/security-event.enums';
import { SecurityEventsModule } from '#modules/security-events/security-events.module';
import { ExportVendorsRequest } from '#modules/vendors/export-vendors/export-vendors.dto';
import { ExportVendors } from '#modules/vendors/export-vendors/export-vendors.query';
import { GetVendors } from '#modules/vendors/get-vendors/get-vendors.query';
import { VendorsModule } from '#modules/vendors/vendors.module';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Enumeration } from '#platform/fields/enumeration';
import { OBSERVATION_MODE } from '#shared/observation.enums';
import type { CommandGroup } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { ExportCommand, type ExportOptions } from './export-command';

interface ObservationOptions extends ExportOptions {
  mode?: string;
}

interface EventOptions extends ExportOptions {
  view?: string;
}

/** How the two commands select observations. */
abstract class ObservationExport<Request extends object> extends ExportCommand<ObservationOptions, Request> {
  @Option({ flags: '--mode <mode>', description: 'open, resolved or all', defaultValue: 'open' })
  mode(text: string): string {
    return text;
  }

  protected override selection({ mode }: ObservationOptions): object {
    return { mode: mode === undefined ? undefined : readMember('--mode', OBSERVATION_MODE, mode) };
  }
}

@Command({ name: 'observations', description: 'Writes the observations that match to a file.', modules: () => [ObservationsModule] })
class ExportObservationsCommand extends ObservationExport<ExportObservationsRequest> {
  override readonly examples = [
    'export observations --org northwind.com --format parquet --file observations.parquet',
    'export observations --org northwind.com --mode all --fields title,severity,vendor --file observations.jsonl --json',
  ];
  protected override exported() {
    return { request: ExportObservationsRequest, message: ExportObservations, list: GetObservations };
  }
}

@Command({
  name: 'observation-actions',
  description: 'Writes the history of the observations that match to a file.',
  modules: () => [ObservationsModule],
})
class ExportObservationActionsCommand extends ObservationExport<ExportObservationActionsRequest> {
  override readonly examples = ['export observation-actions --org northwind.com --mode all --file history.jsonl'];
  protected override exported() {
    return { request: ExportObservationActionsRequest, message: ExportObservationActions };
  }
}

@Command({ name: 'vendors', description: 'Writes the vendors that match to a file.', modules: () => [VendorsModule] })
class ExportVendorsCommand extends ExportCommand<ExportOptions, ExportVendorsRequest> {
  override readonly examples = ['export vendors --org northwind.com --format csv --file vendors.csv'];
  protected override exported() {
    return { request: ExportVendorsRequest, message: ExportVendors, list: GetVendors };
  }
}

@Command({
  name: 'fourth-parties',
  description: 'Writes the relationships with fourth parties that match to a file.',
  modules: () => [AvdModule],
})
class ExportFourthPartiesCommand extends ExportCommand<ExportOptions, ExportFourthPartiesRequest> {
  override readonly examples = [`export fourth-parties --org northwind.com --filters '{"query": "cloud"}' --file fourth-parties.jsonl`];
  protected override exported() {
    return { request: ExportFourthPartiesRequest, message: ExportFourthParties, list: GetFourthParties };
  }
}

@Command({
  name: 'security-events',
  description: 'Writes the security events that match to a file.',
  modules: () => [SecurityEventsModule],
})
class ExportSecurityEventsCommand extends ExportCommand<EventOptions, ExportSecurityEventsRequest> {
  override readonly examples = ['export security-events --org northwind.com --view self --file events.jsonl'];
  protected override exported() {
    return { request: ExportSecurityEventsRequest, message: ExportSecurityEvents, list: GetSecurityEvents };
  }

  @Option({ flags: '--view <view>', description: 'vrm or self', defaultValue: 'vrm' })
  view(text: string): string {
    return text;
  }

  protected override selection({ view }: EventOptions): object {
    return { view: view === undefined ? undefined : readMember('--view', SECURITY_EVENT_VIEW, view) };
  }
}

function readMember(flag: string, type: Enumeration, text: string): string {
  const member = type.parse(text);
  if (member !== undefined) return member;
  const words = type.short.map((word) => word.toLowerCase()).join(', ');
  throw new InvalidArgument(`${flag} takes one of ${words}, not ${JSON.stringify(text)}.`);
}

const SUB_COMMANDS = [
  ExportObservationsCommand,
  ExportObservationActionsCommand,
  ExportVendorsCommand,
  ExportFourthPartiesCommand,
  ExportSecurityEventsCommand,
];

export const EXPORT: CommandGroup = { name: 'export', description: 'Exports data to files.', commands: SUB_COMMANDS };
