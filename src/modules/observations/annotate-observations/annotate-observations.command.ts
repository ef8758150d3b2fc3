import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { assertSaysSomething } from '#shared/external-reference.dto';
import { TooManyReferences } from '#shared/external-reference.errors';
import { changeObservations } from '../change-observations';
import { observationTargets } from '../observation-audit';
import type { AnnotateObservationsRequest, AnnotateObservationsResponse } from './annotate-observations.dto';
import { annotateStatement } from './annotate-observations.sql';

export class AnnotateObservations extends Command<AnnotateObservationsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: AnnotateObservationsRequest,
  ) {
    super();
  }
}

interface Annotated extends AnnotateObservationsResponse {
  ids: string[];
  overfull: string[];
}

@CommandHandler(AnnotateObservations)
export class AnnotateObservationsHandler implements ICommandHandler<AnnotateObservations> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: AnnotateObservations): Promise<AnnotateObservationsResponse> {
    assertSaysSomething(request);
    const { externalReferences = [], removeExternalReferences = [] } = request;
    const comment = request.comment === '' ? undefined : request.comment;
    return changeObservations(this.database, caller, request, async (tx, { ids, params, named }) => {
      const [annotated] = await tx.query<[Annotated]>(annotateStatement(ids, params.length + 1), [
        ...params,
        JSON.stringify(externalReferences),
        JSON.stringify(removeExternalReferences),
        comment ?? null,
        caller.clientId,
        caller.credentialName,
      ]);
      const { ids: first, overfull, ...counts } = annotated;
      if (overfull.length > 0) throw new TooManyReferences(observationTargets(caller, overfull, named).map(({ id }) => id));
      await recordAudit(tx, caller, {
        targets: observationTargets(caller, first, named),
        targetCount: counts.updatedCount,
        changes: changesBetween({ externalReferences: removeExternalReferences }, { externalReferences, comment }),
      });
      return counts;
    });
  }
}
