import { ExportRequest, FieldNames } from '#platform/export/export.dto';
import { Member, Nested } from '#platform/http/fields';
import { SecurityEventFilters } from '../security-event-filters.dto';
import { SecurityEvent } from '../security-event.dto';
import { SECURITY_EVENT_VIEW, type SecurityEventView } from '../security-event.enums';

export const EVENT_IDS = ['eventId'] as const;

export class ExportSecurityEventsRequest extends ExportRequest {
  @Member(SECURITY_EVENT_VIEW, {
    optional: true,
    description: 'Unset: VRM, which needs the entitlement. SELF is about your own domains.',
  })
  view?: SecurityEventView;

  @Nested(() => SecurityEventFilters, { optional: true })
  filters?: SecurityEventFilters;

  @FieldNames(SecurityEvent, EVENT_IDS)
  fields?: string[];
}
