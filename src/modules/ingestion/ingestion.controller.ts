import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { importInProgress } from './import-in-progress';
import { ImportObservationsRequest, ImportObservationsResponse } from './import-observations/import-observations.dto';
import { ImportObservations } from './import-observations/import-observations.command';

@ApiTags('Observations')
@Controller({ path: 'observations', version: '1' })
export class IngestionController {
  constructor(private readonly commands: CommandBus) {}

  @Post('import')
  @Operation({
    name: 'ImportObservations',
    summary: "Import findings from a scanner's output",
    description:
      'Imports the whole file or nothing. Known findings are recognized; resolved ones that are seen again are reopened. The vendor of a finding is the one whose domain matches its host, else vendorDomain. For files over 5 MiB use the command line.',
    scopes: ['findings.read', 'findings.import'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'write',
    refuses: {
      400: ['FILE_UNREADABLE', 'FORMAT_UNKNOWN', 'INVALID_DOMAIN', 'VENDOR_NOT_MONITORED', 'VENDOR_UNKNOWN'],
      403: ['ENTITLEMENT_MISSING'],
      409: ['IMPORT_IN_PROGRESS'],
    },
    sends: ImportObservations,
    request: ImportObservationsRequest,
    response: ImportObservationsResponse,
    example: {
      format: 'jsonl',
      content:
        '{"host":"www.northwind-insurance.com","title":"HTTP Strict Transport Security is missing","observationType":"hsts_missing","category":"WEB_APPLICATION_SECURITY","severity":"LOW","source":{"name":"manual"}}',
      dryRun: true,
    },
    bodyLimit: 12_582_912,
    oneAtATime: importInProgress,
  })
  importObservations(@CurrentCaller() caller: Caller, @Input() request: ImportObservationsRequest) {
    return this.commands.execute(new ImportObservations(caller, request));
  }
}
