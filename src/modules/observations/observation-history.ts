import { DateTime, Member, Nested, NestedList, Text } from '#platform/fields/fields';
import { ExternalReference, MAX_REFERENCES } from '#shared/external-reference.dto';
import { ACTION, ACTOR, ACTOR_TYPE, APPROVAL, APPROVAL_STATUS, OBSERVATION_ACTION_TYPE } from '#shared/observation.enums';
import { ORN_EXAMPLE } from './observation.dto';

export class ObservationActor {
  @Member(ACTOR_TYPE) type!: string;
  @Text({ max: 255, optional: true }) id?: string;
  @Text({ max: 255 }) displayName!: string;
}

export class ObservationAction {
  @Text({ max: 64 }) id!: string;
  @Text({ max: 1024, example: ORN_EXAMPLE }) orn!: string;
  @Member(OBSERVATION_ACTION_TYPE) actionType!: string;
  @DateTime() occurredAt!: string;
  @Nested(() => ObservationActor) actor!: ObservationActor;
  @Member(APPROVAL_STATUS, { optional: true }) fromStatus?: string;
  @Member(APPROVAL_STATUS, { optional: true }) toStatus?: string;
  @Text({ max: 4000, optional: true }) comment?: string;
  @NestedList(() => ExternalReference, { maxItems: MAX_REFERENCES, optional: true, description: 'References that were set.' })
  externalReferences?: ExternalReference[];
  @NestedList(() => ExternalReference, { maxItems: MAX_REFERENCES, optional: true, description: 'References that were removed.' })
  removedExternalReferences?: ExternalReference[];
  @Text({ max: 255, optional: true, description: 'Whom it was assigned to; absent when nobody.' }) assignee?: string;
  @DateTime({ optional: true, description: 'The due date since the assignment.' }) dueAt?: string;
}

/** Details of an entry beyond its columns, as stored. */
type Details = Pick<ObservationAction, 'externalReferences' | 'removedExternalReferences' | 'assignee' | 'dueAt'>;

export const ACTION_IDS = ['id', 'orn'] as const;

/**
 * The history of the observations in `seen` (id, first_seen, source_name): the stored actions, the flag (its row is also the entry) and the
 * first sighting (taken from the observation itself). $1 is the organization.
 */
export const HISTORY_ENTRIES = `
    SELECT a.observation_id, a.id::text, a.action_type, a.occurred_at, a.actor_type, a.actor_id, a.actor_name, a.from_status, a.to_status, a.comment, a.details
      FROM observation_action a JOIN seen ON seen.id = a.observation_id WHERE a.organization_id = $1
    UNION ALL
    SELECT f.observation_id, 'flag-' || f.observation_id, ${ACTION.FLAGGED}, f.flagged_at, f.actor_type, f.actor_id, f.actor_name, NULL, NULL, NULL, NULL
      FROM observation_flag f JOIN seen ON seen.id = f.observation_id WHERE f.organization_id = $1
    UNION ALL
    SELECT seen.id, 'first-seen-' || seen.id, ${ACTION.FIRST_SEEN}, seen.first_seen, ${ACTOR.SYSTEM}, NULL, seen.source_name, NULL, ${APPROVAL.BACKLOG}, NULL, NULL
      FROM seen`;

/** The columns of an entry e that toAction reads. */
export const ENTRY_COLUMNS = `
  e.id, e.action_type AS type, e.occurred_at AS at, e.actor_type AS "actorType", e.actor_id AS "actorId", e.actor_name AS "actorName",
  e.from_status AS "fromStatus", e.to_status AS "toStatus", e.comment, e.details`;

export interface EntryRow {
  id: string;
  type: number;
  at: Date;
  actorType: number;
  actorId: string | null;
  actorName: string;
  fromStatus: number | null;
  toStatus: number | null;
  comment: string | null;
  details: Details | null;
}

export function toAction(row: EntryRow, orn: string): ObservationAction {
  return {
    id: row.id,
    orn,
    actionType: OBSERVATION_ACTION_TYPE.toMember(row.type),
    occurredAt: row.at.toISOString(),
    actor: { type: ACTOR_TYPE.toMember(row.actorType), ...(row.actorId !== null && { id: row.actorId }), displayName: row.actorName },
    ...(row.fromStatus !== null && { fromStatus: APPROVAL_STATUS.toMember(row.fromStatus) }),
    ...(row.toStatus !== null && { toStatus: APPROVAL_STATUS.toMember(row.toStatus) }),
    ...(row.comment !== null && { comment: row.comment }),
    ...row.details,
  };
}
