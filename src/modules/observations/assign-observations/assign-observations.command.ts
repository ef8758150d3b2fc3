import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { changeObservations } from '../change-observations';
import { observationTargets } from '../observation-audit';
import type { AssignObservationsRequest, AssignObservationsResponse } from './assign-observations.dto';
import { assignStatement } from './assign-observations.sql';

export class AssignObservations extends Command<AssignObservationsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: AssignObservationsRequest,
  ) {
    super();
  }
}

@CommandHandler(AssignObservations)
export class AssignObservationsHandler implements ICommandHandler<AssignObservations> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: AssignObservations): Promise<AssignObservationsResponse> {
    const { assignee, dueAt } = request;
    if (assignee === undefined && dueAt === undefined) {
      const description = 'give assignee or dueAt';
      throw new InvalidArgument(`There is nothing to change: ${description}.`, 'NOTHING_TO_CHANGE', [
        { field: 'assignee', description },
        { field: 'dueAt', description },
      ]);
    }
    return changeObservations(this.database, caller, request, async (tx, { ids, params, named }) => {
      const [assigned] = await tx.query<[AssignObservationsResponse & { ids: string[] }]>(assignStatement(ids, params.length + 1), [
        ...params,
        assignee !== undefined,
        assignee ?? null,
        dueAt !== undefined,
        dueAt ?? null,
        caller.clientId,
        caller.credentialName,
      ]);
      const { ids: first, ...counts } = assigned;
      await recordAudit(tx, caller, {
        targets: observationTargets(caller, first, named),
        targetCount: counts.updatedCount,
        changes: changesBetween(undefined, { assignee, dueAt }),
      });
      return counts;
    });
  }
}
