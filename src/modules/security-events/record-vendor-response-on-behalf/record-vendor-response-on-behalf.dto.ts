import { DateTime, Domain, Member, Nested, Text } from '#platform/fields/fields';
import { SecurityEventActivity } from '../activity.dto';
import { EVENT_ID, MESSAGE } from '../security-event.dto';
import { VENDOR_RESPONSE_STATUS, type VendorResponseStatus } from '../security-event.enums';

export class RecordVendorResponseOnBehalfRequest {
  @Text(EVENT_ID)
  eventId!: string;

  @Domain({ example: 'acme-cloud.com', description: 'A vendor in your directory.' })
  vendorDomain!: string;

  @Member(VENDOR_RESPONSE_STATUS, { example: 'VENDOR_RESPONSE_STATUS_NOT_AFFECTED' })
  responseStatus!: VendorResponseStatus;

  @Text({ ...MESSAGE, min: 1, trim: true, optional: true, description: 'What the vendor said.' })
  message?: string;

  @DateTime({
    optional: true,
    example: '2026-11-02T09:30:00.000Z',
    description: 'When the vendor said it; now when unset. Not in the future.',
  })
  receivedAt?: string;
}

export class RecordVendorResponseOnBehalfResponse {
  @Nested(() => SecurityEventActivity, { description: 'The stored response. isOnBehalf is true.' })
  activity!: SecurityEventActivity;
}
