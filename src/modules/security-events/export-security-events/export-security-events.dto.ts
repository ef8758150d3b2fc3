import { ExportRequest } from '#platform/export/export.dto';
import { Member, Nested } from '#platform/fields/fields';
import { FieldNames } from '#platform/paging/row-fields';
import { SecurityEventFilters } from '../security-event-filters.dto';
import { EVENT_IDS, SecurityEvent } from '../security-event.dto';
import { SECURITY_EVENT_VIEW, type SecurityEventView } from '../security-event.enums';

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
