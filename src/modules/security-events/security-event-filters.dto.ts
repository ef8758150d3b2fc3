import { Bool, DateTime, DomainList, Members, Nested, Text, TextList } from '#platform/fields/fields';
import {
  SECURITY_EVENT_IMPACT,
  SECURITY_EVENT_SEVERITY,
  SECURITY_EVENT_STATUS,
  SECURITY_EVENT_TYPE,
  type SecurityEventImpact,
  type SecurityEventSeverity,
  type SecurityEventStatus,
  type SecurityEventType,
} from './security-event.enums';

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
