import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { changeGroupFlags } from '../change-flags';
import { unflagStatement } from '../flag.sql';
import type { UnflagObservationGroupsRequest, UnflagObservationGroupsResponse } from './unflag-observation-groups.dto';

export class UnflagObservationGroups extends Command<UnflagObservationGroupsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: UnflagObservationGroupsRequest,
  ) {
    super();
  }
}

/** $1 organization, $2 views, $3 keys. */
const UNFLAG_GROUPS = `
  WITH wanted AS (SELECT * FROM unnest($2::smallint[], $3::text[]) AS w(view, group_key)),
  unflagged AS (
    UPDATE observation_group g SET flagged_at = NULL FROM wanted w
     WHERE g.organization_id = $1 AND g.view = w.view AND g.group_key = w.group_key AND g.flagged_at IS NOT NULL
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM unflagged) AS "unflaggedCount", (SELECT count(*)::int FROM wanted) - (SELECT count(*)::int FROM unflagged) AS "notFlaggedCount"`;

@CommandHandler(UnflagObservationGroups)
export class UnflagObservationGroupsHandler implements ICommandHandler<UnflagObservationGroups> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: UnflagObservationGroups): Promise<UnflagObservationGroupsResponse> {
    return changeGroupFlags(this.database, caller, request, UNFLAG_GROUPS, unflagStatement);
  }
}
