import { DateTime, Member, Nested, Text, TextList } from '#platform/fields/fields';
import { SecurityEventActivity } from '../activity.dto';
import { LIMITS } from '../importing/limits';
import { EVENT_ID, MESSAGE, MAX_EVIDENCE } from '../security-event.dto';
import { VENDOR_RESPONSE_STATUS, type VendorResponseStatus } from '../security-event.enums';

export class RecordVendorResponseRequest {
  @Text(EVENT_ID)
  eventId!: string;

  @Member(VENDOR_RESPONSE_STATUS, { example: 'VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION' })
  responseStatus!: VendorResponseStatus;

  @Text({ ...MESSAGE, min: 1, trim: true, optional: true })
  message?: string;

  @DateTime({ optional: true, example: '2026-12-01T00:00:00.000Z' })
  expectedResolutionAt?: string;

  @TextList({
    max: LIMITS.url,
    maxItems: MAX_EVIDENCE,
    optional: true,
    example: ['https://status.example.com/incidents/42'],
    description: 'http or https URLs.',
  })
  evidenceUrls?: string[];
}

export class RecordVendorResponseResponse {
  @Nested(() => SecurityEventActivity, {
    description: 'The stored response. vendorDomain is your primary domain, although the response covers all of your domains.',
  })
  activity!: SecurityEventActivity;
}
