import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { pageSize } from '#platform/paging/page.dto';
import { ObservationNotFound, VrmEntitlementMissing } from '../observation.errors';
import { ACTION, ACTOR, ACTOR_TYPE, APPROVAL, APPROVAL_STATUS, OBSERVATION_ACTION_TYPE } from '#vocabulary/observation.enums';
import { observationIdOf, printOrn } from '../orn';
import { LIVE_ENTITLEMENT, ownOrn } from '../orn-access';
import { SELF_VIEW, VRM_VIEW } from '#vocabulary/view';
import type { GetObservationActionsRequest, GetObservationActionsResponse, ObservationAction } from './get-observation-actions.dto';

export class GetObservationActions extends Query<GetObservationActionsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationActionsRequest,
  ) {
    super();
  }
}

interface Row {
  live: boolean;
  known: boolean;
  total: number;
  id: string | null;
  type: number;
  at: Date;
  actorType: number;
  actorId: string | null;
  actorName: string;
  fromStatus: number | null;
  toStatus: number | null;
  comment: string | null;
}

/**
 * The stored actions, the flag (its own entry) and the first sighting (from the observation itself). Left joins keep a row
 * for the checks even when the page has no entry.
 */
const HISTORY = `
  WITH seen AS (
    SELECT o.id, o.first_seen, o.source_name FROM observation o WHERE o.organization_id = $1 AND o.id = $2 AND o.view = $3 AND o.is_listed
  ), entry AS (
    SELECT a.id::text, a.action_type, a.occurred_at, a.actor_type, a.actor_id, a.actor_name, a.from_status, a.to_status, a.comment
      FROM observation_action a JOIN seen ON seen.id = a.observation_id WHERE a.organization_id = $1
    UNION ALL
    SELECT 'flag-' || f.observation_id, ${ACTION.FLAGGED}, f.flagged_at, f.actor_type, f.actor_id, f.actor_name, NULL, NULL, NULL
      FROM observation_flag f JOIN seen ON seen.id = f.observation_id WHERE f.organization_id = $1
    UNION ALL
    SELECT 'first-seen-' || seen.id, ${ACTION.FIRST_SEEN}, seen.first_seen, ${ACTOR.SYSTEM}, NULL, seen.source_name, NULL, ${APPROVAL.BACKLOG}, NULL FROM seen
  )
  SELECT e.live, EXISTS (SELECT 1 FROM seen) AS known, (SELECT count(*)::int FROM entry) AS total,
         p.id, p.action_type AS type, p.occurred_at AS at, p.actor_type AS "actorType", p.actor_id AS "actorId", p.actor_name AS "actorName",
         p.from_status AS "fromStatus", p.to_status AS "toStatus", p.comment
    FROM (${LIVE_ENTITLEMENT}) e
    LEFT JOIN (SELECT * FROM entry ORDER BY action_type = ${ACTION.FIRST_SEEN}, occurred_at DESC, id DESC LIMIT $4 OFFSET $5) p ON true
   ORDER BY p.action_type = ${ACTION.FIRST_SEEN}, p.occurred_at DESC, p.id DESC`;

@QueryHandler(GetObservationActions)
export class GetObservationActionsHandler implements IQueryHandler<GetObservationActions> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetObservationActions): Promise<GetObservationActionsResponse> {
    const orn = ownOrn(caller, request.orn);
    const view = orn.view === 'vrm' ? VRM_VIEW : SELF_VIEW;
    const rows = await this.database.lists.read<Row>(caller.organizationId, HISTORY, [
      caller.organizationId,
      observationIdOf(orn),
      view.number,
      pageSize(request.limit),
      request.offset ?? 0,
    ]);
    const [first] = rows;
    if (view === VRM_VIEW && !first?.live) throw new VrmEntitlementMissing();
    if (!first?.known) throw new ObservationNotFound(request.orn);
    return { actions: rows.filter((row) => row.id !== null).map((row) => toAction(row, printOrn(orn))), totalCount: first.total };
  }
}

function toAction(row: Row, orn: string): ObservationAction {
  return {
    id: row.id as string,
    orn,
    actionType: OBSERVATION_ACTION_TYPE.toMember(row.type),
    occurredAt: row.at.toISOString(),
    actor: { type: ACTOR_TYPE.toMember(row.actorType), ...(row.actorId !== null && { id: row.actorId }), displayName: row.actorName },
    ...(row.fromStatus !== null && { fromStatus: APPROVAL_STATUS.toMember(row.fromStatus) }),
    ...(row.toStatus !== null && { toStatus: APPROVAL_STATUS.toMember(row.toStatus) }),
    ...(row.comment !== null && { comment: row.comment }),
  };
}
