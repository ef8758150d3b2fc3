import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { flagStatement } from '../flag.sql';
import { findGroups, OPEN_OF_GROUPS } from '../group-target';
import { WRITE_LIMITS } from '../observation-target';
import type { FlagObservationGroupsRequest, FlagObservationGroupsResponse } from './flag-observation-groups.dto';

export class FlagObservationGroups extends Command<FlagObservationGroupsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: FlagObservationGroupsRequest,
  ) {
    super();
  }
}

/** $1 organization, $2 views, $3 keys. */
const FLAG_GROUPS = `
  WITH wanted AS (SELECT * FROM unnest($2::smallint[], $3::text[]) AS w(view, group_key)),
  flagged AS (
    UPDATE observation_group g SET flagged_at = now() FROM wanted w
     WHERE g.organization_id = $1 AND g.view = w.view AND g.group_key = w.group_key AND g.flagged_at IS NULL
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM flagged) AS "flaggedCount", (SELECT count(*)::int FROM wanted) - (SELECT count(*)::int FROM flagged) AS "alreadyFlaggedCount"`;

@CommandHandler(FlagObservationGroups)
export class FlagObservationGroupsHandler implements ICommandHandler<FlagObservationGroups> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: FlagObservationGroups): Promise<FlagObservationGroupsResponse> {
    return this.database.transaction(
      caller.organizationId,
      async (tx) => {
        await lockObservations(tx, caller.organizationId);
        const { views, keys } = await findGroups(tx, caller, request);
        const [counts] = await tx.query<FlagObservationGroupsResponse[]>(FLAG_GROUPS, [caller.organizationId, views, keys]);
        await tx.query(flagStatement(OPEN_OF_GROUPS, 4), [caller.organizationId, views, keys, caller.clientId, caller.credentialName]);
        return counts as FlagObservationGroupsResponse;
      },
      WRITE_LIMITS,
    );
  }
}
