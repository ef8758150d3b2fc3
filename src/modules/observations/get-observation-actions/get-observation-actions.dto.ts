import { Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { ORN_EXAMPLE } from '../observation.dto';
import { ObservationAction } from '../observation-history';

export class GetObservationActionsRequest {
  @Text({ max: 1024, example: ORN_EXAMPLE }) orn!: string;
  @Int32({ optional: true, example: 50, description: '50 when unset or 0, at most 200.' }) limit?: number;
  @Int32({ optional: true, example: 0 }) offset?: number;
  @FieldNames(ObservationAction, ['id'], ['actionType', 'occurredAt', 'actor', 'fromStatus', 'toStatus', 'comment'])
  fields?: string[];
}

export class GetObservationActionsResponse {
  @NestedList(() => ObservationAction, { maxItems: MAX_PAGE, description: 'Newest first.' })
  actions!: ObservationAction[];

  @Int32({ example: 3 })
  totalCount!: number;
}
