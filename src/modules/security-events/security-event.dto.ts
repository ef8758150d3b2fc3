import { Bool, DateTime, Int32, Member, Nested, NestedList, Text, TextList } from '#platform/fields/fields';
import { LIMITS } from './importing/limits';
import {
  SECURITY_EVENT_SEVERITY,
  SECURITY_EVENT_STATUS,
  SECURITY_EVENT_TYPE,
  SECURITY_EVENT_VIEW,
  VENDOR_RESPONSE_STATUS,
  type SecurityEventSeverity,
  type SecurityEventStatus,
  type SecurityEventType,
  type SecurityEventView,
  type VendorResponseStatus,
} from './security-event.enums';

export const EVENT_ID = { max: LIMITS.eventId, example: 'kev-cve-2021-44228', description: 'Id of the event, from the feed.' };
export const MESSAGE = { max: 4000, example: 'All systems were patched on 14 December.' };
export const MAX_EVIDENCE = 20;

export class SecurityEventTimelineEntry {
  @DateTime({ example: '2021-12-10T00:00:00.000Z' })
  occurredAt!: string;

  @Text({ max: LIMITS.title, example: 'Listed as known to be exploited' })
  title!: string;

  @Text({ max: LIMITS.description, optional: true })
  description?: string;
}

export class SecurityEventSource {
  @Text({ max: LIMITS.sourceName, example: 'logging.apache.org' })
  name!: string;

  @Text({ max: LIMITS.url, format: 'uri', example: 'https://logging.apache.org/security.html' })
  url!: string;

  @DateTime({ optional: true })
  publishedAt?: string;
}

/** Every company related to the event is in exactly one of the three. */
export class SecurityEventImpactSummary {
  @Int32({ example: 3, description: 'Impact CONFIRMED, LIKELY or POSSIBLE.' })
  impacted!: number;

  @Int32({ example: 1, description: 'Companies whose latest response is UNDER_INVESTIGATION.' })
  underInvestigation!: number;

  @Int32({ example: 2, description: 'Impact MITIGATED or NOT_IMPACTED.' })
  notImpacted!: number;
}

/** An organization's latest response to an event. */
export class SecurityEventResponse {
  @Member(VENDOR_RESPONSE_STATUS, { example: 'VENDOR_RESPONSE_STATUS_FIXED' })
  responseStatus!: VendorResponseStatus;

  @Text({ ...MESSAGE, optional: true })
  message?: string;

  @DateTime({ optional: true })
  expectedResolutionAt?: string;

  @TextList({ max: LIMITS.url, maxItems: MAX_EVIDENCE })
  evidenceUrls!: string[];

  @DateTime()
  respondedAt!: string;
}

export class SecurityEvent {
  @Text(EVENT_ID)
  eventId!: string;

  @Text({ max: LIMITS.title, example: 'Apache Log4j2 Remote Code Execution Vulnerability' })
  title!: string;

  @Text({ max: LIMITS.summary })
  summary!: string;

  @Member(SECURITY_EVENT_TYPE)
  eventType!: SecurityEventType;

  @Member(SECURITY_EVENT_SEVERITY)
  severity!: SecurityEventSeverity;

  @Member(SECURITY_EVENT_STATUS)
  status!: SecurityEventStatus;

  @Member(SECURITY_EVENT_VIEW, { description: 'VRM: visible because of your vendors; SELF: because of your own domains.' })
  view!: SecurityEventView;

  @DateTime({ optional: true })
  occurredAt?: string;

  @DateTime({ description: 'Set at the first import and never changed.' })
  publishedAt!: string;

  @DateTime({ description: 'Last change of the facts; impacts and responses do not change it.' })
  updatedAt!: string;

  @TextList({ max: 32, maxItems: LIMITS.cves, example: ['CVE-2021-44228'] })
  cveIds!: string[];

  @TextList({ max: LIMITS.product, maxItems: LIMITS.products, example: ['Apache Log4j2'] })
  affectedProducts!: string[];

  @Bool()
  isRansomware!: boolean;

  @NestedList(() => SecurityEventTimelineEntry, { maxItems: LIMITS.timeline, description: 'Oldest first.' })
  timeline!: SecurityEventTimelineEntry[];

  @NestedList(() => SecurityEventSource, { maxItems: LIMITS.sources })
  sources!: SecurityEventSource[];

  @Nested(() => SecurityEventImpactSummary, { description: 'Companies in the view: vendors, or your own domains.' })
  impactSummary!: SecurityEventImpactSummary;

  @Nested(() => SecurityEventResponse, { optional: true, description: "Your own organization's latest response." })
  organizationResponse?: SecurityEventResponse;
}

export const EVENT_IDS = ['eventId'] as const;

/** The query parameters of a call about one event. */
export class SecurityEventQuery {
  @Text({ max: 2048, example: 'northwind-insurance.com', description: 'One of your own domains; any other is refused with ORG_MISMATCH.' })
  org_domain!: string;

  @Text(EVENT_ID)
  event_id!: string;
}
