import { DateTime, Int32, Member, Nested, NestedList, Text } from '#platform/http/fields';
import { MAX_PAGE } from '#platform/paging/page.dto';
import { ORN_EXAMPLE } from '../observation.dto';
import { ACTOR_TYPE, APPROVAL_STATUS, OBSERVATION_ACTION_TYPE } from '#vocabulary/observation.enums';

export class GetObservationActionsRequest {
  @Text({ max: 1024, example: ORN_EXAMPLE }) orn!: string;
  @Int32({ optional: true, example: 50, description: '50 when unset or 0, at most 200.' }) limit?: number;
  @Int32({ optional: true, example: 0 }) offset?: number;
}

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
}

export class GetObservationActionsResponse {
  @NestedList(() => ObservationAction, { maxItems: MAX_PAGE, description: 'Newest first.' })
  actions!: ObservationAction[];

  @Int32({ example: 3 })
  totalCount!: number;
}
