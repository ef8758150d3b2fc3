import { Nested } from '#platform/fields/fields';
import { SecurityEvent, SecurityEventQuery } from '../security-event.dto';

export class GetSecurityEventRequest extends SecurityEventQuery {}

export class GetSecurityEventResponse {
  @Nested(() => SecurityEvent)
  securityEvent!: SecurityEvent;
}
