import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { changeGroupFlags } from '../change-flags';
import { flagStatement } from '../flag.sql';
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
    return changeGroupFlags(this.database, caller, request, FLAG_GROUPS, flagStatement);
  }
}
