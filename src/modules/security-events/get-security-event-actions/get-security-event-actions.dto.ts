import { Domain, Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, DEFAULT_PAGE } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { SecurityEventActivity } from '../activity.dto';
import { EVENT_ID } from '../security-event.dto';

export class GetSecurityEventActionsRequest {
  @Text(EVENT_ID)
  eventId!: string;

  @Domain({ example: 'acme-cloud.com', description: 'A vendor in your directory, or one of your own domains.' })
  vendorDomain!: string;

  @Int32({
    optional: true,
    example: 50,
    description: `Entries per page: ${DEFAULT_PAGE} when unset or 0, at most ${MAX_PAGE} (larger values are clamped).`,
  })
  limit?: number;

  @Int32({ optional: true, example: 0, description: 'Entries to skip, from 0.' })
  offset?: number;

  @FieldNames(SecurityEventActivity, ['id'], ['activityType', 'occurredAt', 'fromImpact', 'toImpact', 'responseStatus', 'message', 'dueAt'])
  fields?: string[];
}

export class GetSecurityEventActionsResponse {
  @NestedList(() => SecurityEventActivity, {
    maxItems: MAX_PAGE,
    description: 'Newest first; the very last entry is the synthetic FIRST_SEEN.',
  })
  actions!: SecurityEventActivity[];

  @Int32({ example: 4 })
  totalCount!: number;
}
