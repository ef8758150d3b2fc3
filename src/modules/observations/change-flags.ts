import { recordAudit } from '#platform/audit/record-audit';
import type { Database } from '#platform/database/database';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { APPROVAL } from '#shared/observation.enums';
import { changeObservations } from './change-observations';
import { findGroups, groupTargets, OPEN_OF_GROUPS, type GroupTarget } from './group-target';
import { observationTargets } from './observation-audit';
import { ObservationResolved } from './observation.errors';
import { WRITE_LIMITS, type Target } from './observation-target';

/** Sets or removes flags: the statement for the observations of a sub-select, and the name of its count of those that changed. */
export interface FlagChange<Counts> {
  statement: (ids: string, actorPlace: number) => string;
  changedCount: keyof Counts;
}

/** Changes the flags of a target. Naming a resolved observation fails the call. */
export function changeFlags<Counts extends object>(
  database: Database,
  caller: Caller,
  target: Target,
  { statement, changedCount }: FlagChange<Counts>,
): Promise<Counts> {
  return changeObservations(database, caller, target, async (tx, { ids, params, named }) => {
    const resolved = named?.filter((observation) => observation.status >= APPROVAL.RESOLVED) ?? [];
    if (resolved.length > 0) throw new ObservationResolved(resolved.map((observation) => observation.orn));
    const [changed] = await tx.query<[Counts & { ids: string[] }]>(statement(ids, params.length + 1), [
      ...params,
      caller.clientId,
      caller.credentialName,
    ]);
    const { ids: first, ...counts } = changed;
    const targetCount = (counts as Counts)[changedCount] as number;
    await recordAudit(tx, caller, { targets: observationTargets(caller, first, named), targetCount });
    return counts as Counts;
  });
}

/** Changes the flags of groups, with their own statement ($1 organization, $2 views, $3 keys), and those of their open observations. */
export function changeGroupFlags<Counts extends object>(
  database: Database,
  caller: Caller,
  target: GroupTarget,
  groupStatement: string,
  statement: FlagChange<unknown>['statement'],
): Promise<Counts> {
  return database.transaction(
    caller.organizationId,
    async (tx) => {
      await lockObservations(tx, caller.organizationId);
      const groups = await findGroups(tx, caller, target);
      const params = [caller.organizationId, groups.views, groups.keys];
      const [counts] = await tx.query<[Counts]>(groupStatement, params);
      await tx.query(statement(OPEN_OF_GROUPS, params.length + 1), [...params, caller.clientId, caller.credentialName]);
      await recordAudit(tx, caller, { targets: groupTargets(caller, groups) });
      return counts;
    },
    WRITE_LIMITS,
  );
}
