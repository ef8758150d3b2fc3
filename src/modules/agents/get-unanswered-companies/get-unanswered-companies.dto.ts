import { Bool, DateTime, Int32, Member, NestedList, Text } from '#platform/fields/fields';
import { EVENT_ID } from '#modules/security-events/security-event.dto';
import { SECURITY_EVENT_IMPACT, type SecurityEventImpact } from '#modules/security-events/security-event.enums';

export const MAX_SHOWN = 50;

export class GetUnansweredCompaniesRequest {
  @Text(EVENT_ID)
  eventId!: string;
}

export class UnansweredCompany {
  @Text({ max: 253, example: 'acme-cloud.com' }) vendorDomain!: string;
  @Text({ max: 255, example: 'Acme Cloud' }) companyName!: string;
  @Member(SECURITY_EVENT_IMPACT) impact!: SecurityEventImpact;
  @DateTime({ optional: true, description: 'When the answer to your latest request is due.' }) requestDueAt?: string;
  @Bool({ optional: true, description: 'Whether that time has passed.' }) isOverdue?: boolean;
}

export class GetUnansweredCompaniesResponse {
  @Int32({ example: 4, description: 'Vendors that have not answered your request.' })
  askedCount!: number;

  @Int32({ example: 2, description: 'Vendors that are or may be impacted, have not responded, and that you have not asked.' })
  notAskedCount!: number;

  @NestedList(() => UnansweredCompany, { maxItems: MAX_SHOWN, description: `By due date, the first ${MAX_SHOWN}.` })
  asked!: UnansweredCompany[];

  @NestedList(() => UnansweredCompany, { maxItems: MAX_SHOWN, description: `By impact, the first ${MAX_SHOWN}.` })
  notAsked!: UnansweredCompany[];
}
