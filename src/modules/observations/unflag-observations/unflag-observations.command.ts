import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { changeFlags } from '../change-flags';
import { unflagStatement } from '../flag.sql';
import type { UnflagObservationsRequest, UnflagObservationsResponse } from './unflag-observations.dto';

export class UnflagObservations extends Command<UnflagObservationsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: UnflagObservationsRequest,
  ) {
    super();
  }
}

@CommandHandler(UnflagObservations)
export class UnflagObservationsHandler implements ICommandHandler<UnflagObservations> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: UnflagObservations): Promise<UnflagObservationsResponse> {
    return changeFlags(this.database, caller, request, { statement: unflagStatement, changedCount: 'unflaggedCount' });
  }
}
