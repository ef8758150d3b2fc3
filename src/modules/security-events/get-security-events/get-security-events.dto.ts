import { Choice, Int32, Member, Nested, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { SORT_ORDER, type SortOrder } from '#platform/paging/sort-order';
import { EVENT_IDS, SecurityEvent } from '../security-event.dto';
import { SecurityEventFilters } from '../security-event-filters.dto';
import { SECURITY_EVENT_VIEW, type SecurityEventView } from '../security-event.enums';

export const SORT_FIELDS = ['publishedAt', 'updatedAt', 'severity', 'impactedCompanyCount'] as const;
export type SortField = (typeof SORT_FIELDS)[number];

export class GetSecurityEventsRequest extends PageRequest {
  @Member(SECURITY_EVENT_VIEW, {
    optional: true,
    description: 'Unset: VRM, which needs the entitlement. SELF is about your own domains.',
  })
  view?: SecurityEventView;

  @Nested(() => SecurityEventFilters, { optional: true })
  filters?: SecurityEventFilters;

  @Choice(SORT_FIELDS, {
    optional: true,
    description: 'Unset: publishedAt.',
  })
  sortField?: SortField;

  @Member(SORT_ORDER, { optional: true, description: 'Unset: descending.' })
  sortOrder?: SortOrder;

  @FieldNames(SecurityEvent, EVENT_IDS, ['title', 'eventType', 'severity', 'status', 'publishedAt', 'cveIds', 'impactSummary'])
  fields?: string[];
}

export class GetSecurityEventsResponse {
  @NestedList(() => SecurityEvent, { maxItems: MAX_PAGE })
  securityEvents!: SecurityEvent[];

  @Int32({ example: 12, description: 'Matching events.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
