import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#platform/audit/record-audit';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { flagStatement } from '../flag.sql';
import { observationTargets } from '../observation-audit';
import { ObservationResolved } from '../observation.errors';
import { filterOf, findNamed, namesOf, selectMatching, WRITE_LIMITS, type NamedObservation } from '../observation-target';
import type { FlagObservationsRequest, FlagObservationsResponse } from './flag-observations.dto';
import { APPROVAL } from '#vocabulary/observation.enums';

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
    const names = namesOf(request);
    const filter = names ? undefined : filterOf(request.filters);
    return this.database.transaction(
      caller.organizationId,
      async (tx) => {
        await lockObservations(tx, caller.organizationId);
        if (!filter) return flagNamed(tx, caller, names ?? []);
        const { sql, params } = await selectMatching(tx, caller, filter, 'o.id', 'OBSERVATION_MODE_OPEN');
        return flag(tx, caller, sql, params);
      },
      WRITE_LIMITS,
    );
  }
}

async function flagNamed(tx: EntityManager, caller: Caller, names: readonly string[]): Promise<FlagObservationsResponse> {
  const found = await findNamed(tx, caller, names);
  const resolved = found.filter((observation) => observation.status >= APPROVAL.RESOLVED);
  if (resolved.length > 0) throw new ObservationResolved(resolved.map((observation) => observation.orn));
  const params = [caller.organizationId, found.map((observation) => observation.id)];
  return flag(tx, caller, 'SELECT DISTINCT unnest($2::uuid[]) AS id', params, found);
}

async function flag(
  tx: EntityManager,
  caller: Caller,
  ids: string,
  params: unknown[],
  named?: readonly NamedObservation[],
): Promise<FlagObservationsResponse> {
  const [flagged] = await tx.query<[FlagObservationsResponse & { ids: string[] }]>(flagStatement(ids, params.length + 1), [
    ...params,
    caller.clientId,
    caller.credentialName,
  ]);
  const { ids: first, ...counts } = flagged;
  await recordAudit(tx, caller, { targets: observationTargets(caller, first, named), targetCount: counts.flaggedCount });
  return counts;
}
