import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { unflagStatement } from '../flag.sql';
import { ObservationResolved } from '../observation.errors';
import { findNamed, namesOf, selectByFilter, WRITE_LIMITS } from '../observation-target';
import type { UnflagObservationsRequest, UnflagObservationsResponse } from './unflag-observations.dto';
import { APPROVAL } from '#vocabulary/observation.enums';

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
    const names = namesOf(request);
    const selection = names ? undefined : selectByFilter(caller, request.filters);
    return this.database.transaction(
      caller.organizationId,
      async (tx) => {
        await lockObservations(tx, caller.organizationId);
        if (names) return unflagNamed(tx, caller, names);
        const { where, params } = selection as NonNullable<typeof selection>;
        return unflag(tx, caller, `SELECT o.id FROM observation o WHERE ${where} AND o.is_open`, params);
      },
      WRITE_LIMITS,
    );
  }
}

async function unflagNamed(tx: EntityManager, caller: Caller, names: readonly string[]): Promise<UnflagObservationsResponse> {
  const found = await findNamed(tx, caller, names);
  const resolved = found.filter((observation) => observation.status >= APPROVAL.RESOLVED);
  if (resolved.length > 0) throw new ObservationResolved(resolved.map((observation) => observation.orn));
  return unflag(tx, caller, 'SELECT DISTINCT unnest($2::uuid[]) AS id', [
    caller.organizationId,
    found.map((observation) => observation.id),
  ]);
}

async function unflag(tx: EntityManager, caller: Caller, ids: string, params: unknown[]): Promise<UnflagObservationsResponse> {
  const [counts] = await tx.query<UnflagObservationsResponse[]>(unflagStatement(ids, params.length + 1), [
    ...params,
    caller.clientId,
    caller.credentialName,
  ]);
  return counts as UnflagObservationsResponse;
}
