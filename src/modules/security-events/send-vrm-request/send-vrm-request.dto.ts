import { Deadline, DomainList, NestedList, Text } from '#platform/fields/fields';
import { VrmRequest } from '../activity.dto';
import { EVENT_ID, MESSAGE } from '../security-event.dto';

const MAX_VENDORS = 100;

export class SendVrmRequestRequest {
  @Text(EVENT_ID)
  eventId!: string;

  @DomainList({
    minItems: 1,
    maxItems: MAX_VENDORS,
    example: ['acme-cloud.com'],
    description: 'Vendors in your directory; duplicates count once.',
  })
  vendorDomains!: string[];

  @Text({ ...MESSAGE, min: 1, trim: true, optional: true, example: 'Are your systems affected, and what have you done about it?' })
  message?: string;

  @Deadline({ optional: true, example: '2026-12-01T00:00:00.000Z' })
  dueAt?: string;
}

export class SendVrmRequestResponse {
  @NestedList(() => VrmRequest, { maxItems: MAX_VENDORS, description: 'In the order of vendorDomains.' })
  requests!: VrmRequest[];
}
