import { Bool, Int32, Member, Members, NestedList, Text } from '#platform/fields/fields';
import { DEFAULT_PAGE, MAX_PAGE } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { CHANGE_RESOURCE_TYPE, CHANGE_START, type ChangeResourceType, type ChangeStart } from '../change.enums';
import { Change } from '../change.dto';

export class GetChangesRequest {
  @Members(CHANGE_RESOURCE_TYPE, {
    optional: true,
    description: 'Each needs its read scope. Unset: all that the token may read. Do not change them while you follow a cursor.',
  })
  resourceTypes?: ChangeResourceType[];

  @Text({ optional: true, max: 4096, description: 'nextCursor of the previous call. Valid for 30 days.' })
  cursor?: string;

  @Member(CHANGE_START, { optional: true, description: 'Where to begin without a cursor. Unset: BEGINNING.' })
  start?: ChangeStart;

  @Int32({
    optional: true,
    example: 50,
    description: `Changes per page: ${DEFAULT_PAGE} when unset or 0, at most ${MAX_PAGE} (more is clamped).`,
  })
  limit?: number;

  @FieldNames(Change, ['resourceType', 'id'], ['changeType', 'changedAt'])
  fields?: string[];
}

export class GetChangesResponse {
  @NestedList(() => Change, {
    maxItems: MAX_PAGE,
    description: 'In commit order. Can be few even while hasMore, but never none.',
  })
  changes!: Change[];

  @Text({ max: 4096, description: 'Always present: store it and call again with it, at once while hasMore, later otherwise.' })
  nextCursor!: string;

  @Bool({ description: 'Whether there are more changes now.' })
  hasMore!: boolean;
}
