import { Bool, Choice, DateTime, DomainList, Int32, Member, Members, Nested, NestedList, Text, TextList } from '#platform/http/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { SORT_ORDER, type SortOrder } from '#platform/paging/sort-order';
import { SecurityEvent } from '../security-event.dto';
import {
  SECURITY_EVENT_IMPACT,
  SECURITY_EVENT_SEVERITY,
  SECURITY_EVENT_STATUS,
  SECURITY_EVENT_TYPE,
  SECURITY_EVENT_VIEW,
  type SecurityEventImpact,
  type SecurityEventSeverity,
  type SecurityEventStatus,
  type SecurityEventType,
  type SecurityEventView,
} from '../security-event.enums';

export const SORT_FIELDS = ['publishedAt', 'updatedAt', 'severity', 'impactedCompanyCount'] as const;
export type SortField = (typeof SORT_FIELDS)[number];

export class PublishedRange {
  @DateTime({ optional: true, description: 'Inclusive.' })
  startTime?: string;

  @DateTime({ optional: true, description: 'Exclusive.' })
  endTime?: string;
}

/** Filters are combined with AND, the entries of a list with OR. An empty list counts as unset. */
export class SecurityEventFilters {
  @Text({ max: 200, trim: true, optional: true, description: 'Part of the id, title, summary or a product, case-insensitive.' })
  query?: string;

  @Members(SECURITY_EVENT_TYPE, { optional: true })
  eventTypes?: SecurityEventType[];

  @Members(SECURITY_EVENT_SEVERITY, { optional: true })
  severities?: SecurityEventSeverity[];

  @Members(SECURITY_EVENT_STATUS, { optional: true })
  statuses?: SecurityEventStatus[];

  @DomainList({ maxItems: 200, optional: true, description: 'Events related to one of these companies.' })
  vendorDomains?: string[];

  @TextList({ max: 64, maxItems: 200, optional: true, description: 'Events related to a vendor in one of these groups.' })
  vendorGroupIds?: string[];

  @TextList({ max: 32, maxItems: 200, optional: true })
  cveIds?: string[];

  @Members(SECURITY_EVENT_IMPACT, {
    optional: true,
    description: 'Events with one of these impacts on a company; with vendorDomains or vendorGroupIds, on one of those companies.',
  })
  impacts?: SecurityEventImpact[];

  @Bool({ optional: true })
  isRansomware?: boolean;

  @Nested(() => PublishedRange, { optional: true })
  publishedRange?: PublishedRange;
}

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
}

export class GetSecurityEventsResponse {
  @NestedList(() => SecurityEvent, { maxItems: MAX_PAGE })
  securityEvents!: SecurityEvent[];

  @Int32({ example: 12, description: 'Matching events.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
