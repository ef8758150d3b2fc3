import { DateTime, Members, Nested, NestedList, Text, TextList } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { AuditEvent } from '../audit-event.dto';
import { AUDIT_OUTCOME, type AuditOutcome } from '../audit.enums';

export class OccurredRange {
  @DateTime({ optional: true, description: 'Inclusive.' })
  startTime?: string;

  @DateTime({ optional: true, description: 'Exclusive.' })
  endTime?: string;
}

/** Filters are combined with AND, the entries of a list with OR. An empty list counts as unset. */
export class AuditEventFilters {
  @TextList({ max: 255, maxItems: 50, optional: true, description: 'Ids of actors: client ids, or accounts of operators.' })
  actors?: string[];

  @TextList({ max: 255, maxItems: 50, optional: true, example: ['UpdateVendor'], description: 'Operations or admin commands.' })
  operations?: string[];

  @TextList({ max: 1024, maxItems: 50, optional: true, description: 'Events about one of these objects, among the listed targets.' })
  targetIds?: string[];

  @Members(AUDIT_OUTCOME, { optional: true })
  outcomes?: AuditOutcome[];

  @TextList({ max: 64, maxItems: 50, optional: true, example: ['203.0.113.7'] })
  sourceAddresses?: string[];

  @Nested(() => OccurredRange, { optional: true })
  occurredRange?: OccurredRange;
}

export class GetAuditEventsRequest extends PageRequest {
  @Nested(() => AuditEventFilters, { optional: true })
  filters?: AuditEventFilters;

  @FieldNames(AuditEvent, ['id'], ['occurredAt', 'actor', 'operation', 'targetCount', 'outcome', 'reason'])
  fields?: string[];
}

export class GetAuditEventsResponse {
  @NestedList(() => AuditEvent, { maxItems: MAX_PAGE, description: 'Newest first.' })
  auditEvents!: AuditEvent[];

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
