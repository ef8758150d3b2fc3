import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { changeFlags } from '../change-flags';
import { flagStatement } from '../flag.sql';
import type { FlagObservationsRequest, FlagObservationsResponse } from './flag-observations.dto';

export class FlagObservations extends Command<FlagObservationsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: FlagObservationsRequest,
  ) {
    super();
  }
}

@CommandHandler(FlagObservations)
export class FlagObservationsHandler implements ICommandHandler<FlagObservations> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: FlagObservations): Promise<FlagObservationsResponse> {
    return changeFlags(this.database, caller, request, { statement: flagStatement, changedCount: 'flaggedCount' });
  }
}
