import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ImportFindings } from '../import-findings.command';
import { auditCallOf } from '#platform/audit/audit-call';
import type { Caller } from '#platform/identity/caller';
import { hasVrm } from '#platform/identity/has-vrm';
import { ApiError } from '#platform/errors/api-error';
import { ACTOR_TYPE } from '#shared/observation.enums';
import { MAX_CONTENT_BYTES, type ImportObservationsRequest, type ImportObservationsResponse } from './import-observations.dto';

export class ImportObservations extends Command<ImportObservationsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: ImportObservationsRequest,
  ) {
    super();
  }
}

@CommandHandler(ImportObservations)
export class ImportObservationsHandler implements ICommandHandler<ImportObservations> {
  constructor(private readonly commands: CommandBus) {}

  async execute({ caller, request }: ImportObservations): Promise<ImportObservationsResponse> {
    const { bytes } = request.content;
    if (bytes.length > MAX_CONTENT_BYTES) {
      throw new ApiError(
        'INVALID_ARGUMENT',
        `content is larger than ${MAX_CONTENT_BYTES} bytes.`,
        'BODY_TOO_LARGE',
        { limit: String(MAX_CONTENT_BYTES) },
        { httpStatus: 413 },
      );
    }
    return this.commands.execute(
      new ImportFindings(one(bytes), {
        organizationId: caller.organizationId,
        vrm: hasVrm(caller.organization),
        format: request.format,
        vendor: request.vendorDomain,
        closeMissing: request.closeMissing,
        dryRun: request.dryRun,
        actor: { type: ACTOR_TYPE.toNumber('ACTOR_TYPE_API_CLIENT'), id: caller.clientId, name: caller.credentialName },
        call: auditCallOf(caller),
      }),
    );
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- the importer reads a stream; this one has a single chunk
async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
